import BoundedWork

/// Why an expression could not be evaluated to elements.
public enum XPathEvaluationError: Error, Equatable {
    /// The expression takes more work than the budget grants.
    case workLimit
    /// Nobody waits for the elements any more.
    case cancelled
    /// The expression selected an attribute, or the document, besides or instead of elements.
    case notAnElement
    /// There is no memory for a string that the expression computes.
    case outOfMemory

    init(_ failure: BudgetFailure) {
        switch failure {
        case .spent: self = .workLimit
        case .cancelled: self = .cancelled
        case .outOfMemory: self = .outOfMemory
        }
    }
}

extension XPathEvaluationError: CustomStringConvertible {
    /// What went wrong, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .workLimit: "the XPath takes too much work on this document; make it more specific"
        case .cancelled: "the work was cancelled"
        case .notAnElement: "the XPath selects something that is not an element: an attribute, or the whole document"
        case .outOfMemory: "there is not enough memory to evaluate the XPath"
        }
    }
}

extension WorkBudget {
    /// Pays for `units` of work that are about to be done.
    ///
    /// - Throws: ``XPathEvaluationError/workLimit`` if fewer are left; ``XPathEvaluationError/cancelled``.
    @inline(__always)
    mutating func pay(_ units: Int = 1) throws(XPathEvaluationError) {
        do {
            try spend(units)
        } catch {
            throw XPathEvaluationError(error)
        }
    }

    /// Pays for touching `byteCount` bytes of text.
    mutating func pay(bytes byteCount: Int) throws(XPathEvaluationError) {
        try pay(1 + byteCount / 16)
    }
}
