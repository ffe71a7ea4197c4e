import CPCRE2

/// A regular expression that a text matches as a whole or not at all, or that is found in a text: the syntax of Perl as PCRE2 has it, with classes that
/// know all of Unicode.
///
/// ```swift
/// let secrets = try BoundedRegex("(?i).*(password|pin).*")
/// var matcher = try RegexMatcher()
/// let isSecret = try matcher.matches(secrets, "Enter your PIN")
/// ```
public final class BoundedRegex: @unchecked Sendable {
    // Sendable: the compiled expression is not written to any more, and freed with its only owner. It is not compiled to machine
    // code, which would need memory that is writable and executable.

    /// Bytes of UTF-8 of the longest expression.
    public static let maximumByteCount = 1024

    /// Depth of nested parentheses. The compiler recurses this deep.
    public static let maximumDepth = 250

    let code: OpaquePointer
    private let pattern: String
    private let options: UInt32

    /// Part of a text that an expression has to match.
    public enum Scope: Sendable {
        /// All of the text.
        case whole
        /// Any part of the text.
        case part
    }

    /// Compiles `pattern`, which has at most ``maximumByteCount`` bytes, for texts that match it in `scope`.
    public init(_ pattern: String, scope: Scope = .whole) throws(RegexSyntaxError) {
        guard pattern.utf8.count <= Self.maximumByteCount else {
            throw RegexSyntaxError(reason: .tooLong(limit: Self.maximumByteCount), offset: Self.maximumByteCount)
        }
        // At this place alone it may turn options on and off.
        guard !pattern.hasPrefix("(*") else { throw RegexSyntaxError(reason: .leadingVerb, offset: 0) }
        options = scope == .whole ? PCRE2_ANCHORED | PCRE2_ENDANCHORED : 0
        code = try Self.compile(pattern, options: options)
        self.pattern = pattern
        if let offset = Self.firstCallout(in: code) { throw RegexSyntaxError(reason: .callout, offset: offset) }
    }

    deinit {
        pcre2_code_free_8(code)
    }

    /// The expression, compiled to call the program back before each of its items; the caller frees it. Nil if that is too large.
    func codeThatCallsBack() -> OpaquePointer? {
        try? Self.compile(pattern, options: options | PCRE2_AUTO_CALLOUT)
    }

    private static func compile(
        _ pattern: String,
        options: UInt32
    ) throws(RegexSyntaxError) -> OpaquePointer {
        guard let context = pcre2_compile_context_create_8(nil) else {
            throw RegexSyntaxError(reason: .outOfMemory, offset: 0)
        }
        defer { pcre2_compile_context_free_8(context) }
        pcre2_set_parens_nest_limit_8(context, UInt32(maximumDepth))
        let options =
            options | PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C
        var error: Int32 = 0
        var offset = 0
        var pattern = pattern
        let code = pattern.withUTF8 { bytes in
            // PCRE2 wants an address even for nothing.
            var nothing: UInt8 = 0
            return withUnsafePointer(to: &nothing) { nothing in
                pcre2_compile_8(bytes.baseAddress ?? nothing, bytes.count, options, &error, &offset, context)
            }
        }
        guard let code else {
            throw RegexSyntaxError(reason: RegexSyntaxError.Reason(compilerError: error), offset: offset)
        }
        return code
    }

    /// The offset in bytes behind the first place at which the expression itself calls the program back, if there is one.
    private static func firstCallout(in code: OpaquePointer) -> Int? {
        // The value returned for the first one ends the enumeration, which returns it, too; zero would go on.
        let found = pcre2_callout_enumerate_8(
            code,
            { block, _ in 1 + Int32(block?.pointee.pattern_position ?? 0) },
            nil
        )
        return found > 0 ? Int(found) - 1 : nil
    }
}
