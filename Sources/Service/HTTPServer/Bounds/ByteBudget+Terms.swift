extension ByteBudget {
    /// How many bytes there are, and how they are shared.
    struct Terms: Sendable {
        /// Bytes that all leases may have together.
        let capacity: Int
        /// Part of ``capacity``, in bytes, that is kept for leases of up to ``smallLease`` bytes.
        var smallReserve: Int { capacity / 8 }
        /// What a lease may have of the reserve: 2 MiB, as a screenshot has, or all of a reserve that is smaller.
        var smallLease: Int { min(2 << 20, smallReserve) }
        /// Bytes that one peer may have while another waits.
        let peerShare: Int
        /// Bytes that one peer may have in any case, so that another finds some when it comes.
        var peerLimit: Int { peerShare < capacity ? capacity - smallReserve : capacity }
        /// A transfer that is slower, in bytes a second, is ended when somebody waits: 64 KiB/s, at which a screenshot
        /// takes a quarter of a minute.
        let leastRate = 64 << 10

        /// Terms by which a peer may have a share of all bytes.
        ///
        /// - Parameters:
        ///   - capacity: Bytes that all leases may have together.
        ///   - peerShare: The share of one peer while another waits, above 0 and up to 1.
        init(capacity: Int, peerShare: Double) {
            self.capacity = capacity
            self.peerShare = Int(Double(capacity) * min(max(peerShare, 0), 1))
        }
    }
}
