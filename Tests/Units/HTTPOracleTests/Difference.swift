import HTTPParsing
import Testing

/// Something that NIO takes and ours refuses by design. What is not listed here is a defect.
struct Difference: CustomTestStringConvertible {
    /// Where in a request ours refuses it.
    enum Place {
        /// Before the head was complete.
        case head
        /// In a body or trailer.
        case body
    }

    let section: String
    let reason: String
    let error: RequestError
    let place: Place
    /// A connection on which only ours refuses.
    let example: String

    private init(_ section: String, _ reason: String, _ error: RequestError, in place: Place, _ example: String) {
        self.section = section
        self.reason = reason
        self.error = error
        self.place = place
        self.example = example
    }

    var testDescription: String { "\(section): \(reason)" }

    static let all: [Difference] = lines + targets + hosts + semantics + chunks + bounds

    /// Whether it is by design that only ours refuses.
    static func explains(_ error: RequestError, in place: Place) -> Bool {
        all.contains { $0.error == error && $0.place == place }
    }

    private static let lines = [
        Difference(
            "RFC 9112, 2.2",
            "llhttp skips any number of CR and LF ahead of a request, in any order; ours one CR LF",
            .bareLineFeed,
            in: .head,
            "\n" + message()
        ),
        Difference(
            "RFC 9112, 2.2",
            "the same, with a CR",
            .bareCarriageReturn,
            in: .head,
            "\r\r\n" + message()
        ),
        Difference(
            "RFC 9112, 3",
            "llhttp takes several spaces ahead of the version; and more than one empty line",
            .malformedRequestLine,
            in: .head,
            message("GET /  HTTP/1.1")
        ),
    ]

    private static let targets = [
        Difference(
            "RFC 9112, 3.2",
            "llhttp takes any scheme, fragments, half an escape, users, and anything for a port",
            .malformedTarget,
            in: .head,
            message("GET ftp://u@a/#b HTTP/1.1")
        ),
        Difference(
            "RFC 9110, 9.1",
            "llhttp knows methods of WebDAV, UPnP and others, which nothing here serves",
            .unsupportedMethod,
            in: .head,
            message("PROPFIND / HTTP/1.1")
        ),
    ]

    private static let hosts = [
        Difference(
            "RFC 9112, 3.2",
            "llhttp does not look for Host",
            .missingHost,
            in: .head,
            "GET / HTTP/1.1\r\n\r\n"
        ),
        Difference(
            "RFC 9112, 3.2",
            "llhttp does not count Hosts",
            .repeatedHost,
            in: .head,
            message("GET / HTTP/1.1", "Host: a", "Host: a")
        ),
        Difference(
            "RFC 9112, 3.2",
            "llhttp does not look into Host",
            .malformedHost,
            in: .head,
            message("GET / HTTP/1.1", "Host: a/b")
        ),
        Difference(
            "RFC 9112, 3.2.2",
            "llhttp does not compare Host with the target",
            .contradictoryHost,
            in: .head,
            message("GET http://b/ HTTP/1.1")
        ),
    ]

    private static let semantics = [
        Difference(
            "RFC 9110, 10.1.1",
            "NIO leaves Expect to the application",
            .unsupportedExpectation,
            in: .head,
            message("GET / HTTP/1.1", "Expect: 200-ok")
        ),
        Difference(
            "RFC 9112, 6.1",
            "llhttp takes other codings ahead of chunked, an empty field, and a tab ahead of the value",
            .unsupportedTransferEncoding,
            in: .head,
            message("POST / HTTP/1.1", "Transfer-Encoding: gzip, chunked", body: "0\r\n\r\n")
        ),
        Difference(
            "RFC 9112, 6.1",
            "llhttp takes chunks in HTTP/1.0",
            .transferEncodingInHTTP10,
            in: .head,
            message("POST / HTTP/1.0", "Transfer-Encoding: chunked", body: "0\r\n\r\n")
        ),
        Difference(
            "RFC 9110, 6.5.1",
            "llhttp takes any field for a trailer but those that frame",
            .forbiddenTrailer,
            in: .body,
            chunked("0\r\nHost: b\r\n\r\n")
        ),
    ]

    private static let chunks = [
        Difference(
            "RFC 9112, 7.1.1",
            "llhttp takes an extension without a name or a value",
            .malformedChunkExtension,
            in: .body,
            chunked("0;;a=\r\n\r\n")
        ),
        Difference(
            "RFC 9112, 7.1.1",
            "llhttp takes DEL in the quoted value of an extension",
            .controlCharacter,
            in: .body,
            chunked("0;a=\"\u{7F}\"\r\n\r\n")
        ),
        Difference(
            "RFC 9112, 7.1",
            "llhttp counts chunks in 64 bits, ours in 63, the range of Int",
            .malformedChunkSize,
            in: .body,
            chunked("8000000000000000\r\n")
        ),
        Difference(
            "RFC 9112, 6.2",
            "llhttp counts bodies in 64 bits, ours in 63, and it takes a tab ahead of the number",
            .malformedContentLength,
            in: .head,
            message("POST / HTTP/1.1", "Content-Length: 9223372036854775808")
        ),
    ]

    /// NIO bounds one field to 80 KiB, all to 2 MiB and their number to 256, and extensions not at all.
    private static let bounds = [
        Difference(
            "RFC 9112, 3",
            "NIO has a higher bound",
            .requestLineTooLong(limit: 8192),
            in: .head,
            message("GET /\(String(repeating: "a", count: 8192)) HTTP/1.1")
        ),
        Difference(
            "RFC 9110, 5.4",
            "NIO has a higher bound",
            .fieldTooLong(limit: 8192),
            in: .head,
            message("GET / HTTP/1.1", "X: \(String(repeating: "a", count: 8192))")
        ),
        Difference(
            "RFC 9110, 5.4",
            "NIO has a higher bound",
            .fieldsTooLong(limit: 16384),
            in: .head,
            message(
                "GET / HTTP/1.1",
                "X: \(String(repeating: "a", count: 8000))",
                "Y: \(String(repeating: "a", count: 8000))",
                "Z: \(String(repeating: "a", count: 500))"
            )
        ),
        Difference(
            "RFC 9110, 5.4",
            "NIO has a higher bound",
            .tooManyFields(limit: 100),
            in: .head,
            "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "A:\r\n", count: 100) + "\r\n"
        ),
        Difference(
            "RFC 9112, 7.1.1",
            "NIO has no bound",
            .chunkLineTooLong(limit: 256),
            in: .body,
            chunked("0;\(String(repeating: "a", count: 256))\r\n\r\n")
        ),
        Difference(
            "RFC 9112, 7.1.1",
            "NIO has no bound",
            .chunkExtensionsTooLong(limit: 4096),
            in: .body,
            chunked(String(repeating: "1;\(String(repeating: "a", count: 200))\r\na\r\n", count: 21) + "0\r\n\r\n")
        ),
        Difference(
            "RFC 9112, 7.1.2",
            "NIO has a higher bound",
            .fieldsTooLong(limit: 4096),
            in: .body,
            chunked("0\r\nX: \(String(repeating: "a", count: 4096))\r\n\r\n")
        ),
        Difference(
            "RFC 9112, 7.1.2",
            "NIO has a higher bound",
            .tooManyFields(limit: 16),
            in: .body,
            chunked("0\r\n" + String(repeating: "A:\r\n", count: 17) + "\r\n")
        ),
    ]
}

/// Where one of the two ends the connection, or reads no further on it, and the other does not.
extension Difference {
    /// Whether NIO takes what follows for another protocol and reads no further. Ours knows no other protocol, and ignores
    /// the wish, as RFC 9110, section 7.8, allows.
    static func switchesProtocol(_ exchange: Reading.Exchange) -> Bool {
        exchange.hasField("upgrade") && exchange.hasField("connection", containing: "upgrade")
    }

    /// Whether it is by design that only one of the two ends the connection behind this request, or that both do.
    ///
    /// llhttp reads `Proxy-Connection`, which is of no standard (RFC 9112, appendix C.2.2), as `Connection`; it takes a tab
    /// behind an option for a part of it; and in HTTP/1.0 it has `keep-alive` win over `close`.
    static func explainsEnd(behind ours: Reading.Exchange, _ nio: Reading.Exchange) -> Bool {
        switch (ours.keepsConnectionOpen, nio.keepsConnectionOpen) {
        case (true, false):
            ours.hasField("proxy-connection", containing: "close")
                || ours.minorVersion == 0 && ours.hasField("connection", containing: "keep-alive")
        case (false, true):
            ours.hasField("connection", containing: "close")
                || ours.minorVersion == 0 && ours.hasField("proxy-connection", containing: "keep-alive")
        case (false, false), (true, true):
            true
        }
    }
}
