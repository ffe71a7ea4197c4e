import CPCRE2

/// Matches texts, with memory that is used again for each, as long as there is work left: one for each request.
public struct RegexMatcher: ~Copyable {
    /// Steps that are left. A step is a place in the expression that was tried, and counts once for every 64 bytes of the
    /// text, which it may run through.
    public private(set) var remainingSteps: Int

    private let context: OpaquePointer
    private let data: OpaquePointer

    /// KiB that may be taken to remember where to go back to in one text.
    private static let heapLimit: UInt32 = 4096

    /// Steps that are tried first. Most texts need fewer.
    private static let firstAttempt = 64

    /// Takes the memory to match with.
    ///
    /// - Parameter stepLimit: Steps for all texts together. The default is cut off within a second.
    /// - Throws: ``RegexMatchError/outOfMemory``.
    public init(stepLimit: Int = 20_000_000) throws(RegexMatchError) {
        guard let context = pcre2_match_context_create_8(nil) else { throw .outOfMemory }
        guard let data = pcre2_match_data_create_8(1, nil) else {
            pcre2_match_context_free_8(context)
            throw .outOfMemory
        }
        pcre2_set_heap_limit_8(context, Self.heapLimit)
        self.context = context
        self.data = data
        remainingSteps = stepLimit
    }

    deinit {
        pcre2_match_data_free_8(data)
        pcre2_match_context_free_8(context)
    }

    /// Whether `text` as a whole matches `regex`.
    ///
    /// - Throws: ``RegexMatchError``.
    public mutating func matches(_ regex: BoundedRegex, _ text: String) throws(RegexMatchError) -> Bool {
        var text = text
        return try text.withUTF8 { bytes in
            Result { () throws(RegexMatchError) in try matches(regex, utf8: UnsafeRawBufferPointer(bytes)) }
        }.get()
    }

    /// Whether `text` as a whole matches `regex`.
    ///
    /// - Parameters:
    ///   - regex: What is matched.
    ///   - text: UTF-8.
    /// - Throws: ``RegexMatchError``.
    public mutating func matches(
        _ regex: BoundedRegex,
        utf8 text: UnsafeRawBufferPointer
    ) throws(RegexMatchError) -> Bool {
        // PCRE2 does not say how many steps it took, so it gets few at first, and begins anew with more if it needs them.
        let stepCost = 1 + text.count / 64
        var attempt = Self.firstAttempt
        while true {
            let steps = min(attempt, remainingSteps / stepCost)
            guard steps > 0 else { throw .workLimit }
            remainingSteps -= steps * stepCost
            switch run(regex, text, steps: steps) {
            case 0...: return true
            case PCRE2_ERROR_NOMATCH: return false
            case PCRE2_ERROR_MATCHLIMIT: attempt *= 8
            case PCRE2_ERROR_NOMEMORY: throw .outOfMemory
            case PCRE2_ERROR_UTF8_ERR21...PCRE2_ERROR_UTF8_ERR1: throw .notUTF8
            // The limits of the heap, and recursion without end.
            default: throw .workLimit
            }
        }
    }

    private func run(_ regex: BoundedRegex, _ text: UnsafeRawBufferPointer, steps: Int) -> Int32 {
        pcre2_set_match_limit_8(context, UInt32(clamping: steps))
        pcre2_set_depth_limit_8(context, UInt32(clamping: steps))
        // PCRE2 wants an address even for nothing.
        var nothing: UInt8 = 0
        return withUnsafePointer(to: &nothing) { nothing in
            let start = text.assumingMemoryBound(to: UInt8.self).baseAddress ?? nothing
            return pcre2_match_8(regex.code, start, text.count, 0, 0, data, context)
        }
    }
}
