/// What a server lacks for a request, which it refuses with a 503.
public enum HTTPServerShortage: String, CaseIterable, Sendable {
    /// The process has no memory.
    case memory
    /// The bodies of other requests have all the memory for bodies.
    case uploads
    /// Others wait for the memory for bodies, and this one came more slowly than they would.
    case slowUpload = "slow-upload"
    /// Other replies have all the memory for replies.
    case replies
    /// All connections for anything but probes are taken.
    case connections
    /// The handler took longer than it may.
    case time
}

extension HTTPServerShortage: CustomStringConvertible {
    /// A sentence for the client.
    public var description: String {
        switch self {
        case .memory: "The server is out of memory."
        case .uploads: "The server has all the uploads that it can take."
        case .slowUpload:
            "The server has all the uploads that it can take, and this one came more slowly than others that wait."
        case .replies: "The server has all the replies that it can hold."
        case .connections: "The server has all the connections that it can take."
        case .time: "The request took longer than the server allows."
        }
    }
}
