import CPCRE2

/// Why a text is no regular expression that is allowed here, and where.
public struct RegexSyntaxError: Error, Equatable {
    /// What is wrong with the expression.
    public let reason: Reason

    /// Where the expression is wrong, or where that was noticed, in bytes from its start.
    public let offset: Int

    /// The things that can be wrong with an expression.
    public enum Reason: Sendable, Equatable {
        /// The expression has more bytes than the limit.
        case tooLong(limit: Int)
        /// Parentheses are nested deeper than the limit.
        case tooDeep(limit: Int)
        /// The expression compiles to more than there is room for, as repetitions of repetitions do.
        case tooLarge
        /// The expression starts with `(*`, as settings of PCRE2 do.
        case leadingVerb
        /// The expression holds `(?C)`, which calls the program back.
        case callout
        /// The expression holds `\C`, which takes characters apart.
        case singleByte
        /// The expression is malformed: how, in the words of PCRE2.
        case malformed(String)
        /// There is no memory to compile the expression.
        case outOfMemory

        /// The reason that `compilerError`, an error of `pcre2_compile`, stands for.
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
    /// What is wrong, as a sentence without its place.
    public var description: String {
        switch self {
        case .tooLong(let limit): "a regular expression may have \(limit) bytes at most"
        case .tooDeep(let limit): "parentheses may be nested \(limit) deep at most"
        case .tooLarge: "the regular expression repeats too much; write smaller counts"
        case .leadingVerb: "the regular expression may not start with \"(*\": settings are not taken from it"
        case .callout: "callouts, \"(?C)\", are not allowed"
        case .singleByte: "\"\\C\" is not allowed; \".\" is any character"
        case .malformed(let message): message
        case .outOfMemory: "there is not enough memory to compile the regular expression"
        }
    }
}
