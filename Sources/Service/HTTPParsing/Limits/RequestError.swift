public import HTTPTypes

/// The faults of a request as a message, each with the status to reply and a sentence for the sender.
///
/// After any of these the place where the next message would begin is unknown or not to be trusted: the connection is
/// closed once the reply is out. No case holds a byte of the input.
public enum RequestError: Error, Hashable {
    // MARK: Lines (RFC 9112, section 2.2)
    /// A line ends with LF alone.
    case bareLineFeed
    /// A CR has no LF behind it.
    case bareCarriageReturn
    /// There is NUL or another control character in a line.
    case controlCharacter

    // MARK: The request line (RFC 9112, section 3)
    /// The request line has not three parts with one space between them.
    case malformedRequestLine
    /// The method is not a token.
    case malformedMethod
    /// The target has none of the forms that go with the method.
    case malformedTarget
    /// The version is not `HTTP/` and two digits.
    case malformedVersion
    /// The request line is longer than ``MessageLimits/requestLineBytes``.
    case requestLineTooLong(limit: Int)
    /// The version is another one than 1.0 and 1.1.
    case unsupportedVersion
    /// The method is CONNECT, or not one of the standard.
    case unsupportedMethod

    // MARK: Fields (RFC 9112, section 5)
    /// A field line has no name or no colon, or a space before the colon.
    case malformedField
    /// A field line begins with whitespace (obs-fold).
    case foldedField
    /// A field line is longer than ``MessageLimits/fieldLineBytes``.
    case fieldTooLong(limit: Int)
    /// The field lines together are longer than ``MessageLimits/fieldSectionBytes``, or those of the trailer than
    /// ``MessageLimits/trailerSectionBytes``.
    case fieldsTooLong(limit: Int)
    /// There are more field lines than ``MessageLimits/fieldCount``, or in the trailer than ``MessageLimits/trailerCount``.
    case tooManyFields(limit: Int)

    // MARK: Host (RFC 9112, section 3.2)
    /// A request of HTTP/1.1 has no `Host`.
    case missingHost
    /// There is more than one `Host`.
    case repeatedHost
    /// The `Host` is not a host with an optional port.
    case malformedHost
    /// The `Host` is not the one of the absolute target.
    case contradictoryHost

    // MARK: Framing (RFC 9112, section 6)
    /// The `Content-Length` is not a decimal number, or too large a one.
    case malformedContentLength
    /// There is more than one `Content-Length`, or a list of them, even if all are equal.
    case repeatedContentLength
    /// The `Transfer-Encoding` is anything other than `chunked`, once.
    case unsupportedTransferEncoding
    /// The head has both a `Transfer-Encoding` and a `Content-Length`: two ways to find the end of the body.
    case transferEncodingWithContentLength
    /// A sender of HTTP/1.0, which does not know it, sent a `Transfer-Encoding`.
    case transferEncodingInHTTP10

    // MARK: Chunks (RFC 9112, section 7.1)
    /// A chunk size is not a hexadecimal number, or too large a one.
    case malformedChunkSize
    /// A chunk extension does not follow the grammar, or has whitespace in it.
    case malformedChunkExtension
    /// A chunk is longer than its size says.
    case missingChunkEnd
    /// The line before a chunk is longer than ``MessageLimits/chunkLineBytes``.
    case chunkLineTooLong(limit: Int)
    /// The chunk extensions together are longer than ``MessageLimits/chunkExtensionBytes``.
    case chunkExtensionsTooLong(limit: Int)
    /// A field stands in the trailer that belongs into the head.
    case forbiddenTrailer

    // MARK: Semantics (RFC 9110)
    /// The `Expect` is another one than `100-continue`.
    case unsupportedExpectation
    /// The body is larger than the server takes.
    case bodyTooLarge(limit: Int)
    /// The head has not arrived before the deadline of the server.
    case headTooSlow
    /// The body has not arrived before the deadline of the server, or comes below its minimum rate.
    case bodyTooSlow

    // MARK: The server
    /// There is no memory for a line or a field.
    case outOfMemory
}

extension RequestError {
    /// The status to reply with.
    public var status: HTTPResponse.Status {
        switch self {
        case .requestLineTooLong: .uriTooLong
        case .unsupportedVersion: .httpVersionNotSupported
        case .unsupportedMethod: .notImplemented
        case .fieldTooLong, .fieldsTooLong, .tooManyFields: .requestHeaderFieldsTooLarge
        case .unsupportedExpectation: .expectationFailed
        case .bodyTooLarge: .contentTooLarge
        case .headTooSlow, .bodyTooSlow: .requestTimeout
        case .outOfMemory: .serviceUnavailable
        default: .badRequest
        }
    }
}

extension RequestError: CustomStringConvertible {
    /// A sentence for the sender of the request.
    public var description: String {
        switch self {
        case .bareLineFeed: "A line ends with LF alone; HTTP lines end with CR LF."
        case .bareCarriageReturn: "A CR is not followed by LF; HTTP lines end with CR LF."
        case .controlCharacter: "A line of the request holds a control character."
        case .malformedRequestLine: "The request line is not a method, a target and a version with one space between."
        case .malformedMethod: "The method is not a token."
        case .malformedTarget: "The request target is not a path, an absolute http URI or, with OPTIONS, an asterisk."
        case .malformedVersion: "The version on the request line is not of the form HTTP/1.1."
        case .requestLineTooLong(let limit): "The request line is longer than \(limit) bytes."
        case .unsupportedVersion: "The server speaks only HTTP/1.1 and HTTP/1.0."
        case .unsupportedMethod: "The server does not know the method."
        case .malformedField: "A header line is not a field name, a colon and a value."
        case .foldedField: "A header line begins with a space; folded fields are obsolete and not accepted."
        case .fieldTooLong(let limit): "A header field is longer than \(limit) bytes."
        case .fieldsTooLong(let limit): "The header fields together are longer than \(limit) bytes."
        case .tooManyFields(let limit): "There are more than \(limit) header fields."
        case .missingHost: "The Host field is missing."
        case .repeatedHost: "There is more than one Host field."
        case .malformedHost: "The Host field is not a host name or address with an optional port."
        case .contradictoryHost: "The Host field and the host of the request target differ."
        case .malformedContentLength: "The Content-Length is not a decimal number of bytes."
        case .repeatedContentLength: "There is more than one Content-Length."
        case .unsupportedTransferEncoding: "The only Transfer-Encoding accepted is chunked, given once."
        case .transferEncodingWithContentLength: "The request has both a Transfer-Encoding and a Content-Length."
        case .transferEncodingInHTTP10: "HTTP/1.0 knows no Transfer-Encoding."
        case .malformedChunkSize: "A chunk size is not a hexadecimal number of bytes."
        case .malformedChunkExtension: "A chunk extension is not well-formed."
        case .missingChunkEnd: "A chunk is not followed by CR LF."
        case .chunkLineTooLong(let limit): "A chunk size line is longer than \(limit) bytes."
        case .chunkExtensionsTooLong(let limit): "The chunk extensions together are longer than \(limit) bytes."
        case .forbiddenTrailer: "A field that frames, routes or authorises the request stands in its trailer."
        case .unsupportedExpectation: "The only supported expectation is 100-continue."
        case .bodyTooLarge(let limit): "The body is larger than \(limit) bytes."
        case .headTooSlow: "The request line and header fields took too long to arrive."
        case .bodyTooSlow: "The body took too long to arrive."
        case .outOfMemory: "The server is out of memory."
        }
    }
}
