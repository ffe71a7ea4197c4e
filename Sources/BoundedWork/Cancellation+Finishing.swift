public import SecureMemory

extension Cancellation {
    /// Does a piece of work that stops early, without an error, once it is cancelled. What it then left is never
    /// returned.
    ///
    /// - Parameter work: Fails for lack of memory alone.
    /// - Returns: What `work` returned, if it was wanted to the end.
    /// - Throws: ``WorkFailure``.
    public func finish<Result: ~Copyable>(
        _ work: () throws(OutOfMemory) -> Result
    ) throws(WorkFailure) -> Result {
        let result: Result
        do {
            result = try work()
        } catch {
            throw .outOfMemory(error)
        }
        try check()
        return result
    }
}
