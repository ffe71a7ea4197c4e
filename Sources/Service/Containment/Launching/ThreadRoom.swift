import CContainment

/// The threads and processes that the system lets there be.
public enum ThreadRoom {
    /// Threads that a server takes, with workers in processes of their own, and as many again in case.
    private static func needed(workers: Int) -> Int { 64 + 16 * workers }

    /// Makes sure that there can be all threads that a server will need: later, Dispatch would wait for them for ever.
    ///
    /// - Parameter workers: Processes that work; 0 if the server works itself.
    /// - Throws: ``ContainmentError/tooFewThreads(_:needed:)``.
    public static func check(workers: Int) throws(ContainmentError) {
        let needed = needed(workers: workers)
        let count = Int(containment_startable_threads(Int32(clamping: needed)))
        guard count >= needed else { throw .tooFewThreads(count, needed: needed) }
    }
}
