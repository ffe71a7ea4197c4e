import BoundedWork

// A number reads the same however its digits are grouped: by spaces, by hyphens, or each in a cell of its own.
extension FoldedText {
    /// The token that stands between rows of digits that are read apart.
    private static let gap: UInt32 = 0

    /// Reads the digits of `text` in place of what was there, with a gap wherever a letter stands between two. The start of a digit
    /// is its index in `text`.
    ///
    /// - Parameters:
    ///   - text: What was folded.
    ///   - endingAtMasks: Whether there is a gap where a mask stands as well: what is left of a masked number is a number, and
    ///     not a part of one.
    ///   - budget: Pays for each character.
    mutating func readDigits(
        of text: UnsafeBufferPointer<Character>,
        endingAtMasks: Bool,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        removeAll()
        for index in text.indices {
            try budget.spend()
            switch text[index].kind {
            case .digit: try append(text[index].token, start: Int32(index), kind: .digit)
            case .letter, .syllable: try appendGap()
            case .mask: if endingAtMasks { try appendGap() }
            case .space, .other: break
            }
        }
    }

    private mutating func appendGap() throws(BudgetFailure) {
        guard let last = characters.last, last.kind == .digit else { return }
        try append(Self.gap, start: last.start, kind: .other)
    }

    /// The rows of digits that are read in one; and the parts of a row that stand side by side in the text and are as
    /// long as a one-time code, which a time may follow.
    func digitRows() -> [Range<Int>] {
        let characters = characters
        var rows: [Range<Int>] = []
        for row in characters.indices.split(whereSeparator: { characters[$0].kind != .digit }) {
            rows.append(row.startIndex..<row.endIndex)
            var start = row.startIndex
            for end in row.startIndex + 1..<row.endIndex + 1 {
                if end < row.endIndex, characters[end].start == characters[end - 1].start + 1 { continue }
                if end - start >= Self.lengthOfCode, end - start < row.count { rows.append(start..<end) }
                start = end
            }
        }
        return rows
    }

    private static let lengthOfCode = 6

    /// The characters of the text that was read for its digits which the digits in `range` are and stand between.
    func characters(ofDigits range: Range<Int>) -> Range<Int> {
        Int(characters[range.lowerBound].start)..<Int(characters[range.upperBound - 1].start) + 1
    }
}
