public import SecureMemory
public import Synchronization

/// Flag of a piece of work that is still wanted: shared by the code that does it and the code that may cancel it.
///
/// Once cancelled, it stays so. A loop may therefore stop early without an error, as long as its caller asks again before it
/// takes the result for whole.
public final class Cancellation: Sendable {
    @usableFromInline let flag = Atomic(false)
    private let actions = Mutex<[@Sendable () -> Void]>([])

    /// Begins with work that is wanted, until ``cancel()``.
    public init() {}

    /// Whether the work is not wanted any more. Costs no more than reading a variable, so that it can be asked for each row
    /// of a picture: no step may run for longer than 50 ms without asking.
    @inlinable public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Cancels the work, from any thread.
    public func cancel() {
        let actions = actions.withLock { actions in
            flag.store(true, ordering: .relaxed)
            defer { actions = [] }
            return actions
        }
        for action in actions { action() }
    }

    /// Calls `action` once the work is cancelled, on the thread that cancels it; at once if that has happened already. For code
    /// that waits for something else and so cannot ask.
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
    /// Does a piece of work that stops early, without an error, once it is cancelled. Its partial result is never returned.
    ///
    /// - Parameter work: Fails for lack of memory alone.
    /// - Returns: The result of `work`, if it was wanted to the end.
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

/// Reason why a piece of work that cannot fail otherwise was not finished.
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

/// Terms of a piece of work: its number of threads, and whether it is still wanted.
public struct WorkContext: Sendable {
    /// Says whether the work is still wanted.
    public let cancellation: Cancellation

    private let availableThreads: @Sendable () -> Int

    /// Makes the terms of a piece of work.
    ///
    /// - Parameters:
    ///   - cancellation: Says whether the work is still wanted; by default it always is.
    ///   - threads: The number of threads, 1 or more, asked anew before each step.
    public init(
        cancellation: Cancellation = Cancellation(),
        threads: @escaping @Sendable () -> Int = { 1 }
    ) {
        self.cancellation = cancellation
        availableThreads = threads
    }

    /// Number of threads for the next step, 1 or more. No result depends on it.
    public var threads: Int { max(availableThreads(), 1) }

    /// Whether nobody waits for the work any more.
    public var isCancelled: Bool { cancellation.isCancelled }
}

extension SecureBytesBuilder {
    /// Appends a copy of bytes that may take long to copy. Once it is cancelled, not all of them are appended.
    public mutating func append(_ bytes: SecureBytes, _ cancellation: Cancellation) throws(OutOfMemory) {
        let bytesOfStep = 8 << 20
        try reserve(bytes.count)
        for start in stride(from: 0, to: bytes.count, by: bytesOfStep).whileWanted(cancellation) {
            try append(bytes[start..<min(start + bytesOfStep, bytes.count)])
        }
    }
}

extension Sequence {
    /// The elements, of which none follows once `cancellation` is cancelled.
    ///
    /// ```swift
    /// for y in rows.whileWanted(cancellation) { paint(y) }
    /// ```
    /// The loop stops without an error, so its caller has to ask, too: ``Cancellation/finish(_:)``.
    @inlinable
    public func whileWanted(_ cancellation: Cancellation) -> WantedElements<Self> {
        WantedElements(self, cancellation)
    }
}

/// Elements of a sequence, as long as the work on them is wanted. Compiled into the loops of other modules, where it costs no
/// more than the question.
public struct WantedElements<Base: Sequence>: Sequence, IteratorProtocol {
    @usableFromInline var elements: Base.Iterator
    @usableFromInline let cancellation: Cancellation

    @inlinable
    init(_ base: Base, _ cancellation: Cancellation) {
        elements = base.makeIterator()
        self.cancellation = cancellation
    }

    /// The next element; nil after the last, and once the work is cancelled.
    @inlinable
    public mutating func next() -> Base.Element? {
        cancellation.isCancelled ? nil : elements.next()
    }
}
