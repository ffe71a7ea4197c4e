public import SecureMemory

/// Why a piece of work that is paid for from a ``WorkBudget`` was not finished.
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
        case .spent: "the work takes more than it may"
        case .cancelled: "the work was cancelled"
        case .outOfMemory(let error): error.description
        }
    }
}
