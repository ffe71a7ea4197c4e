import Redaction
import SecureMemory
import SensitiveText

/// What stands in a redacted text for a part of it.
enum TextMark: Hashable, Sendable {
    /// A sensitive value of a kind.
    case kind(SensitiveKind)
    /// A secret that is known, by the name that it was given.
    case secret(String)

    /// What a field holds that is called like a secret.
    static let fieldValue = TextMark.kind(.secret)

    /// The word for it, in the text and in a receipt.
    var word: String {
        switch self {
        case .kind(let kind): kind.rawValue
        case .secret(let name): name
        }
    }
}

/// Changes of a source, each of a range of its bytes. Between them it stays as it is, byte for byte.
struct SourceEdits {
    private struct Edit {
        let range: Range<Int>
        let replacement: Replacement

        /// How much it says of what was there: nothing where a part of it is left.
        var weight: Int {
            switch replacement {
            case .bytes: 0
            case .mark(.fieldValue, _): 1
            case .mark: 2
            }
        }
    }

    private enum Replacement {
        case mark(TextMark, Notation)
        case bytes(SecureBytes)
    }

    private var edits: [Edit] = []

    var isEmpty: Bool { edits.isEmpty }

    /// The starts of the changed ranges, ascending.
    var starts: [Int] { edits.map(\.range.lowerBound).sorted() }

    mutating func replace(_ range: Range<Int>, by mark: TextMark, in notation: Notation) {
        edits.append(Edit(range: range, replacement: .mark(mark, notation)))
    }

    mutating func replace(_ range: Range<Int>, by bytes: SecureBytes) {
        edits.append(Edit(range: range, replacement: .bytes(bytes)))
    }

    /// The source with its changes. Changes that overlap become one of all their ranges: the first one by place, of two of the same range
    /// the one that says more, and never one that leaves a part of what another takes out.
    ///
    /// - Parameters:
    ///   - marks: The text for each mark; ``TextRules/replacement``.
    ///   - tally: Counts the marks.
    func applied(
        to source: UnsafeRawBufferPointer,
        _ marks: TextRules,
        tally: inout [TextMark: Int]
    ) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: source.count)
        var position = 0
        try forEachMerged { (edit) throws(OutOfMemory) in
            try builder.append(UnsafeRawBufferPointer(rebasing: source[position..<edit.range.lowerBound]))
            position = edit.range.upperBound
            switch edit.replacement {
            case .bytes(let bytes): try builder.append(bytes)
            case .mark(let mark, let notation):
                tally[mark, default: 0] += 1
                try builder.append(notation.written(marks.text(for: mark)))
            }
        }
        try builder.append(UnsafeRawBufferPointer(rebasing: source[position...]))
        return builder.finish()
    }

    /// Calls `body` with each change that is left when those that overlap are one.
    private func forEachMerged(_ body: (Edit) throws(OutOfMemory) -> Void) throws(OutOfMemory) {
        var last: Edit?
        for edit in edits.sorted(by: { ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count) }
        ) {
            guard let overlapped = last, edit.range.lowerBound < overlapped.range.upperBound else {
                if let last { try body(last) }
                last = edit
                continue
            }
            let upper = max(overlapped.range.upperBound, edit.range.upperBound)
            let isHeavier =
                edit.weight > overlapped.weight && (edit.range == overlapped.range || overlapped.weight == 0)
            let replacement = isHeavier ? edit.replacement : overlapped.replacement
            last = Edit(range: overlapped.range.lowerBound..<upper, replacement: replacement)
        }
        if let last { try body(last) }
    }
}

extension TextRules {
    fileprivate func text(for mark: TextMark) -> String {
        replacement.split(separator: Self.kindPlace, omittingEmptySubsequences: false).joined(separator: mark.word)
    }
}
