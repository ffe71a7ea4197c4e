/// What a server has to do at a time, and what it has had to do since it was made.
public struct HTTPServerStatistics: Sendable {
    /// Connections that are open.
    public let connections: Int
    /// Connections that were accepted.
    public let acceptedConnections: Int
    /// The memory for bodies.
    public let uploads: Budget
    /// The memory for replies.
    public let replies: Budget
    /// Requests that were refused, by what there was too little of.
    public let shortages: [HTTPServerShortage: Int]

    /// Memory that exchanges share.
    public struct Budget: Sendable {
        /// Bytes that there are.
        public let capacity: Int
        /// Bytes that exchanges have.
        public let used: Int
        /// Exchanges that wait for more.
        public let waiting: Int
        /// Transfers that were ended, as others waited.
        public let endedTransfers: Int
    }
}
