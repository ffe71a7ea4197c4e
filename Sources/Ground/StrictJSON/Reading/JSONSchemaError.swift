import BoundedWork

/// Reason why a JSON value is refused by its reader, with its place.
public struct JSONSchemaError: Error, Equatable {
    /// The value that is at fault. For a missing member, the object that lacks it.
    public let pointer: JSONPointer

    /// The fault of the value.
    public let problem: Problem

    /// Faults of a value.
    public enum Problem: Sendable, Equatable {
        /// A member that the object does not have.
        case unknownMember(String, known: [String])
        /// A member that the object has to have.
        case missingMember(String)
        /// Not exactly one member, where one out of several is due.
        case notOneMember(found: [String], known: [String])
        /// A string that is none of the known words; nil for one that is too long to be shown.
        case unknownWord(String?, known: [String])
        /// A value of another kind. `expected` is a noun with its article: "a number".
        case wrongType(expected: String, found: JSONKind)
        /// A number, a length or a count beyond its bounds. Both are nouns: "a number from 0 to 1", "2".
        case outOfRange(expected: String, found: String)
        /// Anything that only the reader knows to be wrong; a sentence without a full stop.
        case invalid(String)
    }

    /// Makes the error for a problem with one value.
    ///
    /// - Parameters:
    ///   - problem: The fault.
    ///   - pointer: The value that is at fault.
    public init(_ problem: Problem, at pointer: JSONPointer) {
        self.problem = problem
        self.pointer = pointer
    }

    /// The fault, as a sentence without its place: `unknown member "colour", did you mean "color"? known here: …`.
    public var message: String {
        switch problem {
        case .unknownMember(let name, let known):
            "unknown member \(Self.unknown(name, known: known))"
        case .missingMember(let name):
            "the member \(QuotedText.quoting(name)) is missing"
        case .notOneMember(let found, let known):
            "expected exactly one member out of \(QuotedText.list(known)), found "
                + (found.isEmpty ? "none" : QuotedText.list(Array(found.prefix(8))) + (found.count > 8 ? ", …" : ""))
        case .unknownWord(let word?, let known):
            "unknown value \(Self.unknown(word, known: known))"
        case .unknownWord(nil, let known):
            "unknown value; known here: \(QuotedText.list(known))"
        case .wrongType(let expected, let found):
            "expected \(expected), found \(found)"
        case .outOfRange(let expected, let found):
            "expected \(expected), found \(found)"
        case .invalid(let sentence):
            sentence
        }
    }

    private static func unknown(_ name: String, known: [String]) -> String {
        let guess = NearestName.nearest(to: name, among: known).map { ", did you mean \(QuotedText.quoting($0))?" }
        return QuotedText.quoting(name) + (guess ?? ";") + " known here: "
            + (known.isEmpty ? "none" : QuotedText.list(known))
    }
}

extension JSONSchemaError: CustomStringConvertible {
    /// The pointer, if it is not that of the whole text, and the message.
    public var description: String {
        pointer.tokens.isEmpty ? message : "\(pointer.printed): \(message)"
    }
}

enum NearestName {
    /// Names longer than this are no slip of the finger; it bounds the work that a stranger's name can cause.
    private static let longest = 32

    /// The name among `known` with the fewest edits from `name`, or nil if all are too far away: more edits than a third of its
    /// length, rounded up.
    static func nearest(to name: String, among known: [String]) -> String? {
        let typed = Array(name.lowercased().unicodeScalars.prefix(longest + 1))
        guard typed.count <= longest else { return nil }
        let distances = known.map { ($0, distance(from: typed, to: Array($0.lowercased().unicodeScalars))) }
        guard let best = distances.min(by: { $0.1 < $1.1 }), best.1 <= (best.0.unicodeScalars.count + 2) / 3 else {
            return nil
        }
        return best.0
    }

    /// Insertions, deletions and substitutions between the two (Levenshtein), one row of the table at a time.
    private static func distance(from left: [Unicode.Scalar], to right: [Unicode.Scalar]) -> Int {
        var row = Array(0...right.count)
        for (rowIndex, scalar) in left.enumerated() {
            var diagonal = row[0]
            row[0] = rowIndex + 1
            for column in right.indices {
                let substitution = diagonal + (scalar == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(substitution, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
