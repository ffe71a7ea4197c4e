import FakeCollector
import Foundation
import ImageCore
import Testing

@Suite("Traces of the program")
struct TraceTests {
    @Test("go from a locked server to the collector that it is told of, and their names into the log")
    func exported() throws {
        let collector = try FakeCollector()
        let server = try ServerProcess(["--otlp-endpoint", "http://127.0.0.1:\(collector.port)"])
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        let field = "traceparent: 00-\(trace)-00f067aa0ba902b7-01"
        let file = try NoisySnapshot.png(.fast, seed: 1).file
        let request = Request(method: "POST", path: "/v1/sanitize?style=veil", fields: [field], body: file)
        #expect(try Client(port: server.port).exchange(request).status == 200)
        #expect(eventually { server.logText.contains("trace=\(trace)") })
        #expect(eventually { collector.spans.count == 3 })
        #expect(collector.spans.allSatisfy { $0["traceId"] as? String == trace })
    }

    @Test("are refused where they could not be sent")
    func refused() throws {
        let command = try Command(["serve", "--port", "0", "--otlp-endpoint", "https://collector"])
        #expect(command.status == 78)
        #expect(command.errors.contains("otlp-endpoint is \"https://collector\": spans are sent without TLS"))
    }
}
