public import SecureMemory
public import Synchronization

/// Whether a piece of work is still wanted: shared by the code that does it and the code that may call it off.
///
/// Once cancelled, it stays so. A loop may therefore stop early without an error, as long as its caller asks again
/// before it takes the result for whole.
public final class Cancellation: Sendable {
    @usableFromInline let flag = Atomic(false)
    private let actions = Mutex<[@Sendable () -> Void]>([])

    /// Begins with work that is wanted, until ``cancel()``.
    public init() {}

    /// Whether the work is not wanted any more. Costs no more than reading a variable, so that it can be asked for each row
    /// of a picture: no step may run for longer than 50 ms without asking.
    @inlinable public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Calls the work off, from any thread.
    public func cancel() {
        let actions = actions.withLock { actions in
            flag.store(true, ordering: .relaxed)
            defer { actions = [] }
            return actions
        }
        for action in actions { action() }
    }

    /// Calls `action` once the work is called off, on the thread that calls it off; at once if that has happened already. This
    /// is for code that waits for something else and so cannot ask.
    public func whenCancelled(_ action: @escaping @Sendable () -> Void) {
        let isLate = actions.withLock { actions in
            guard !isCancelled else { return true }
            actions.append(action)
            return false
        }
        if isLate { action() }
    }

    /// Ends work that is not wanted any more.
    ///
    /// - Throws: ``WorkFailure/cancelled`` if it is not.
    public func check() throws(WorkFailure) {
        guard !isCancelled else { throw .cancelled }
    }
}

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

/// Why a piece of work that cannot fail otherwise was not finished.
public enum WorkFailure: Error, Equatable, CustomStringConvertible {
    /// There is not enough memory.
    case outOfMemory(OutOfMemory)
    /// Nobody waits for the work any more.
    case cancelled

    /// A sentence for a log.
    public var description: String {
        switch self {
        case .outOfMemory(let error): error.description
        case .cancelled: "the work was cancelled"
        }
    }
}
