import BoundedWork
import TextAlgorithms

extension TextSheet {
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
            if let words = FieldNaming.words(of: source[name]) {
                if !words.isEmpty { try append(caption: words, budget: &budget) }
            } else {
                try append(name, in: .jsonString, budget: &budget)
            }
        }
        for (index, line) in source.linesOfJSON(in: text.range).enumerated() {
            if index > 0 { try beginRow(continuing: true, budget: &budget) }
            try append(line, in: text.notation, isCode: text.isCode, budget: &budget)
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
