import HTTPParsing
import HTTPTypes
import SecureMemory
import Testing

@Suite("Fields that carry secrets are kept apart, in memory that is wiped")
struct SecretFieldTests {
    @Test(
        "the value is not among the other fields, and comes whole however it arrives",
        arguments: ["Authorization", "proxy-authorization", "COOKIE", "API-Key", "x-api-key"],
        [1, 3, 64, 4096]
    )
    func apart(_ name: String, _ pieceBytes: Int) throws {
        let bytes = Array(message(fields: ["X-One: 1", "\(name):  opensesame \t", "\(name): again"]).utf8)
        let pieces = stride(from: 0, to: bytes.count, by: pieceBytes).map {
            Array(bytes[$0..<min($0 + pieceBytes, bytes.count)])
        }
        let head = try #require(Parsed(pieces).requests.first?.head)
        let field = try #require(HTTPField.Name(name))
        let values = head.secrets[field].map { value in
            value.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
        #expect(values == ["opensesame", "again"])
        #expect(head.request.headerFields[values: field] == ["", ""])
        #expect(head.request.headerFields.map(\.value) == ["1", "", ""])
    }

    @Test("other fields are where they were")
    func others() throws {
        let head = try #require(Parsed(message(fields: ["X-Key: 1", "Content-Type: a/b"])).requests.first?.head)
        #expect(head.secrets == SecretFields())
        #expect(head.request.headerFields[.contentType] == "a/b")
    }

    private func message(fields: [String]) -> String {
        HTTPParsingTests.message("GET / HTTP/1.1", fields)
    }
}
