import Redaction
import SensitiveText

/// The texts that stand in a redacted source for values. A source that has them already is left as it is.
struct ReplacementMarks: Sendable {
    /// What stands round the word for a kind, and between two of them.
    private let parts: [String]
    private let words: Set<String>
    private let longestWord: Int

    /// The texts of `rules` for all kinds, and for `marks` besides.
    init(_ rules: TextRules, _ marks: [TextMark]) {
        parts = rules.replacement.split(separator: TextRules.kindPlace, omittingEmptySubsequences: false)
            .map(String.init)
        words = Set(SensitiveKind.allCases.map(\.rawValue)).union(marks.map(\.word))
        longestWord = words.reduce(0) { max($0, $1.utf8.count) }
    }

    func text(for mark: TextMark) -> String { parts.joined(separator: mark.word) }

    /// Whether a text stands for a value.
    func isMark(_ text: UnsafeRawBufferPointer) -> Bool { holds(0..<text.count, of: text, in: .plain) }

    /// Whether a range lies within a text that stands for a value.
    func holds(_ range: Range<Int>, of source: UnsafeRawBufferPointer, in notation: Notation) -> Bool {
        let parts = parts.map { Array(notation.written($0).utf8) }
        // Without anything in front of it, a word has to begin where the range does.
        let reach = parts[0].isEmpty ? 0 : parts.reduce(0) { $0 + $1.count + longestWord }
        return (max(0, range.lowerBound - reach)...range.lowerBound).contains { start in
            end(of: parts, at: start, in: source).map { $0 >= range.upperBound } ?? false
        }
    }

    /// A range without the brackets, quotation marks and separators at its ends, which code has beside a value.
    static func withoutBrackets(_ range: Range<Int>, of source: UnsafeRawBufferPointer) -> Range<Int> {
        func isBracket(_ byte: UInt8) -> Bool { brackets.contains(byte) }
        let text = source[range]
        guard let first = text.firstIndex(where: { !isBracket($0) }),
            let last = text.lastIndex(where: { !isBracket($0) })
        else { return range }
        return first..<last + 1
    }

    private static let brackets = Set("()[]{}<>;,\"'\\".utf8)

    /// The ranges of all texts that stand for values; none if one begins with the word for its kind.
    func ranges(in source: UnsafeRawBufferPointer, _ notation: Notation) -> [Range<Int>] {
        let parts = parts.map { Array(notation.written($0).utf8) }
        guard let first = parts[0].first else { return [] }
        var ranges: [Range<Int>] = []
        var position = 0
        while let start = source[position...].firstIndex(of: first) {
            let end = end(of: parts, at: start, in: source)
            if let end { ranges.append(start..<end) }
            position = end ?? start + 1
        }
        return ranges
    }

    /// The end of a text that stands for a value and begins at `start`; nil if there is none.
    private func end(of parts: [[UInt8]], at start: Int, in source: UnsafeRawBufferPointer) -> Int? {
        guard source[start...].starts(with: parts[0]) else { return nil }
        guard parts.count > 1 else { return start + parts[0].count }
        let wordStart = start + parts[0].count
        return (wordStart...min(wordStart + longestWord, source.count)).lazy.compactMap { wordEnd in
            guard source[wordEnd...].starts(with: parts[1]),
                words.contains(String(decoding: source[wordStart..<wordEnd], as: UTF8.self))
            else { return nil }
            let whole = Array(parts.joined(separator: source[wordStart..<wordEnd]))
            return source[start...].starts(with: whole) ? start + whole.count : nil
        }
        .first
    }
}

/// The scalars of a text, with letters and digits in place of what stands for values: a caption has its value, and what is behind a mark is
/// none.
struct UnmarkedScalars: IteratorProtocol {
    private var scalars: NotedScalars
    private var marks: ArraySlice<Range<Int>>
    private var isDigit = false

    init(_ scalars: NotedScalars, _ marks: [Range<Int>]) {
        (self.scalars, self.marks) = (scalars, marks[...])
    }

    mutating func next() -> Unicode.Scalar? {
        let offset = scalars.offset
        while let mark = marks.first, mark.upperBound <= offset { marks.removeFirst() }
        let scalar = scalars.next()
        guard marks.first?.contains(offset) ?? false else { return scalar }
        isDigit.toggle()
        return scalar.map { _ in isDigit ? "q" : "7" }
    }
}
