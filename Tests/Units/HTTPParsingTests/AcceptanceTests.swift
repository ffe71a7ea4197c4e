import HTTPParsing
import HTTPTypes
import SecureMemory
import Testing

@Suite("Well-formed requests are understood")
struct AcceptanceTests {
    @Test("method, target, version, authority and fields are those that were sent")
    func head() throws {
        let fields = ["Host: example.com:8080", "Accept:image/png", "X-Empty:", "X-Padded: \t b c \t", "Accept: */*"]
        let request = try only(message("PUT /a/b?c=%20d HTTP/1.1", fields))
        #expect(request.head.request.method == .put)
        #expect(request.head.request.scheme == "http")
        #expect(request.head.request.authority == "example.com:8080")
        #expect(request.head.request.path == "/a/b?c=%20d")
        #expect(request.head.target == "/a/b?c=%20d")
        #expect(request.head.minorVersion == 1)
        #expect(request.head.framing == .none)
        let received = request.head.request.headerFields.map { "\($0.name.rawName)=\($0.value)" }
        #expect(received == ["Accept=image/png", "X-Empty=", "X-Padded=b c", "Accept=*/*"])
        #expect(request.trailer == [:])
    }

    @Test(
        "RFC 9110 section 9: the methods of the standard are known",
        arguments: [
            "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "QUERY",
        ]
    )
    func methods(_ method: String) throws {
        #expect(try only(message("\(method) / HTTP/1.1")).head.request.method.rawValue == method)
    }

    @Test(
        "RFC 9112 section 3.2.2: an absolute target gives scheme, authority and path",
        arguments: [
            ("http://a/b?c", "http", "a", "/b?c"), ("HTTPS://a:443", "https", "a:443", "/"),
            ("http://a?b", "http", "a", "/?b"),
            ("http://[::1]:80/", "http", "[::1]:80", "/"),
        ]
    )
    func absoluteTarget(_ target: String, _ scheme: String, _ authority: String, _ path: String) throws {
        let head = try only(message("GET \(target) HTTP/1.1", ["Host: \(authority)"])).head
        #expect(head.request.scheme == scheme)
        #expect(head.request.authority == authority)
        #expect(head.request.path == path)
        #expect(head.target == target)
    }

    @Test("RFC 9112 section 3.2.4: OPTIONS takes an asterisk")
    func asterisk() throws {
        #expect(try only(message("OPTIONS * HTTP/1.1")).head.request.path == "*")
    }

    @Test(
        "RFC 9110 section 7.2: hosts are names and addresses, with and without a port",
        arguments: [
            "a", "a.b-c_d", "127.0.0.1", "a:80", "a:", "[::1]", "[::ffff:1.2.3.4]:8080", "%41",
        ]
    )
    func hosts(_ host: String) throws {
        #expect(try only(message("GET / HTTP/1.1", ["Host: \(host)"])).head.request.authority == host)
    }

    @Test("RFC 9112 section 2.2: one empty line ahead of a request is skipped")
    func leadingEmptyLine() throws {
        #expect(try only("\r\n" + message()).head.request.path == "/")
    }

    @Test("RFC 9110 section 5.5: bytes beyond ASCII in a value are kept as they are")
    func obsText() throws {
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xE4, 0xFF] + Array("\r\n\r\n".utf8)
        let field = try #require(Parsed([bytes]).requests.first?.head.request.headerFields.first)
        #expect(field.withUnsafeBytesOfValue { Array($0) } == [0xE4, 0xFF])
    }

    @Test("a body of known length is as long as it says, and the next request follows it")
    func contentLength() throws {
        let parsed = Parsed(message("POST / HTTP/1.1", ["Content-Length: 3"], body: "abc") + message())
        #expect(parsed.error == nil)
        #expect(parsed.requests.map(\.body) == [Array("abc".utf8), []])
        #expect(parsed.requests.map(\.head.framing) == [.length(3), .none])
    }

    @Test("chunks are joined, extensions ignored and the trailer is told")
    func chunked() throws {
        let body = "3\r\nabc\r\n00A;x;y=z;q=\"a\\\"b;c\"\r\n0123456789\r\n000\r\nX-Sum: 1\r\n\r\n"
        let parsed = Parsed(message("POST / HTTP/1.1", ["Transfer-Encoding: CHUNKED"], body: body) + message())
        #expect(parsed.error == nil)
        #expect(parsed.requests.first?.head.framing == .chunked)
        #expect(parsed.requests.first?.body == Array("abc0123456789".utf8))
        #expect(parsed.requests.first?.trailer?.map(\.description) == ["X-Sum: 1"])
        #expect(parsed.requests.count == 2)
    }

    @Test("bytes read past the parser count as the body")
    func skipping() throws {
        var parser = RequestParser()
        var position = 0
        let head = Array(message("POST / HTTP/1.1", ["Content-Length: 10"], body: "ab").utf8)
        guard case .head = try parser.next(in: head.span, at: &position) else {
            Issue.record("no head")
            return
        }
        var remaining = parser.contiguousBodyBytes
        #expect(remaining == 10)
        var event = try parser.next(in: head.span, at: &position)
        #expect(event == .body(head.count - 2..<head.count))
        remaining = parser.contiguousBodyBytes
        #expect(remaining == 8)
        parser.skipBody(8)
        var isBetweenRequests = parser.isBetweenRequests
        #expect(!isBetweenRequests)
        event = try parser.next(in: head.span, at: &position)
        #expect(event == .end(trailer: [:]))
        isBetweenRequests = parser.isBetweenRequests
        #expect(isBetweenRequests)
    }

    @Test(
        "RFC 9112 section 9.3: whether the connection is kept is the version's default and the client's wish",
        arguments: [
            ("HTTP/1.1", [], true), ("HTTP/1.1", ["Connection: close"], false),
            ("HTTP/1.1", ["Connection: x, Close"], false),
            ("HTTP/1.1", ["Connection: keep-alive", "Connection: close"], false), ("HTTP/1.0", [], false),
            ("HTTP/1.0", ["Connection: Keep-Alive"], true), ("HTTP/1.0", ["Connection: keep-alive, close"], false),
        ]
    )
    func persistence(_ version: String, _ fields: [String], _ isKept: Bool) throws {
        #expect(try only(message("GET / \(version)", fields)).head.keepsConnectionOpen == isKept)
    }

    @Test(
        "RFC 9110 section 10.1.1: 100-continue counts where a body follows, and not in HTTP/1.0",
        arguments: [
            ("HTTP/1.1", "Content-Length: 1", true), ("HTTP/1.1", "Transfer-Encoding: chunked", true),
            ("HTTP/1.1", "Content-Length: 0", false), ("HTTP/1.0", "Content-Length: 1", false),
        ]
    )
    func expectation(_ version: String, _ framing: String, _ expects: Bool) throws {
        let parsed = Parsed(message("POST / \(version)", ["Expect: 100-Continue", framing]))
        #expect(parsed.requests.first?.head.expectsContinue == expects)
    }

    @Test("HTTP/1.0 needs no Host")
    func noHost() throws {
        #expect(try only("GET / HTTP/1.0\r\n\r\n").head.request.authority == nil)
    }

    private func only(_ text: String) throws -> Parsed.Request {
        let parsed = Parsed(text)
        #expect(parsed.error == nil)
        try #require(parsed.requests.count == 1)
        return parsed.requests[0]
    }
}

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
