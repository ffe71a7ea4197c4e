import HTTPParsing

/// Why an exchange cannot go on as usual.
enum Interruption: Error {
    /// The request is at fault: it is told so, and the connection closed.
    case request(RequestError)

    /// The server is at fault, or full: 503, and the connection closed. With a sentence for the client.
    case unavailable(String)

    /// There is nobody left to reply to, or no time: the connection is closed.
    case gone
}

extension Interruption {
    static let outOfMemory = Interruption.unavailable("The server is out of memory.")
    static let tooManyUploads = Interruption.unavailable("The server has all the uploads that it can take.")
    static let tooManyReplies = Interruption.unavailable("The server has all the replies that it can hold.")
    static let uploadTooSlow = Interruption.unavailable(
        "The server has all the uploads that it can take, and this one came more slowly than others that wait."
    )
    static let tooManyConnections = Interruption.unavailable("The server has all the connections that it can take.")
    static let handlerTooSlow = Interruption.unavailable("The request took longer than the server allows.")
}
