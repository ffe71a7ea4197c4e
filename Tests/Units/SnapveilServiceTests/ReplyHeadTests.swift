import BinaryCoding
import HTTPServer
import HTTPTypes
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("The head of a reply that a worker has made")
struct ReplyHeadTests {
    private static func decoded(_ head: HTTPResponse) throws -> HTTPResponse {
        try ReplyHead(decoding: ReplyHead(head).encoded()).head
    }

    @Test("arrives as it was, whatever the reply", arguments: ["image/png", "multipart/mixed; boundary=snapveil-7cP0"])
    func arrives(_ type: String) throws {
        var head = HTTPResponse(status: .ok)
        head.headerFields[.contentType] = type
        head.headerFields[.cacheControl] = "no-store"
        head.headerFields[.snapveilReceipt] = #"{"covered":1,"assurance":"erased"}"#
        #expect(try Self.decoded(head) == head)
        for problem in [Problem.defect(), .overloaded(), .notAcceptable(), .policyUnknown(), .contentEncoding("gzip")] {
            let head = problem.response.head
            #expect(try Self.decoded(head) == head)
        }
    }

    @Test("is refused with a status that the service never gives", arguments: [0, 101, 204, 302, 401, 999])
    func status(_ code: Int) {
        #expect(throws: BinaryError.self) { try Self.decoded(HTTPResponse(status: .init(code: code))) }
    }

    @Test(
        "is refused with a field that the service never writes",
        arguments: [
            ("Set-Cookie", "a=b"), ("Location", "https://example.org"), ("Content-Type", "text/html"),
            ("Content-Type", "multipart/mixed; boundary=other"), ("Content-Length", "5"),
            ("Snapveil-Receipt", String(repeating: "a", count: 2000)),
        ]
    )
    func field(_ name: String, _ value: String) throws {
        var head = HTTPResponse(status: .ok)
        head.headerFields[try #require(HTTPField.Name(name))] = value
        #expect(throws: BinaryError.self) { try Self.decoded(head) }
    }

    @Test("is refused with a line break in a value")
    func lineBreak() throws {
        var writer = BinaryWriter()
        writer.write(200)
        writer.write(array: [(0, "no-store\r\nSet-Cookie: a=b")]) { writer, field in
            writer.write(field.0)
            writer.write(field.1)
        }
        let bytes = try writer.finish()
        #expect(throws: BinaryError.self) { try ReplyHead(decoding: bytes) }
    }
}
