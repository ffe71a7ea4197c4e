/// The load of a server now, and the counts since it was made.
public struct HTTPServerStatistics: Sendable {
    /// Connections that are open.
    public let connections: Int
    /// Connections that were accepted.
    public let acceptedConnections: Int
    /// The memory for bodies.
    public let uploads: Budget
    /// The memory for replies.
    public let replies: Budget
    /// Requests that were refused, by the resource that was short.
    public let shortages: [HTTPServerShortage: Int]

    /// Memory that exchanges share.
    public struct Budget: Sendable {
        /// Bytes that there are.
        public let capacity: Int
        /// Bytes that exchanges have.
        public let used: Int
        /// Exchanges that wait for more.
        public let waiting: Int
        /// Transfers that were ended because others waited.
        public let endedTransfers: Int
    }
}

/// A resource that a server lacks for a request, which it refuses with a 503.
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
        case .uploads: "The server has no room for more uploads."
        case .slowUpload:
            "The server has no room for more uploads, and this upload was slower than others that wait."
        case .replies: "The server has no room for more replies."
        case .connections: "The server has no room for more connections."
        case .time: "The request took longer than the server allows."
        }
    }
}
