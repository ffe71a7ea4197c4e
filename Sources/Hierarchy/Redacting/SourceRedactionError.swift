import BoundedWork
public import SecureMemory

/// Why a source could not be redacted.
public enum SourceRedactionError: Error, Equatable, CustomStringConvertible {
    /// So many texts are alike that looking for them takes too long.
    case tooMuchWork
    /// Nobody waits for the source any more.
    case cancelled
    /// There was no memory.
    case outOfMemory(OutOfMemory)

    /// States why the search or the writing was not finished.
    init(_ failure: BudgetFailure) {
        switch failure {
        case .spent: self = .tooMuchWork
        case .cancelled: self = .cancelled
        case .outOfMemory(let error): self = .outOfMemory(error)
        }
    }

    /// A sentence for whoever asked.
    public var description: String {
        switch self {
        case .tooMuchWork: "the hierarchy has so many texts that begin alike that looking for them takes too long"
        case .cancelled: "the work was cancelled"
        case .outOfMemory(let error): error.description
        }
    }
}
