public import BoundedWork
public import SecureMemory

extension Hierarchy {
    /// Replacement of a removed text: ASCII that no format has to escape.
    public static let redactedText = "[redacted]"

    /// The source without the texts of `covered` elements and all elements in them.
    ///
    /// Of those elements, `value`, `label`, `text`, `content-desc`, `hint` and `placeholderValue` become
    /// ``redactedText``, empty or not, and so does an attribute that is not known. Values that only the tool can have written
    /// stay: types, frames, flags and numbers. So do identifiers, unless they are labels, with white space or letters
    /// beyond ASCII, or repeat a text of the element. An attribute that is only there if an element is empty, or is
    /// not, is taken out.
    ///
    /// Wherever else a covered text occurs, ``redactedText`` replaces it, if it has four characters or more, or two in
    /// scripts without spaces: whatever its case, its white space and its escapes. The label of a container that reads
    /// out what it holds is such a place. A number of four digits or more is found however they are grouped, also if
    /// each is in an element of its own. An identifier in which a text occurs becomes ``redactedText`` as a whole, and
    /// so does the locator of a box that holds a part of one, and of a covered box that quotes what may be its text of fewer
    /// characters. The label of a field, which is its caption, may stay
    /// elsewhere. Every other byte stays.
    ///
    /// - Parameters:
    ///   - covered: Indices of elements, in any order.
    ///   - cancellation: Says whether the source is still wanted.
    public func source(
        redacting covered: [Int],
        cancellation: Cancellation = Cancellation()
    ) throws(SourceRedactionError) -> RedactedSource {
        var budget = WorkBudget(limit: SourceRedaction.workLimit, cancellation: cancellation)
        do {
            var redaction = try SourceRedaction(of: self, covering: covered, budget: &budget)
            return try RedactedSource(redaction.replacements(budget: &budget), in: source, budget: &budget)
        } catch {
            throw SourceRedactionError(error)
        }
    }
}

/// A page source without the texts of covered elements.
public struct RedactedSource: Sendable {
    /// The source without the texts of covered elements.
    public let bytes: SecureBytes
    /// The ranges that were replaced, in bytes of the source as it was, in order.
    private let replaced: [Range<Int>]

    init(
        _ replacements: [SourceRedaction.Replacement],
        in source: SecureBytes,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        let growth = replacements.reduce(0) { $0 + $1.text.utf8.count }
        do {
            var redacted = try SecureBytesBuilder(capacity: source.count + growth)
            var offset = 0
            for replacement in replacements {
                try budget.spend()
                try redacted.append(source[offset..<replacement.range.lowerBound])
                try redacted.append(replacement.text)
                offset = replacement.range.upperBound
            }
            try redacted.append(source[offset..<source.count])
            bytes = redacted.finish()
        } catch let error as BudgetFailure {
            throw error
        } catch {
            throw .outOfMemory(error as? OutOfMemory ?? OutOfMemory.unknown)
        }
        replaced = replacements.map(\.range)
    }

    /// Whether the value of `attribute` was not replaced.
    public func isIntact(_ attribute: Hierarchy.Attribute) -> Bool {
        var (lower, upper) = (0, replaced.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if replaced[middle].upperBound > attribute.sourceRange.lowerBound {
                upper = middle
            } else {
                lower = middle + 1
            }
        }
        return lower == replaced.count || replaced[lower].lowerBound >= attribute.sourceRange.upperBound
    }
}

/// Reason why a source could not be redacted.
public enum SourceRedactionError: Error, Equatable, CustomStringConvertible {
    /// The search for the texts of covered elements takes too long.
    case tooMuchWork
    /// Nobody waits for the source any more.
    case cancelled
    /// There was no memory to redact the source.
    case outOfMemory(OutOfMemory)

    init(_ failure: BudgetFailure) {
        switch failure {
        case .spent: self = .tooMuchWork
        case .cancelled: self = .cancelled
        case .outOfMemory(let error): self = .outOfMemory(error)
        }
    }

    /// The reason as a sentence without a full stop.
    public var description: String {
        switch self {
        case .tooMuchWork: "taking the texts of covered elements out of this page source takes too long"
        case .cancelled: "the work was cancelled"
        case .outOfMemory(let error): error.description
        }
    }
}
