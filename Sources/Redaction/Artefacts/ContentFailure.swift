public import BoundedWork
package import SecureMemory

/// Reason why a content, or a part of it, was not made safe.
public enum ContentFailure: Error, Equatable {
    /// It cannot be, for a reason that its sender can mend: a sentence without a full stop.
    case refused(String)
    /// The work was called off, exceeds its budget, or lacks memory.
    case unfinished(BudgetFailure)

    init(_ error: any Error) {
        switch error {
        case let failure as ContentFailure: self = failure
        case let failure as BudgetFailure: self = .unfinished(failure)
        case let error as OutOfMemory: self = .outOfMemory(error)
        case ZipError.unfinished(let failure): self = .unfinished(failure)
        default: self = .refused("\(error)")
        }
    }

    /// There is not enough memory.
    package static func outOfMemory(_ error: OutOfMemory) -> ContentFailure { .unfinished(.outOfMemory(error)) }
}

extension ContentFailure: CustomStringConvertible {
    /// A sentence without a full stop.
    public var description: String {
        switch self {
        case .refused(let reason): reason
        case .unfinished(let failure): failure.description
        }
    }
}
