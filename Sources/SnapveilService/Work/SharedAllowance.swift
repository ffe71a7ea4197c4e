import BoundedWork

/// Memory that all jobs share, as one of them sees it.
protocol SharedAllowance: Sendable {
    /// Bytes that all jobs may take together.
    var capacity: Int { get }

    /// Waits until there are `bytes`, at most ``capacity``, and takes them; false if nobody waits for the job any more.
    func take(_ bytes: Int, _ cancellation: Cancellation) -> Bool

    /// What is taken now.
    var statistics: WorkMemory.Statistics { get }

    /// Gives bytes back that were taken.
    func give(_ bytes: Int)
}

extension SharedAllowance {
    /// Calls `body` when there are `bytes`, which are taken until it returns.
    ///
    /// - Parameter bytes: At most ``capacity``.
    /// - Throws: What `body` throws, or `cancelled` if nobody waits for the job any more.
    func withBytes<Result, Failure: Error>(
        _ bytes: Int,
        _ cancellation: Cancellation,
        cancelled: @autoclosure () -> Failure,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = min(bytes, capacity)
        guard take(bytes, cancellation) else { throw cancelled() }
        defer { give(bytes) }
        return try body()
    }
}
