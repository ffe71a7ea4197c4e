public import SecureMemory
import Synchronization

/// Remaining cost of a piece of work, and whether it is still wanted: the one way to bound work that grows faster than its
/// input, but for calls of libraries that cannot ask: ``ProcessorTime``.
///
/// A unit is a look at something: a node, a rectangle, some bytes of a text. It takes a few nanoseconds to some tens, so
/// whatever pays for each look before it takes it asks several times in a millisecond whether it is still wanted.
///
/// ```swift
/// var budget = WorkBudget(limit: 20_000_000, cancellation: work.cancellation)
/// for element in elements {
///     try budget.spend()
///     look(at: element)
/// }
/// ```
public struct WorkBudget: Sendable {
    /// Units that are spent without asking whether the work is still wanted.
    public static let unitsBetweenQuestions = 16_384

    /// Units that can be spent before the next question.
    @usableFromInline var allowance = 0
    /// Units that are granted beyond ``allowance``.
    private var reserve: Int
    /// Says whether the work is still wanted.
    public let cancellation: Cancellation

    /// Grants units of work.
    ///
    /// - Parameters:
    ///   - limit: The number of units, 0 or more.
    ///   - cancellation: Says whether the work is still wanted; by default it always is.
    public init(limit: Int, cancellation: Cancellation = Cancellation()) {
        self.reserve = limit
        self.cancellation = cancellation
    }

    /// Units that can still be spent.
    public var remaining: Int { allowance + reserve }

    /// Pays for work that is about to be done.
    ///
    /// - Parameter units: Its cost, 0 or more.
    /// - Throws: ``BudgetFailure/spent`` if fewer than `units` are left, and then none are; ``BudgetFailure/cancelled``.
    @inlinable
    public mutating func spend(_ units: Int = 1) throws(BudgetFailure) {
        guard units <= allowance else { return try ask(toSpend: units) }
        allowance -= units
    }

    @usableFromInline
    mutating func ask(toSpend units: Int) throws(BudgetFailure) {
        guard !cancellation.isCancelled else { throw .cancelled }
        let remaining = remaining
        guard units <= remaining else {
            (allowance, reserve) = (0, 0)
            throw .spent
        }
        allowance = min(remaining - units, Self.unitsBetweenQuestions)
        reserve = remaining - units - allowance
    }
}

extension WorkBudget {
    /// The results of pieces of work in their order: ``WorkContext/map(_:atMost:_:)``.
    ///
    /// Each piece may spend as much as is left at the beginning, so that no result depends on which pieces are done before. All are
    /// paid together in the end, also if one fails. None is begun once others have spent more than is left: all spend less than a
    /// piece for each thread beyond it.
    ///
    /// - Throws: The error of the first piece that fails; ``BudgetFailure/spent`` if all pieces together have spent more than is left.
    public mutating func map<Output: Sendable>(
        _ count: Int,
        on work: WorkContext,
        _ body: (_ piece: Int, _ budget: inout WorkBudget) throws -> Output
    ) throws -> [Output] {
        let whole = self
        let spent = Atomic(0)
        let result = Result {
            try work.map(count) { piece in
                guard spent.load(ordering: .relaxed) <= whole.remaining else { throw BudgetFailure.spent }
                var budget = whole
                defer { spent.add(whole.remaining - budget.remaining, ordering: .relaxed) }
                return try body(piece, &budget)
            }
        }
        let payment = Result { try spend(spent.load(ordering: .relaxed)) }
        let outputs = try result.get()
        try payment.get()
        return outputs
    }
}

/// Reason why a piece of work that is paid from a ``WorkBudget`` was not finished.
public enum BudgetFailure: Error, Equatable {
    /// The work takes more than the budget grants.
    case spent
    /// Nobody waits for the work any more.
    case cancelled
    /// There is not enough memory.
    case outOfMemory(OutOfMemory)
}

extension BudgetFailure: CustomStringConvertible {
    /// A sentence for a log.
    public var description: String {
        switch self {
        case .spent: "the work exceeds its budget"
        case .cancelled: "the work was cancelled"
        case .outOfMemory(let error): error.description
        }
    }
}

/// The value of `body`; an error that it throws becomes the one that `transform` makes of it.
///
/// ```swift
/// let header = try mapError(file.checkedHeader(), \DecodingError.redactionError)
/// ```
/// The type of the error is known by that of `transform`: a key path, a closure that states it, or a function that is not
/// overloaded.
package func mapError<Value: ~Copyable, Failure: Error, Mapped: Error>(
    _ body: @autoclosure () throws(Failure) -> Value,
    _ transform: (Failure) -> Mapped
) throws(Mapped) -> Value {
    do {
        return try body()
    } catch {
        throw transform(error)
    }
}
