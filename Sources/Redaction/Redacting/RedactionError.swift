import BoundedWork
public import Hierarchy
public import ImageCore
public import SecureMemory

/// Why a snapshot was not redacted. Nothing of it is in any of these.
public enum RedactionError: Error, Equatable, CustomStringConvertible {
    /// The snapshot does not decode.
    case decoding(DecodingError)
    /// The policy cannot be carried out on this snapshot.
    case policy(PolicyError)
    /// The hierarchy that came with the snapshot cannot be read.
    case hierarchy(HierarchyError)
    /// What covered elements say could not be taken out of the hierarchy.
    case source(SourceRedactionError)
    /// The result could not be written.
    case encoding(EncodingError)
    /// No memory for the work.
    case outOfMemory(OutOfMemory)
    /// Nobody waits for the result any more.
    case cancelled

    /// The snapshot was not decoded.
    init(_ error: DecodingError) {
        self = error == .cancelled ? .cancelled : .decoding(error)
    }

    /// The result was not written.
    init(_ error: EncodingError) {
        self = error == .cancelled ? .cancelled : .encoding(error)
    }

    /// The hierarchy was not read.
    init(_ error: HierarchyError) {
        self = error.reason == .cancelled ? .cancelled : .hierarchy(error)
    }

    /// What covered elements say was not taken out.
    init(_ error: SourceRedactionError) {
        self = error == .cancelled ? .cancelled : .source(error)
    }

    /// Something was not found out.
    ///
    /// - Parameter error: What it means that it takes too much work.
    init(_ failure: BudgetFailure, orIfSpent error: PolicyError) {
        switch failure {
        case .spent: self = .policy(error)
        case .cancelled: self = .cancelled
        case .outOfMemory(let error): self = .outOfMemory(error)
        }
    }

    /// Something was not painted.
    init(_ failure: WorkFailure) {
        switch failure {
        case .outOfMemory(let error): self = .outOfMemory(error)
        case .cancelled: self = .cancelled
        }
    }

    /// A sentence for whoever asked.
    public var description: String {
        switch self {
        case .decoding(let error): error.description
        case .policy(let error): error.description
        case .hierarchy(let error): error.description
        case .source(let error): error.description
        case .encoding(let error): error.description
        case .outOfMemory(let error): error.description
        case .cancelled: "the work was cancelled"
        }
    }
}
