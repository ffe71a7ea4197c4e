public import BoundedWork
import CPCRE2

/// Matcher of texts, with memory that is used again for each, as long as there is work left: one for each request.
public struct RegexMatcher: ~Copyable {
    /// Budget of the matches. A unit is a step: a place in the expression that was tried. It counts once for every 64 bytes of
    /// the text, which it may run through.
    public private(set) var budget: WorkBudget

    /// Steps for all texts of a request: they are spent within a second.
    public static let workLimit = 20_000_000

    private let context: OpaquePointer
    private let data: OpaquePointer

    /// KiB of memory for the places to go back to in one text.
    private static let heapLimit: UInt32 = 4096

    /// Steps of the first attempt at a text. Most texts need fewer.
    private static let firstAttempt = 64

    /// Units from which on an attempt takes so long that it has to check the cancellation: some milliseconds.
    private static let longAttempt = 100_000

    /// Takes the memory that all matches share.
    ///
    /// - Parameter budget: Steps for all texts together.
    /// - Throws: ``RegexMatchError/unfinished(_:)`` for lack of memory.
    public init(budget: WorkBudget = WorkBudget(limit: workLimit)) throws(RegexMatchError) {
        guard let context = pcre2_match_context_create_8(nil) else { throw .withoutMemory }
        guard let data = pcre2_match_data_create_8(1, nil) else {
            pcre2_match_context_free_8(context)
            throw .withoutMemory
        }
        pcre2_set_heap_limit_8(context, Self.heapLimit)
        // The budget, which is this value's own, keeps the cancellation.
        pcre2_set_callout_8(context, askWhetherWanted, Unmanaged.passUnretained(budget.cancellation).toOpaque())
        self.context = context
        self.data = data
        self.budget = budget
    }

    deinit {
        pcre2_match_data_free_8(data)
        pcre2_match_context_free_8(context)
    }

    /// Whether `text` as a whole matches `regex`.
    public mutating func matches(_ regex: BoundedRegex, _ text: String) throws(RegexMatchError) -> Bool {
        var text = text
        return try text.withUTF8 { bytes in
            Result { () throws(RegexMatchError) in try matches(regex, utf8: UnsafeRawBufferPointer(bytes)) }
        }.get()
    }

    /// Whether `text` as a whole matches `regex`.
    ///
    /// - Parameters:
    ///   - regex: The expression.
    ///   - text: UTF-8.
    public mutating func matches(
        _ regex: BoundedRegex,
        utf8 text: UnsafeRawBufferPointer
    ) throws(RegexMatchError) -> Bool {
        try match(regex, text, from: 0) != nil
    }

    /// The parts of `text` that `regex` matches, from the first to the last, none of which is empty: ranges of bytes.
    ///
    /// - Parameters:
    ///   - regex: An expression of ``BoundedRegex/Scope/part``.
    ///   - text: UTF-8.
    public mutating func ranges(
        of regex: BoundedRegex,
        utf8 text: UnsafeRawBufferPointer
    ) throws(RegexMatchError) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while start < text.count, let range = try match(regex, text, from: start) {
            if !range.isEmpty { ranges.append(range) }
            start = range.upperBound
            guard range.isEmpty else { continue }
            repeat { start += 1 } while start < text.count && UTF8.isContinuation(text[start])
        }
        return ranges
    }

    private mutating func match(
        _ regex: BoundedRegex,
        _ text: UnsafeRawBufferPointer,
        from start: Int
    ) throws(RegexMatchError) -> Range<Int>? {
        // PCRE2 does not report its steps, so it gets few at first, and begins anew with more if it needs them.
        let stepCost = 1 + text.count / 64
        var attempt = Self.firstAttempt
        while true {
            let steps = min(attempt, budget.remaining / stepCost)
            guard steps > 0 else { throw .unfinished(.spent) }
            do {
                try budget.spend(steps * stepCost)
            } catch {
                throw .unfinished(error)
            }
            switch run(regex, text, from: start, steps: steps, isLong: steps * stepCost > Self.longAttempt) {
            case 0...:
                let ends = pcre2_get_ovector_pointer_8(data)
                // \K may set the start behind the end.
                return ends.map { Int($0[0])..<max(Int($0[0]), Int($0[1])) } ?? 0..<0
            case PCRE2_ERROR_NOMATCH: return nil
            case PCRE2_ERROR_MATCHLIMIT: attempt *= 8
            case PCRE2_ERROR_CALLOUT: throw .unfinished(.cancelled)
            case PCRE2_ERROR_NOMEMORY: throw .withoutMemory
            case PCRE2_ERROR_UTF8_ERR21...PCRE2_ERROR_UTF8_ERR1: throw .notUTF8
            // The limits of the heap, and recursion without end.
            default: throw .unfinished(.spent)
            }
        }
    }

    private func run(
        _ regex: BoundedRegex,
        _ text: UnsafeRawBufferPointer,
        from start: Int,
        steps: Int,
        isLong: Bool
    ) -> Int32 {
        guard isLong else { return run(regex.code, text, from: start, steps: steps) }
        guard let code = regex.codeThatCallsBack() else { return PCRE2_ERROR_HEAPLIMIT }
        defer { pcre2_code_free_8(code) }
        return run(code, text, from: start, steps: steps)
    }

    private func run(_ code: OpaquePointer, _ text: UnsafeRawBufferPointer, from first: Int, steps: Int) -> Int32 {
        pcre2_set_match_limit_8(context, UInt32(clamping: steps))
        pcre2_set_depth_limit_8(context, UInt32(clamping: steps))
        // PCRE2 wants an address even for nothing.
        var nothing: UInt8 = 0
        return withUnsafePointer(to: &nothing) { nothing in
            let start = text.assumingMemoryBound(to: UInt8.self).baseAddress ?? nothing
            return pcre2_match_8(code, start, text.count, first, 0, data, context)
        }
    }
}

/// Ends a match that is not wanted any more: the function that PCRE2 calls back.
private func askWhetherWanted(
    _: UnsafeMutablePointer<pcre2_callout_block_8>?,
    _ cancellation: UnsafeMutableRawPointer?
) -> Int32 {
    guard let cancellation else { return PCRE2_ERROR_CALLOUT }
    let isCancelled = Unmanaged<Cancellation>.fromOpaque(cancellation)._withUnsafeGuaranteedRef(\.isCancelled)
    return isCancelled ? PCRE2_ERROR_CALLOUT : 0
}
