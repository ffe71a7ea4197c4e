import Foundation
import Testing

@Suite("snapveil health")
struct HealthTests {
    @Test("says 0 of a server that takes work, by whatever it is told where to ask")
    func healthy() throws {
        let server = try ServerProcess(["--host", "0.0.0.0"])
        let port = "\(server.port)"
        for arguments in [["--port", port], ["--port", port, "--live"], ["--port", port, "--host", "localhost"]] {
            let command = try Command(["health"] + arguments)
            #expect(command.status == 0 && command.errors.isEmpty, "\(command.errors)")
        }
        let variables = ["SNAPVEIL_PORT": port, "SNAPVEIL_HOST": "0.0.0.0"]
        #expect(try Command(["health"], environment: variables).status == 0)
        let directory = try Directory(["settings.json": Array(#"{"port": \#(port), "workers": 2}"#.utf8)])
        #expect(try Command(["health", "--config", directory["settings.json"]]).status == 0)
    }

    @Test("says 1 of one that lives and takes no work, and of none at all, with the reason")
    func unhealthy() throws {
        // It ends, and still has a request.
        let server = try ServerProcess(["--workers", "1", "--grace-period", "60"])
        let client = try Client(port: server.port)
        try client.send(Array("POST /v1/sanitize?style=veil HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n".utf8))
        #expect(eventually { server.logText.contains("connection opened") })
        kill(server.processID, SIGTERM)
        let question = ["health", "--port", "\(server.port)", "--timeout", "2"]
        #expect(eventually { (try? Command(question).status) == 1 })

        let nobody = try Command(["health", "--port", "1"])
        #expect(nobody.status == 1)
        #expect(nobody.errors == "snapveil: http://127.0.0.1:1/readyz: Connection refused\n")
        #expect(try Command(["health", "--host", "nowhere.invalid"]).status == 1)
        #expect(try Command(["health", "--port", "70000"]).status == 78)
    }

    @Test(
        "says 1 of what does not answer in time, or not as HTTP does",
        arguments: ["", "SSH-2.0-x\r\n", "HTTP/1.1 x\r\n"]
    )
    func strangers(_ answer: String) throws {
        let stranger = try Stranger(answer)
        let command = try Command(["health", "--port", "\(stranger.port)", "--timeout", "0.5"])
        #expect(command.status == 1)
        let reason = answer.isEmpty ? "no answer in time" : "the answer is not HTTP"
        #expect(command.errors.hasSuffix(": \(reason)\n"), "\(command.errors)")
    }
}

/// Listens, answers the first connection with a text, and keeps it open.
private final class Stranger: Sendable {
    let port: Int
    private let listener: Int32

    init(_ answer: String) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isListening else { throw Obstacle(description: "nothing can be listened on: \(errno)") }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread {
            let connection = accept(listener, nil, nil)
            send(connection, answer, answer.utf8.count, Int32(truncatingIfNeeded: MSG_NOSIGNAL))
            sleep(2)
            close(connection)
        }
    }

    deinit { close(listener) }
}
