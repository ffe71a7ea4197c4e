import HTTPParsing

/// Why an exchange cannot go on as usual.
enum Interruption: Error {
    /// The request is at fault: it is told so, and the connection closed.
    case request(RequestError)

    /// The server is at fault, or full: 503, and the connection closed.
    case unavailable(HTTPServerShortage)

    /// There is nobody left to reply to, or no time: the connection is closed.
    case gone
}

extension Interruption {
    static let outOfMemory = Interruption.unavailable(.memory)
    static let tooManyUploads = Interruption.unavailable(.uploads)
    static let tooManyReplies = Interruption.unavailable(.replies)
    static let uploadTooSlow = Interruption.unavailable(.slowUpload)
    static let tooManyConnections = Interruption.unavailable(.connections)
    static let handlerTooSlow = Interruption.unavailable(.time)
}
