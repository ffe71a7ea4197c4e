public import BoundedWork
import CPCRE2
import SecureMemory

/// Reason why a text is no accepted regular expression, with the place.
public struct RegexSyntaxError: Error, Equatable {
    /// The fault of the expression.
    public let reason: Reason

    /// The place of the fault, or of its discovery, in bytes from the start of the expression.
    public let offset: Int

    /// Faults of an expression.
    public enum Reason: Sendable, Equatable {
        /// The expression has more bytes than the limit.
        case tooLong(limit: Int)
        /// Parentheses are nested deeper than the limit.
        case tooDeep(limit: Int)
        /// The expression compiles to more than there is room for, like repetitions of repetitions.
        case tooLarge
        /// The expression starts with `(*`, like settings of PCRE2.
        case leadingVerb
        /// The expression holds `(?C)`, which calls the program back.
        case callout
        /// The expression holds `\C`, which takes characters apart.
        case singleByte
        /// The expression is malformed: the fault in the words of PCRE2.
        case malformed(String)
        /// There is no memory to compile the expression.
        case outOfMemory

        init(compilerError: Int32) {
            switch compilerError {
            case PCRE2_ERROR_PARENTHESES_NEST_TOO_DEEP: self = .tooDeep(limit: BoundedRegex.maximumDepth)
            case PCRE2_ERROR_PATTERN_TOO_LARGE, PCRE2_ERROR_PATTERN_TOO_COMPLICATED: self = .tooLarge
            case PCRE2_ERROR_BACKSLASH_C_CALLER_DISABLED, PCRE2_ERROR_BACKSLASH_C_LIBRARY_DISABLED: self = .singleByte
            case PCRE2_ERROR_HEAP_FAILED: self = .outOfMemory
            default: self = .malformed(Self.message(for: compilerError))
            }
        }

        private static func message(for error: Int32) -> String {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
                let count = pcre2_get_error_message_8(error, buffer.baseAddress, buffer.count)
                return String(decoding: buffer.prefix(max(0, Int(count))), as: UTF8.self)
            }
        }
    }
}

extension RegexSyntaxError: CustomStringConvertible {
    /// The place and the reason: `offset 4: missing closing parenthesis`.
    public var description: String {
        "offset \(offset): \(reason)"
    }
}

extension RegexSyntaxError.Reason: CustomStringConvertible {
    /// The fault, as a sentence without its place.
    public var description: String {
        switch self {
        case .tooLong(let limit): "a regular expression may have \(limit) bytes at most"
        case .tooDeep(let limit): "parentheses may be nested \(limit) deep at most"
        case .tooLarge: "the regular expression repeats too much; write smaller counts"
        case .leadingVerb: "the regular expression may not start with \"(*\": it cannot set options"
        case .callout: "callouts, \"(?C)\", are not allowed"
        case .singleByte: "\"\\C\" is not allowed; \".\" matches any character"
        case .malformed(let message): message
        case .outOfMemory: "there is not enough memory to compile the regular expression"
        }
    }
}

/// Reason why a text could not be matched.
public enum RegexMatchError: Error, Equatable {
    /// The text is not well-formed UTF-8.
    case notUTF8
    /// The matcher did not come to an end. Its work is spent also if this text alone needs more memory than a text may take.
    case unfinished(BudgetFailure)

    static let withoutMemory = RegexMatchError.unfinished(.outOfMemory(.unknown))
}

extension RegexMatchError: CustomStringConvertible {
    /// The failure, as a sentence without a full stop.
    public var description: String {
        switch self {
        case .notUTF8: "the text is not well-formed UTF-8"
        case .unfinished(.spent): "the regular expression takes too much work on these texts; make it more specific"
        case .unfinished(let failure): failure.description
        }
    }
}
