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
            case .bytes, .length: 0
            case .mark(.fieldValue, _): 1
            case .mark: 2
            }
        }

        /// Bytes of what takes its place.
        func byteCount(_ marks: ReplacementMarks) -> Int {
            switch replacement {
            case .bytes(let bytes): bytes.count
            case .length(let length): "\(length)".utf8.count
            case .mark(let mark, let notation): notation.written(marks.text(for: mark)).utf8.count
            }
        }

        func joined(with next: Edit) -> Edit {
            let upper = max(range.upperBound, next.range.upperBound)
            let isHeavier = next.weight > weight && (next.range == range || weight == 0)
            return Edit(range: range.lowerBound..<upper, replacement: isHeavier ? next.replacement : replacement)
        }
    }

    private enum Replacement {
        case mark(TextMark, Notation)
        case bytes(SecureBytes)
        /// The length of the text that follows.
        case length(Int)
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

    /// Makes one of changes that overlap, and drops those of what stands for a value already. Of changes that overlap one is of all
    /// their ranges: the first one by place, of two of the same range the one that says more, and never one that leaves a part of
    /// what another takes out.
    mutating func settle(in source: UnsafeRawBufferPointer, _ marks: ReplacementMarks) {
        edits.sort { ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count) }
        var count = 0
        for edit in edits {
            if count > 0, edit.range.lowerBound < edits[count - 1].range.upperBound {
                edits[count - 1] = edits[count - 1].joined(with: edit)
            } else {
                edits[count] = edit
                count += 1
            }
        }
        edits.removeSubrange(count...)
        edits.removeAll { edit in
            guard case .mark(_, let notation) = edit.replacement else { return false }
            return marks.holds(ReplacementMarks.withoutBrackets(edit.range, of: source), of: source, in: notation)
        }
    }

    /// Changes the lengths of texts to those that they have with their changes, which are settled.
    mutating func resize(_ texts: [RecordCarrier.Text], _ marks: ReplacementMarks) {
        var lengths: [Edit] = []
        var rest = edits[...]
        for text in texts {
            rest = rest.drop { $0.range.lowerBound < text.range.lowerBound }
            let changes = rest.prefix { $0.range.lowerBound < text.range.upperBound }
            let count = changes.reduce(text.range.count) { $0 + $1.byteCount(marks) - $1.range.count }
            guard !changes.isEmpty, count != text.range.count else { continue }
            lengths.append(Edit(range: text.length, replacement: .length(count)))
        }
        edits = (edits + lengths).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// The marks, and the texts of the source that they take the place of.
    var marks: some Sequence<(mark: TextMark, range: Range<Int>, notation: Notation)> {
        edits.lazy.compactMap { edit in
            guard case .mark(let mark, let notation) = edit.replacement else { return nil }
            return (mark, edit.range, notation)
        }
    }

    /// The source with its changes, which are settled.
    func applied(to source: UnsafeRawBufferPointer, _ marks: ReplacementMarks) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: source.count)
        var position = 0
        for edit in edits {
            try builder.append(UnsafeRawBufferPointer(rebasing: source[position..<edit.range.lowerBound]))
            position = edit.range.upperBound
            switch edit.replacement {
            case .bytes(let bytes): try builder.append(bytes)
            case .length(let length): try builder.append("\(length)")
            case .mark(let mark, let notation): try builder.append(notation.written(marks.text(for: mark)))
            }
        }
        try builder.append(UnsafeRawBufferPointer(rebasing: source[position...]))
        return builder.finish()
    }
}
