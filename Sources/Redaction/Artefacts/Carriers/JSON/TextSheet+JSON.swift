import BoundedWork
import TextAlgorithms

extension TextSheet {
    /// Adds a part of a text with its caption.
    mutating func append(
        _ piece: CarrierWalk.Piece,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        if piece.row != .same { try beginRow(continuing: piece.row == .next, budget: &budget) }
        if let caption = piece.caption { try append(name: caption, in: piece.notation, of: source, budget: &budget) }
        try append(piece.range, in: piece.notation, piece.saying, budget: &budget)
    }

    /// Adds the words of a name as the caption of what follows it.
    private mutating func append(
        name: Range<Int>,
        in notation: Notation,
        of source: UnsafeRawBufferPointer,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        guard let words = FieldNaming.words(of: source[name]) else {
            return try append(caption: name, in: notation, budget: &budget)
        }
        if !words.isEmpty { try append(caption: words, budget: &budget) }
    }

    /// Digits of an integer that says something, at least.
    private static var fewestDigits: Int { 6 }

    /// Adds a text of JSON as a row: its caption, and its lines.
    mutating func append(
        _ text: JSONWalk.Text,
        of source: UnsafeRawBufferPointer,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        if text.notation == .jsonNumber {
            let isInteger = source[text.range].allSatisfy(\.isASCIIDigit)
            guard isInteger, text.range.count >= Self.fewestDigits else { return }
        }
        try beginRow(continuing: text.isContinued, budget: &budget)
        if let title = text.title {
            try append(caption: title, in: .jsonString, budget: &budget)
        } else if !text.isContinued, let name = text.name {
            try append(name: name, in: .jsonString, of: source, budget: &budget)
        }
        for (index, line) in source.linesOfJSON(in: text.range).enumerated() {
            if index > 0 { try beginRow(continuing: true, budget: &budget) }
            try append(line, in: text.notation, text.isCode ? .code : .anything, budget: &budget)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The lines of a string of JSON that are parted by `\n`.
    fileprivate func linesOfJSON(in range: Range<Int>) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var (start, offset) = (range.lowerBound, range.lowerBound)
        while offset < range.upperBound {
            guard self[offset] == UInt8(ascii: "\\"), offset + 1 < range.upperBound else {
                offset += 1
                continue
            }
            if self[offset + 1] == UInt8(ascii: "n") {
                lines.append(start..<offset)
                start = offset + 2
            }
            offset += 2
        }
        return lines + [start..<range.upperBound]
    }
}
