import HTTPParsing
import HTTPTypes
import Testing

@Suite("Response heads")
struct ResponseHeadTests {
    private let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test("status, date, fields and length, to the empty line")
    func plain() {
        let response = HTTPResponse(status: .ok, headerFields: [.contentType: "image/png"])
        #expect(
            text(ResponseHead(response, body: .bytes(12), to: .get))
                == "HTTP/1.1 200 OK\r\nDate: \(date)\r\nContent-Type: image/png\r\nContent-Length: 12\r\n\r\n"
        )
    }

    @Test("the connection is spoken of where the default is something else")
    func persistence() {
        let head = ResponseHead(HTTPResponse(status: .ok), body: .bytes(0), to: .get)
        #expect(!text(head).contains("Connection"))
        #expect(text(head, .closes).hasSuffix("\r\nConnection: close\r\n\r\n"))
        #expect(text(head, .staysForHTTP10).hasSuffix("\r\nConnection: keep-alive\r\n\r\n"))
    }

    @Test("RFC 9110 section 8.6: 1xx, 204 and 304 have neither body nor length", arguments: [100, 204, 304])
    func bodiless(_ code: Int) {
        let head = ResponseHead(HTTPResponse(status: .init(code: code)), body: .bytes(5), to: .get)
        #expect(!head.isFollowedByBody)
        #expect(!text(head).contains("Content-Length"))
    }

    @Test("RFC 9110 section 9.3.2: the reply to HEAD has the length of what GET would give, and no body")
    func headMethod() {
        let head = ResponseHead(HTTPResponse(status: .ok), body: .bytes(5), to: .head)
        #expect(!head.isFollowedByBody)
        #expect(text(head).contains("\r\nContent-Length: 5\r\n"))
    }

    @Test("the fields that frame the message are ours, whatever the response holds")
    func framingFields() {
        let fields: HTTPFields = [
            .contentLength: "1", .transferEncoding: "chunked", .connection: "upgrade", .date: "then", .server: "x",
        ]
        let head = ResponseHead(HTTPResponse(status: .ok, headerFields: fields), body: .bytes(5), to: .get)
        #expect(text(head) == "HTTP/1.1 200 OK\r\nDate: \(date)\r\nServer: x\r\nContent-Length: 5\r\n\r\n")
    }

    @Test("a value with line ends or a reason of the caller's adds no line")
    func injection() {
        let status = HTTPResponse.Status(code: 299, reasonPhrase: "Fine\r\nA: b")
        let fields: HTTPFields = [.location: "/x\r\nSet-Cookie: a=b\r\n\r\nbody"]
        let lines = text(ResponseHead(HTTPResponse(status: status, headerFields: fields), body: .bytes(0), to: .get))
            .split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.count == 6)
        #expect(lines.first == "HTTP/1.1 299 ")
        #expect(lines[2].hasPrefix("Location: /x"))
    }

    @Test(
        "codes without a phrase are written with none, known ones with that of the standard",
        arguments: [
            (413, "Content Too Large"), (431, "Request Header Fields Too Large"), (505, "HTTP Version Not Supported"),
            (599, ""),
        ]
    )
    func reasons(_ code: Int, _ reason: String) {
        let head = ResponseHead(HTTPResponse(status: .init(code: code)), body: .bytes(0), to: nil)
        #expect(text(head).hasPrefix("HTTP/1.1 \(code) \(reason)\r\n"))
    }

    private func text(_ head: ResponseHead, _ persistence: ResponseHead.Persistence = .stays) -> String {
        String(decoding: head.bytes(persistence, date: date), as: UTF8.self)
    }
}

@Suite("HTTP dates")
struct HTTPDateTests {
    @Test(
        "moments are written as RFC 9110 section 5.6.7 has them",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        ]
    )
    func text(_ seconds: Int, _ text: String) {
        #expect(HTTPDate.text(secondsSince1970: seconds) == text)
    }
}
