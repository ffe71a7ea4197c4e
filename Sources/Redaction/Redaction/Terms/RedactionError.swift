import BoundedRegex
import BoundedWork
import Detection
public import Hierarchy
public import ImageCore
import Messages
public import SecureMemory
package import StrictJSON

/// Why a snapshot was not redacted. No error holds anything of the snapshot.
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
    /// Looking at the picture for what the policy names takes more work than that of a request may.
    case tooExpensive
    /// There is no memory for the work.
    case outOfMemory(OutOfMemory)
    /// Nobody waits for the result any more.
    case cancelled

    /// What another error means for a redaction.
    init(_ cause: some RedactionCause) {
        self = cause.redactionError
    }

    /// Why something was not found out within its budget.
    ///
    /// - Parameters:
    ///   - failure: What went wrong.
    ///   - error: What to say if it takes too much work.
    init(_ failure: BudgetFailure, orIfSpent error: PolicyError) {
        switch failure {
        case .spent: self = .policy(error)
        case .cancelled: self = .cancelled
        case .outOfMemory(let error): self = .outOfMemory(error)
        }
    }

    /// Why a picture was not looked at to the end.
    ///
    /// - Parameters:
    ///   - error: A `DetectionFailure`, or an error of searching in what was read.
    ///   - pointer: The place of what was looked for.
    package init(looking error: any Error, at pointer: JSONPointer = JSONPointer([])) {
        switch error {
        case DetectionFailure.cancelled, RegexMatchError.cancelled, BudgetFailure.cancelled: self = .cancelled
        case DetectionFailure.outOfMemory(let error), BudgetFailure.outOfMemory(let error): self = .outOfMemory(error)
        case RegexMatchError.outOfMemory: self = .outOfMemory(.unknown)
        case DetectionFailure.tooExpensive, RegexMatchError.workLimit, BudgetFailure.spent: self = .tooExpensive
        case let cause as any RedactionCause: self = cause.redactionError
        default: self = .policy(.elementsUndecided(pointer, "the picture could not be looked at: \(error)"))
        }
    }

    /// Why a message was not drawn.
    ///
    /// - Parameters:
    ///   - error: What went wrong.
    ///   - rule: Index of the rule whose style is the message.
    init(_ error: MessageError, rule: Int) {
        switch error {
        case .outOfMemory(let error): self = .outOfMemory(error)
        case .cancelled: self = .cancelled
        case .missingGlyph, .blank, .noFonts: self = .policy(.messageImpossible(rule: rule, error))
        }
    }

    /// What went wrong, as a sentence without a full stop for the caller.
    public var description: String {
        switch self {
        case .decoding(let error): error.description
        case .policy(let error): error.description
        case .hierarchy(let error): error.description
        case .source(let error): error.description
        case .encoding(let error): error.description
        case .tooExpensive: "looking at the picture takes more work than it may; send a smaller one"
        case .outOfMemory(let error): error.description
        case .cancelled: "the work was cancelled"
        }
    }
}

/// An error of a part of the work that ends a redaction.
protocol RedactionCause: Error {
    /// What the error means for the redaction.
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
