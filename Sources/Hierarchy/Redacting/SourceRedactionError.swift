import BoundedWork
public import SecureMemory

/// Why a source could not be redacted.
public enum SourceRedactionError: Error, Equatable, CustomStringConvertible {
    /// Looking for what covered elements say takes too long.
    case tooMuchWork
    /// Nobody waits for the source any more.
    case cancelled
    /// There was no memory to redact the source.
    case outOfMemory(OutOfMemory)

    /// States why the search or the writing was not finished.
    init(_ failure: BudgetFailure) {
        switch failure {
        case .spent: self = .tooMuchWork
        case .cancelled: self = .cancelled
        case .outOfMemory(let error): self = .outOfMemory(error)
        }
    }

    /// What went wrong, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .tooMuchWork: "looking for what covered elements say takes too long in this hierarchy"
        case .cancelled: "the work was cancelled"
        case .outOfMemory(let error): error.description
        }
    }
}
