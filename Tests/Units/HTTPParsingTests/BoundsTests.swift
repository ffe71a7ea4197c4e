import HTTPParsing
import Testing

@Suite("Nothing that a client sends is kept beyond its bound")
struct BoundsTests {
    @Test("a request line of exactly the limit is taken, one byte more is not")
    func requestLine() {
        var limits = MessageLimits()
        limits.requestLineBytes = 20
        #expect(Parsed(message("GET /123456 HTTP/1.1"), limits: limits).error == nil)
        #expect(Parsed(message("GET /1234567 HTTP/1.1"), limits: limits).error == .requestLineTooLong(limit: 20))
        #expect(
            Parsed("GET /" + String(repeating: "a", count: 16), limits: limits).error == .requestLineTooLong(limit: 20)
        )
    }

    @Test("a field of exactly the limit is taken, one byte more is not")
    func field() {
        var limits = MessageLimits()
        limits.fieldLineBytes = 10
        #expect(Parsed(message("GET / HTTP/1.1", ["A: 3456789"]), limits: limits).error == nil)
        #expect(Parsed(message("GET / HTTP/1.1", ["A: 34567890"]), limits: limits).error == .fieldTooLong(limit: 10))
    }

    @Test("all fields together have a limit, line ends not counted")
    func fields() {
        var limits = MessageLimits()
        limits.fieldSectionBytes = 17
        #expect(Parsed(message("GET / HTTP/1.1", ["A: 345", "B: c"]), limits: limits).error == nil)
        #expect(
            Parsed(message("GET / HTTP/1.1", ["A: 345", "B: cd"]), limits: limits).error == .fieldsTooLong(limit: 17)
        )
    }

    @Test("fields are counted, in each request anew")
    func fieldCount() {
        var limits = MessageLimits()
        limits.fieldCount = 3
        let full = message("GET / HTTP/1.1", ["A:", "B:"])
        #expect(Parsed(full + full, limits: limits).requests.count == 2)
        #expect(
            Parsed(message("GET / HTTP/1.1", ["A:", "B:", "C:"]), limits: limits).error == .tooManyFields(limit: 3)
        )
    }

    @Test("chunk lines and their extensions together have limits")
    func chunkLines() {
        var limits = MessageLimits()
        limits.chunkLineBytes = 8
        limits.chunkExtensionBytes = 10
        #expect(parse("1;abcdef\r\na\r\n", limits).error == nil)
        #expect(parse("1;abcdefg", limits).error == .chunkLineTooLong(limit: 8))
        #expect(parse("000000001", limits).error == .chunkLineTooLong(limit: 8))
        #expect(parse("1;abc\r\na\r\n1;abcde\r\n", limits).error == nil)
        #expect(parse("1;abc\r\na\r\n1;abcdef\r\n", limits).error == .chunkExtensionsTooLong(limit: 10))
    }

    @Test("the trailer has limits of its own")
    func trailer() {
        var limits = MessageLimits()
        limits.trailerSectionBytes = 8
        limits.trailerCount = 2
        #expect(parse("0\r\nA: b\r\nC: d\r\n\r\n", limits).error == nil)
        #expect(parse("0\r\nA: b\r\nC: de\r\n\r\n", limits).error == .fieldsTooLong(limit: 8))
        #expect(parse("0\r\nA:\r\nB:\r\nC:\r\n\r\n", limits).error == .tooManyFields(limit: 2))
    }

    @Test(
        "a line without an end is refused as soon as it passes the default limit",
        arguments: [
            ("GET /", RequestError.requestLineTooLong(limit: 8192)),
            ("GET / HTTP/1.1\r\nA: ", .fieldTooLong(limit: 8192)),
        ]
    )
    func endless(_ start: String, _ error: RequestError) {
        let pieces = [Array(start.utf8)] + Array(repeating: Array(repeating: UInt8(ascii: "a"), count: 100), count: 100)
        #expect(Parsed(pieces).error == error)
    }

    private func parse(_ body: String, _ limits: MessageLimits) -> Parsed {
        Parsed(message("POST / HTTP/1.1", ["Transfer-Encoding: chunked"], body: body), limits: limits)
    }
}
