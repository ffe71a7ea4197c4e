/// Under what terms a piece of work is done: with how many threads, and until when it is wanted.
public struct WorkContext: Sendable {
    /// Tells whether the work is still wanted.
    public let cancellation: Cancellation

    private let availableThreads: @Sendable () -> Int

    /// Makes the terms of a piece of work.
    ///
    /// - Parameters:
    ///   - cancellation: Tells whether the work is still wanted; by default it always is.
    ///   - threads: How many threads may work at a time, 1 or more, asked anew before each step.
    public init(
        cancellation: Cancellation = Cancellation(),
        threads: @escaping @Sendable () -> Int = { 1 }
    ) {
        self.cancellation = cancellation
        availableThreads = threads
    }

    /// How many threads may work on the next step at a time, 1 or more. No result depends on it.
    public var threads: Int { max(availableThreads(), 1) }

    /// Whether nobody waits for the work any more.
    public var isCancelled: Bool { cancellation.isCancelled }
}
