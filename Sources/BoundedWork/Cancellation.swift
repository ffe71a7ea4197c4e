public import Synchronization

/// Whether a piece of work is still wanted: shared by the code that does it and the code that may call it off.
///
/// Once cancelled, it stays so. A loop may therefore stop early without an error, as long as its caller asks again
/// before it takes the result for whole.
public final class Cancellation: Sendable {
    @usableFromInline let flag = Atomic(false)

    /// Begins with work that is wanted, until ``cancel()``.
    public init() {}

    /// Whether the work is not wanted any more. Costs no more than reading a variable, so that it can be asked for each row
    /// of a picture: no step may run for longer than 50 ms without asking.
    @inlinable public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Calls the work off, from any thread.
    public func cancel() { flag.store(true, ordering: .relaxed) }

    /// Ends work that is not wanted any more.
    ///
    /// - Throws: ``WorkFailure/cancelled`` if it is not.
    public func check() throws(WorkFailure) {
        guard !isCancelled else { throw .cancelled }
    }
}
