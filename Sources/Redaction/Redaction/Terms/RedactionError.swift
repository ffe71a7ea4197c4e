import BoundedRegex
import BoundedWork
import Detection
public import Hierarchy
public import ImageCore
import Messages
public import SecureMemory
package import StrictJSON

/// A reason why a snapshot was not redacted, without anything of the snapshot.
public enum RedactionError: Error, Equatable, CustomStringConvertible {
    /// The snapshot does not decode.
    case decoding(DecodingError)
    /// The policy cannot be carried out on this snapshot.
    case policy(PolicyError)
    /// The page source cannot be read.
    case hierarchy(HierarchyError)
    /// The text of covered elements could not be taken out of the page source.
    case source(SourceRedactionError)
    /// The result could not be written.
    case encoding(EncodingError)
    /// Looking for the policy's targets takes more work than a request may.
    case tooExpensive
    /// There is no memory for the work.
    case outOfMemory(OutOfMemory)
    /// Nobody waits for the result any more.
    case cancelled

    init(_ cause: some RedactionCause) {
        self = cause.redactionError
    }

    /// Takes `error` for a spent budget.
    init(_ failure: BudgetFailure, orIfSpent error: PolicyError) {
        switch failure {
        case .spent: self = .policy(error)
        case .cancelled: self = .cancelled
        case .outOfMemory(let error): self = .outOfMemory(error)
        }
    }

    package init(looking error: any Error, at pointer: JSONPointer = JSONPointer([])) {
        switch error {
        case DetectionFailure.cancelled, RegexMatchError.unfinished(.cancelled), BudgetFailure.cancelled:
            self = .cancelled
        case DetectionFailure.outOfMemory(let error), RegexMatchError.unfinished(.outOfMemory(let error)),
            BudgetFailure.outOfMemory(let error):
            self = .outOfMemory(error)
        case DetectionFailure.tooExpensive, RegexMatchError.unfinished(.spent), BudgetFailure.spent:
            self = .tooExpensive
        case let cause as any RedactionCause: self = cause.redactionError
        default: self = .policy(.elementsUndecided(pointer, "looking at the snapshot failed: \(error)"))
        }
    }

    init(_ error: MessageError, rule: Int) {
        switch error {
        case .outOfMemory(let error): self = .outOfMemory(error)
        case .cancelled: self = .cancelled
        case .missingGlyph, .blank, .noFonts: self = .policy(.messageImpossible(rule: rule, error))
        }
    }

    /// The fault as a sentence without a full stop.
    public var description: String {
        switch self {
        case .decoding(let error): error.description
        case .policy(let error): error.description
        case .hierarchy(let error): error.description
        case .source(let error): error.description
        case .encoding(let error): error.description
        case .tooExpensive: "looking at the snapshot takes too much work; send a smaller one"
        case .outOfMemory(let error): error.description
        case .cancelled: "the work was cancelled"
        }
    }
}

extension RedactionError {
    /// The error, with the faulty part of the policy in brackets.
    package var sentence: String {
        switch self {
        case .policy(let error): "\(self)" + (error.pointer.map { " (policy at \"\($0)\")" } ?? "")
        case .hierarchy: "the page source cannot be read: \(self)"
        default: "\(self)"
        }
    }
}

/// An error of a part that ends the redaction.
protocol RedactionCause: Error {
    var redactionError: RedactionError { get }
}

extension DecodingError: RedactionCause {
    var redactionError: RedactionError { self == .cancelled ? .cancelled : .decoding(self) }
}

extension EncodingError: RedactionCause {
    var redactionError: RedactionError { self == .cancelled ? .cancelled : .encoding(self) }
}

extension HierarchyError: RedactionCause {
    var redactionError: RedactionError { reason == .cancelled ? .cancelled : .hierarchy(self) }
}

extension SourceRedactionError: RedactionCause {
    var redactionError: RedactionError { self == .cancelled ? .cancelled : .source(self) }
}

extension PolicyError: RedactionCause {
    var redactionError: RedactionError { .policy(self) }
}

extension OutOfMemory: RedactionCause {
    var redactionError: RedactionError { .outOfMemory(self) }
}

extension WorkFailure: RedactionCause {
    var redactionError: RedactionError {
        switch self {
        case .outOfMemory(let error): .outOfMemory(error)
        case .cancelled: .cancelled
        }
    }
}
