import HTTPParsing
import Testing

/// A message that is refused, and why.
struct Refusal: CustomTestStringConvertible, Sendable {
    let claim: String
    let input: String
    let error: RequestError

    init(_ claim: String, _ input: String, _ error: RequestError) {
        self.claim = claim
        self.input = input
        self.error = error
    }

    var testDescription: String { claim }
}

/// The hand-written table, by what of RFC 9112 and RFC 9110 is broken.
extension Refusal {
    static let lines: [Refusal] = [
        Refusal("a request line that ends with a bare LF", "GET / HTTP/1.1\nHost: a\r\n\r\n", .bareLineFeed),
        Refusal("a field that ends with a bare LF", "GET / HTTP/1.1\r\nHost: a\n\r\n", .bareLineFeed),
        Refusal("an empty line that is a bare LF", "GET / HTTP/1.1\r\nHost: a\r\n\n", .bareLineFeed),
        Refusal("a bare CR in the request line", "GET /\r HTTP/1.1\r\nHost: a\r\n\r\n", .bareCarriageReturn),
        Refusal("a bare CR in a value", message("GET / HTTP/1.1", ["A: b\rc"]), .bareCarriageReturn),
        Refusal("two CRs ahead of LF", "GET / HTTP/1.1\r\r\n", .bareCarriageReturn),
        Refusal("NUL in a value", message("GET / HTTP/1.1", ["A: b\0c"]), .controlCharacter),
        Refusal("NUL in the target", message("GET /\0 HTTP/1.1"), .controlCharacter),
        Refusal("DEL in a value", message("GET / HTTP/1.1", ["A: b\u{7F}"]), .controlCharacter),
        Refusal("a vertical tab in a value", message("GET / HTTP/1.1", ["A: b\u{0B}c"]), .controlCharacter),
        Refusal("the first bytes of TLS", "\u{16}\u{03}\u{01}", .controlCharacter),
        Refusal("two empty lines ahead of the request", "\r\n\r\n" + message(), .malformedRequestLine),
    ]

    static let requestLine: [Refusal] = [
        Refusal("no version (HTTP/0.9)", "GET /\r\n", .malformedRequestLine),
        Refusal("no target", "GET  HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("two spaces after the method", "GET  / HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("two spaces ahead of the version", "GET /  HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("a space ahead of the method", " GET / HTTP/1.1\r\n", .malformedRequestLine),
        Refusal("a space at the end", "GET / HTTP/1.1 \r\n", .malformedRequestLine),
        Refusal("a tab between the parts", "GET\t/\tHTTP/1.1\r\n", .malformedRequestLine),
        Refusal("a tab in the method", "G\tET / HTTP/1.1\r\n", .malformedMethod),
        Refusal("a method that is no token", "GE[T / HTTP/1.1\r\n", .malformedMethod),
        Refusal("a field in the place of the request line", "Host: a\r\n", .malformedRequestLine),
        Refusal("a method that nobody knows", "BREW / HTTP/1.1\r\n", .unsupportedMethod),
        Refusal("a method in the wrong case", "get / HTTP/1.1\r\n", .unsupportedMethod),
    ]

    static let version: [Refusal] = [
        Refusal("the preface of HTTP/2", "PRI * HTTP/2.0\r\n", .unsupportedVersion),
        Refusal("HTTP/3.0", "GET / HTTP/3.0\r\n", .unsupportedVersion),
        Refusal("HTTP/0.9", "GET / HTTP/0.9\r\n", .unsupportedVersion),
        Refusal("HTTP/1.2", "GET / HTTP/1.2\r\n", .unsupportedVersion),
        Refusal("a version in lower case", "GET / http/1.1\r\n", .malformedVersion),
        Refusal("a version of two digits", "GET / HTTP/1.10\r\n", .malformedVersion),
        Refusal("a version without a minor one", "GET / HTTP/1\r\n", .malformedVersion),
        Refusal("another protocol", "GET / HTTPS/1.1\r\n", .malformedVersion),
        Refusal("a comma for a dot", "GET / HTTP/1,1\r\n", .malformedVersion),
    ]

    static let target: [Refusal] = [
        Refusal("a path without a slash", message("GET index HTTP/1.1"), .malformedTarget),
        Refusal("an asterisk without OPTIONS", message("GET * HTTP/1.1"), .malformedTarget),
        Refusal("a fragment", message("GET /a#b HTTP/1.1"), .malformedTarget),
        Refusal("a fragment that is escaped by half", message("GET /a%2 HTTP/1.1"), .malformedTarget),
        Refusal("a percent sign alone", message("GET /100% HTTP/1.1"), .malformedTarget),
        Refusal("an escape that is not hexadecimal", message("GET /%zz HTTP/1.1"), .malformedTarget),
        Refusal("bytes beyond ASCII", message("GET /ä HTTP/1.1"), .malformedTarget),
        Refusal("a scheme that is not http", message("GET ftp://a/ HTTP/1.1"), .malformedTarget),
        Refusal("an absolute target without a host", message("GET http:/// HTTP/1.1"), .malformedTarget),
        Refusal("an absolute target with a user", message("GET http://u@a/ HTTP/1.1"), .malformedTarget),
        Refusal("an absolute target with a port that is none", message("GET http://a:b/ HTTP/1.1"), .malformedTarget),
        Refusal("an authority without CONNECT", message("GET a:80 HTTP/1.1"), .malformedTarget),
        Refusal("CONNECT, which is for proxies", message("CONNECT a:80 HTTP/1.1"), .unsupportedMethod),
        Refusal("a target that contradicts Host", message("GET http://b/ HTTP/1.1"), .contradictoryHost),
    ]

    static let host: [Refusal] = [
        Refusal("no Host", "GET / HTTP/1.1\r\nA: b\r\n\r\n", .missingHost),
        Refusal("two Hosts", message("GET / HTTP/1.1", ["Host: a", "Host: b"]), .repeatedHost),
        Refusal("the same Host twice", message("GET / HTTP/1.1", ["Host: a", "Host: a"]), .repeatedHost),
        Refusal("two Hosts in HTTP/1.0", message("GET / HTTP/1.0", ["Host: a", "Host: a"]), .repeatedHost),
        Refusal("an empty Host", message("GET / HTTP/1.1", ["Host:"]), .malformedHost),
        Refusal("a Host with a path", message("GET / HTTP/1.1", ["Host: a/b"]), .malformedHost),
        Refusal("a Host with a user", message("GET / HTTP/1.1", ["Host: u@a"]), .malformedHost),
        Refusal("a Host with a space", message("GET / HTTP/1.1", ["Host: a b"]), .malformedHost),
        Refusal("a list of Hosts", message("GET / HTTP/1.1", ["Host: a, b"]), .malformedHost),
        Refusal("a port beyond 65535", message("GET / HTTP/1.1", ["Host: a:65536"]), .malformedHost),
        Refusal("a port that is no number", message("GET / HTTP/1.1", ["Host: a:+80"]), .malformedHost),
        Refusal("an IPv6 address that is none", message("GET / HTTP/1.1", ["Host: [1::2::3]"]), .malformedHost),
        Refusal("an IPv6 address without its end", message("GET / HTTP/1.1", ["Host: [::1"]), .malformedHost),
        Refusal("an IPv6 address with a zone", message("GET / HTTP/1.1", ["Host: [fe80::1%25e]"]), .malformedHost),
    ]

    static let fields: [Refusal] = [
        Refusal("a space ahead of the colon", message("GET / HTTP/1.1", ["A : b"]), .malformedField),
        Refusal("a tab ahead of the colon", message("GET / HTTP/1.1", ["A\t: b"]), .malformedField),
        Refusal("no colon", message("GET / HTTP/1.1", ["A b"]), .malformedField),
        Refusal("no name", message("GET / HTTP/1.1", [": b"]), .malformedField),
        Refusal("a name that is no token", message("GET / HTTP/1.1", ["A@: b"]), .malformedField),
        Refusal("a name beyond ASCII", message("GET / HTTP/1.1", ["Ä: b"]), .malformedField),
        Refusal("a folded field", message("GET / HTTP/1.1", ["A: b", " c"]), .foldedField),
        Refusal("a field folded with a tab", message("GET / HTTP/1.1", ["A: b", "\tc"]), .foldedField),
        Refusal("a space ahead of the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", .foldedField),
    ]

    static let framing: [Refusal] = [
        Refusal("a Content-Length twice", post("Content-Length: 1", "Content-Length: 2"), .repeatedContentLength),
        Refusal(
            "the same Content-Length twice",
            post("Content-Length: 1", "Content-Length: 1"),
            .repeatedContentLength
        ),
        Refusal("a list of Content-Lengths", post("Content-Length: 1, 1"), .repeatedContentLength),
        Refusal("a Content-Length with a plus", post("Content-Length: +1"), .malformedContentLength),
        Refusal("a Content-Length with a minus", post("Content-Length: -1"), .malformedContentLength),
        Refusal("a hexadecimal Content-Length", post("Content-Length: 0x1"), .malformedContentLength),
        Refusal("a Content-Length of letters", post("Content-Length: one"), .malformedContentLength),
        Refusal("a Content-Length with a space within", post("Content-Length: 1 1"), .malformedContentLength),
        Refusal("an empty Content-Length", post("Content-Length:"), .malformedContentLength),
        Refusal("a tab behind a Content-Length", post("Content-Length: 1\t"), .malformedContentLength),
        Refusal("a tab ahead of a Content-Length", post("Content-Length:\t1"), .malformedContentLength),
        Refusal("2^63", post("Content-Length: 9223372036854775808"), .malformedContentLength),
        Refusal("2^64 + 1", post("Content-Length: 18446744073709551617"), .malformedContentLength),
        Refusal(
            "both framings",
            post("Content-Length: 1", "Transfer-Encoding: chunked"),
            .transferEncodingWithContentLength
        ),
        Refusal(
            "both the other way round",
            post("Transfer-Encoding: chunked", "Content-Length: 1"),
            .transferEncodingWithContentLength
        ),
        Refusal(
            "chunked twice",
            post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
            .unsupportedTransferEncoding
        ),
        Refusal("chunked twice in a list", post("Transfer-Encoding: chunked, chunked"), .unsupportedTransferEncoding),
        Refusal("a coding ahead of chunked", post("Transfer-Encoding: gzip, chunked"), .unsupportedTransferEncoding),
        Refusal("a coding alone", post("Transfer-Encoding: gzip"), .unsupportedTransferEncoding),
        Refusal("identity", post("Transfer-Encoding: identity"), .unsupportedTransferEncoding),
        Refusal("an empty Transfer-Encoding", post("Transfer-Encoding:"), .unsupportedTransferEncoding),
        Refusal("chunked with a parameter", post("Transfer-Encoding: chunked;q=1"), .unsupportedTransferEncoding),
        Refusal("chunked in quotes", post("Transfer-Encoding: \"chunked\""), .unsupportedTransferEncoding),
        Refusal("a tab behind chunked", post("Transfer-Encoding: chunked\t"), .unsupportedTransferEncoding),
        Refusal("a tab ahead of chunked", post("Transfer-Encoding:\tchunked"), .unsupportedTransferEncoding),
        Refusal("a prefix of chunked", post("Transfer-Encoding: xchunked"), .unsupportedTransferEncoding),
        Refusal(
            "chunked in HTTP/1.0",
            message("POST / HTTP/1.0", ["Transfer-Encoding: chunked"]),
            .transferEncodingInHTTP10
        ),
    ]

    static let chunks: [Refusal] = [
        Refusal("no size", withChunks("\r\n"), .malformedChunkSize),
        Refusal("a size with a sign", withChunks("+1\r\na\r\n"), .malformedChunkSize),
        Refusal("a size with 0x", withChunks("0x1\r\na\r\n"), .malformedChunkSize),
        Refusal("a size with junk behind", withChunks("1g\r\na\r\n"), .malformedChunkSize),
        Refusal("a size with a space ahead", withChunks(" 1\r\na\r\n"), .malformedChunkSize),
        Refusal("a size with a space behind", withChunks("1 \r\na\r\n"), .malformedChunkSize),
        Refusal("a size that overflows", withChunks("10000000000000001\r\na"), .malformedChunkSize),
        Refusal("a size of 2^63", withChunks("8000000000000000\r\na"), .malformedChunkSize),
        Refusal("a size line that ends with LF", withChunks("1\na\r\n"), .bareLineFeed),
        Refusal("NUL in a size line", withChunks("1\0\r\na"), .controlCharacter),
        Refusal("a chunk longer than its size", withChunks("1\r\nab\r\n"), .missingChunkEnd),
        Refusal("a chunk that ends with LF", withChunks("1\r\na\n"), .bareLineFeed),
        Refusal("an extension without a name", withChunks("1;\r\na"), .malformedChunkExtension),
        Refusal("an extension without a value", withChunks("1;a=\r\na"), .malformedChunkExtension),
        Refusal("a space in an extension", withChunks("1; a\r\na"), .malformedChunkExtension),
        Refusal("a quoted value without its end", withChunks("1;a=\"b\r\na"), .malformedChunkExtension),
        Refusal("junk behind a quoted value", withChunks("1;a=\"b\"c\r\na"), .malformedChunkExtension),
        Refusal("a folded trailer field", withChunks("0\r\nA: b\r\n c\r\n\r\n"), .foldedField),
        Refusal("a Content-Length in the trailer", withChunks("0\r\nContent-Length: 1\r\n\r\n"), .forbiddenTrailer),
        Refusal("a Host in the trailer", withChunks("0\r\nhost: b\r\n\r\n"), .forbiddenTrailer),
    ]

    static let expectation: [Refusal] = [
        Refusal("another expectation", post("Expect: 200-ok"), .unsupportedExpectation),
        Refusal("100-continue and another", post("Expect: 100-continue, x"), .unsupportedExpectation),
        Refusal("an empty one", post("Expect:"), .unsupportedExpectation),
    ]

    private static func post(_ fields: String...) -> String { message("POST / HTTP/1.1", fields) }

    private static func withChunks(_ body: String) -> String {
        message("POST / HTTP/1.1", ["Transfer-Encoding: chunked"], body: body)
    }
}
