import BoundedWork

/// Why it could not be found out whether a text matches.
public enum RegexMatchError: Error, Equatable {
    /// The work of the matcher is spent, or this text alone needs more memory than a text may take.
    case workLimit
    /// Nobody waits for the answer any more.
    case cancelled
    /// The text is not well-formed UTF-8.
    case notUTF8
    /// There is no memory to match with.
    case outOfMemory

    init(_ failure: BudgetFailure) {
        switch failure {
        case .spent: self = .workLimit
        case .cancelled: self = .cancelled
        case .outOfMemory: self = .outOfMemory
        }
    }
}

extension RegexMatchError: CustomStringConvertible {
    /// What went wrong, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .workLimit: "the regular expression takes too much work on these texts; make it more specific"
        case .cancelled: "the work was cancelled"
        case .notUTF8: "the text is not well-formed UTF-8"
        case .outOfMemory: "there is not enough memory to match the regular expression"
        }
    }
}
