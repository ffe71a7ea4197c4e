import BoundedWork
import TextAlgorithms

/// Reason why a text is not JSON with exactly one meaning, with the place.
public struct JSONSyntaxError: Error, Equatable {
    /// The fault of the text.
    public let reason: Reason

    /// The place of the fault.
    public let position: Position

    /// The value that was being read: the container for a misplaced comma, the second one of two members with the same
    /// name.
    public let pointer: JSONPointer

    /// A place in a text, for a person with an editor.
    public struct Position: Sendable, Equatable {
        /// The line, counted from 1. Lines end with a line feed.
        public let line: Int
        /// The column, counted from 1 in Unicode scalars, not in bytes.
        public let column: Int
        /// Bytes from the start of the text.
        public let offset: Int

        /// Makes the place of an error in a text.
        ///
        /// - Parameters:
        ///   - line: The line, counted from 1.
        ///   - column: The Unicode scalar in the line, counted from 1.
        ///   - offset: Bytes from the start of the text.
        public init(line: Int, column: Int, offset: Int) {
            self.line = line
            self.column = column
            self.offset = offset
        }
    }

    /// Faults of a text.
    public enum Reason: Sendable, Equatable {
        /// Something else was expected: the expectation, and the character instead (nil at the end of the text).
        case unexpected(expected: String, found: Unicode.Scalar?)
        /// The text ends inside a string.
        case unterminatedString
        /// The text starts with a byte order mark.
        case byteOrderMark
        /// A byte that does not belong to well-formed UTF-8.
        case invalidUTF8
        /// A character below U+0020 in a string.
        case controlCharacter(Unicode.Scalar)
        /// A backslash that starts no escape.
        case invalidEscape
        /// The escape of a surrogate that is not half of a pair.
        case loneSurrogate
        /// A number with a zero before its digits.
        case leadingZero
        /// A number beyond the range of `Double`.
        case numberOutOfRange
        /// A number of more characters than the limit.
        case numberTooLong(limit: Int)
        /// A member's name that the object has already.
        case duplicateMember(String)
        /// A member's name of more bytes than the limit.
        case nameTooLong(limit: Int)
        /// Arrays and objects nested deeper than the limit.
        case tooDeep(limit: Int)
        /// More values than the limit.
        case tooManyValues(limit: Int)
        /// Nobody waits for the values any more; the text may be in order.
        case cancelled
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// The place and the reason: `line 3, column 14: expected "," or "}", found "]"`.
    public var description: String {
        "line \(position.line), column \(position.column): \(reason)"
    }
}

extension JSONSyntaxError.Reason: CustomStringConvertible {
    /// The fault, as a sentence without its place.
    public var description: String {
        switch self {
        case .unexpected(let expected, nil):
            "expected \(expected), but the text ends here"
        case .unexpected(let expected, let found?):
            "expected \(expected), found \(QuotedText.quoting(String(found)))"
        case .unterminatedString:
            "the text ends inside a string"
        case .byteOrderMark:
            "the text starts with a byte order mark; JSON has none"
        case .invalidUTF8:
            "the text is not well-formed UTF-8"
        case .controlCharacter(let scalar):
            "the control character \(QuotedText.codePoint(of: scalar)) has to be escaped in a string"
        case .invalidEscape:
            #"expected an escape: one of \" \\ \/ \b \f \n \r \t, or \u and four hexadecimal digits"#
        case .loneSurrogate:
            "the escape of a surrogate has to be half of a pair, the high one first"
        case .leadingZero:
            "a number may not start with a zero before other digits"
        case .numberOutOfRange:
            "the number is too large to be held as a 64-bit floating-point number"
        case .numberTooLong(let limit):
            "a number has at most \(limit) characters"
        case .duplicateMember(let name):
            "the object has two members called \(QuotedText.quoting(name))"
        case .nameTooLong(let limit):
            "the name of a member has at most \(limit) bytes"
        case .tooDeep(let limit):
            "arrays and objects may be nested \(limit) deep at most"
        case .tooManyValues(let limit):
            "the text may hold \(limit) values at most"
        case .cancelled:
            "the work was cancelled"
        }
    }
}

extension JSONSyntaxError.Position {
    /// The place of the byte at `offset` of well-formed UTF-8; the number of bytes stands for the end of the text.
    init(offset: Int, in bytes: UnsafeRawBufferPointer) {
        let (line, column) = bytes.lineAndColumn(of: offset)
        self.init(line: line, column: column, offset: offset)
    }
}
