public import SecureMemory

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
