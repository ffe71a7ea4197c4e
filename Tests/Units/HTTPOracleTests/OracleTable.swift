import Testing

/// The hand-written table: a connection, what both make of it, and the section of RFC 9112 that says so.
struct OracleCase: Sendable, CustomTestStringConvertible {
    let section: String
    let claim: String
    let input: String

    init(_ section: String, _ claim: String, _ input: String) {
        self.section = section
        self.claim = claim
        self.input = input
    }

    var testDescription: String { "section \(section): \(claim)" }
}

extension OracleCase {
    static let taken: [OracleCase] = [
        OracleCase("2.2", "an empty line ahead of a request", "\r\n" + message()),
        OracleCase("2.3", "HTTP/1.0", message("GET / HTTP/1.0")),
        OracleCase("3", "a request line and a Host", message()),
        OracleCase("3.2.1", "a path and a query", message("GET /a/b?c=/d?e HTTP/1.1")),
        OracleCase("3.2.2", "an absolute target", message("GET http://a/b HTTP/1.1")),
        OracleCase("3.2.2", "an absolute target without a path", message("GET HTTP://a?b HTTP/1.1")),
        OracleCase("3.2.4", "an asterisk", message("OPTIONS * HTTP/1.1")),
        OracleCase("3.2", "an IPv6 host with a port", message("GET / HTTP/1.1", "Host: [::1]:80")),
        OracleCase("5", "a field without a value", message("GET / HTTP/1.1", "A:")),
        OracleCase("5.1", "whitespace round a value", message("GET / HTTP/1.1", "A:\t b c \t")),
        OracleCase("5", "fields of one name, in their order", message("GET / HTTP/1.1", "A: 1", "B: 2", "a: 3")),
        OracleCase("5.5", "bytes beyond ASCII in a value", message("GET / HTTP/1.1", "A: \u{E4}\u{20AC}")),
        OracleCase("6.2", "a Content-Length", message("POST / HTTP/1.1", "Content-Length: 3", body: "\r\n\0")),
        OracleCase(
            "6.2",
            "zeros ahead of a Content-Length",
            message("POST / HTTP/1.1", "Content-Length: 003", body: "abc")
        ),
        OracleCase("6.3", "a body with GET", message("GET / HTTP/1.1", "Content-Length: 3", body: "abc")),
        OracleCase("6.3", "no framing, no body", message("POST / HTTP/1.1") + message()),
        OracleCase("7.1", "chunks", chunked("3\r\nabc\r\n00A\r\n0123456789\r\n000\r\n\r\n") + message()),
        OracleCase(
            "7",
            "chunked in other letters",
            message("POST / HTTP/1.1", "Transfer-Encoding: CHUNKED", body: "0\r\n\r\n")
        ),
        OracleCase("7.1.1", "extensions", chunked("1;a;b=c;d=\"\\\"e;\"\r\na\r\n0;f\r\n\r\n")),
        OracleCase("7.1.2", "a trailer", chunked("0\r\nX-Sum: 1\r\nY: 2\r\n\r\n")),
        OracleCase("9.3", "HTTP/1.0 kept open", message("GET / HTTP/1.0", "Connection: keep-alive") + message()),
        OracleCase(
            "9.3.2",
            "a pipeline",
            message() + message("POST / HTTP/1.1", "Content-Length: 1", body: "a") + message()
        ),
        OracleCase("9.6", "nothing is read behind a close", message("GET / HTTP/1.1", "Connection: close") + "junk"),
    ]

    static let refused: [OracleCase] = [
        OracleCase("2.2", "a bare LF behind the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n"),
        OracleCase("2.2", "a bare LF behind a field", "GET / HTTP/1.1\r\nHost: a\n\r\n"),
        OracleCase("2.2", "a bare LF for the empty line", "GET / HTTP/1.1\r\nHost: a\r\n\n"),
        OracleCase("2.2", "a bare CR in a value", message("GET / HTTP/1.1", "A: b\rc")),
        OracleCase("2.2", "a bare CR for a line end", "GET / HTTP/1.1\r\nHost: a\rB: c\r\n\r\n"),
        OracleCase("2.2", "whitespace ahead of the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
        OracleCase("2.3", "HTTP/2.0", message("GET / HTTP/2.0")),
        OracleCase("2.3", "HTTP/1.2", message("GET / HTTP/1.2")),
        OracleCase("2.3", "a version in lower case", message("GET / http/1.1")),
        OracleCase("2.3", "a version of two digits", message("GET / HTTP/1.10")),
        OracleCase("3", "HTTP/0.9", "GET /\r\n\r\n"),
        OracleCase("3", "a space behind the version", message("GET / HTTP/1.1 ")),
        OracleCase("3", "a tab for a space", message("GET\t/ HTTP/1.1")),
        OracleCase("3.1", "a method that nobody knows", message("BREW / HTTP/1.1")),
        OracleCase("3.1", "a method in lower case", message("get / HTTP/1.1")),
        OracleCase("3.2", "a target that is neither", message("GET index HTTP/1.1")),
        OracleCase("3.2", "a control character in the target", message("GET /\u{7F} HTTP/1.1")),
        OracleCase("3.2", "NUL in the target", message("GET /\0 HTTP/1.1")),
        OracleCase("5", "NUL in a value", message("GET / HTTP/1.1", "A: b\0c")),
        OracleCase("5", "another control character in a value", message("GET / HTTP/1.1", "A: b\u{1}c")),
        OracleCase("5", "DEL in a value", message("GET / HTTP/1.1", "A: \u{7F}")),
        OracleCase("5", "no colon", message("GET / HTTP/1.1", "A")),
        OracleCase("5", "no name", message("GET / HTTP/1.1", ": a")),
        OracleCase("5", "a name that is no token", message("GET / HTTP/1.1", "A@: b")),
        OracleCase("5.1", "a space ahead of the colon", message("GET / HTTP/1.1", "A : b")),
        OracleCase("5.1", "a tab ahead of the colon", message("GET / HTTP/1.1", "A\t: b")),
        OracleCase("5.2", "a folded field", message("GET / HTTP/1.1", "A: b", " c")),
        OracleCase(
            "6.1",
            "both framings",
            message("POST / HTTP/1.1", "Content-Length: 5", "Transfer-Encoding: chunked")
        ),
        OracleCase(
            "6.1",
            "both the other way",
            message("POST / HTTP/1.1", "Transfer-Encoding: chunked", "Content-Length: 5")
        ),
        OracleCase(
            "6.1",
            "a last coding other than chunked",
            message("POST / HTTP/1.1", "Transfer-Encoding: chunked, gzip")
        ),
        OracleCase(
            "6.1",
            "a coding that only ends like chunked",
            message("POST / HTTP/1.1", "Transfer-Encoding: xchunked")
        ),
        OracleCase(
            "6.1",
            "chunked behind a vertical tab",
            message("POST / HTTP/1.1", "Transfer-Encoding: \u{B}chunked")
        ),
        OracleCase(
            "6.1",
            "chunked with a tab behind it",
            message("POST / HTTP/1.1", "Transfer-Encoding: chunked\t", body: "0\r\n\r\n")
        ),
        OracleCase("6.3", "two Content-Lengths", message("POST / HTTP/1.1", "Content-Length: 1", "Content-Length: 2")),
        OracleCase(
            "6.3",
            "one Content-Length twice",
            message("POST / HTTP/1.1", "Content-Length: 1", "Content-Length: 1")
        ),
        OracleCase("6.3", "a list of Content-Lengths", message("POST / HTTP/1.1", "Content-Length: 1, 1")),
        OracleCase("6.2", "a plus ahead of it", message("POST / HTTP/1.1", "Content-Length: +1")),
        OracleCase("6.2", "a minus ahead of it", message("POST / HTTP/1.1", "Content-Length: -1")),
        OracleCase("6.2", "a hexadecimal one", message("POST / HTTP/1.1", "Content-Length: 0x1")),
        OracleCase("6.2", "a space within", message("POST / HTTP/1.1", "Content-Length: 1 1")),
        OracleCase("6.2", "a tab behind it", message("POST / HTTP/1.1", "Content-Length: 1\t", body: "a")),
        OracleCase("6.2", "an empty one", message("POST / HTTP/1.1", "Content-Length:")),
        OracleCase("6.2", "2^64", message("POST / HTTP/1.1", "Content-Length: 18446744073709551616")),
        OracleCase("7.1", "no chunk size", chunked("\r\n")),
        OracleCase("7.1", "a chunk size with a sign", chunked("+1\r\na\r\n")),
        OracleCase("7.1", "a chunk size with 0x", chunked("0x1\r\na\r\n")),
        OracleCase("7.1", "a space behind the chunk size", chunked("1 \r\na\r\n")),
        OracleCase("7.1", "a chunk size beyond 64 bits", chunked("10000000000000001\r\na")),
        OracleCase("7.1", "a bare LF behind the chunk size", chunked("1\na\r\n")),
        OracleCase("7.1", "a chunk longer than its size", chunked("1\r\nab\r\n")),
        OracleCase("7.1", "a bare LF behind a chunk", chunked("1\r\na\n0\r\n\r\n")),
        OracleCase("7.1.1", "whitespace in an extension", chunked("1; a\r\na\r\n")),
        OracleCase("7.1.1", "a bare LF in an extension", chunked("1;a\na\r\n")),
        OracleCase("7.1.1", "a line end in quotes", chunked("1;a=\"\r\n\"\r\na\r\n")),
        OracleCase("7.1.2", "a folded trailer", chunked("0\r\nA: b\r\n c\r\n\r\n")),
        OracleCase("7.1.2", "a Content-Length in the trailer", chunked("0\r\nContent-Length: 1\r\n\r\n")),
        OracleCase("7.1.2", "a bare LF that ends the trailer", chunked("0\r\n\n")),
    ]
}
