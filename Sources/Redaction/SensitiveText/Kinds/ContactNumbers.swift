import BoundedWork

/// Telephone numbers without a caption or a form of their own that stand beside a mail address, as on cards of contacts and
/// in signatures: alone in the line above or beneath it, or behind a separator.
enum ContactNumbers {
    private static let score = 0.62
    private static let digits = 7...13
    /// Units of a line with a mail address and a number.
    private static let lengthLimit = 120
    private static let separators = "·|,;•/".unicodeScalars

    /// - Parameter named: The meaning of the labels in and beside each piece.
    static func candidates(
        in pieces: borrowing TextPieces,
        _ layout: PieceLayout,
        named: [ConceptSet],
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [RunSearch.Candidate] {
        var candidates: [RunSearch.Candidate] = []
        for piece in 0..<pieces.count where named[piece].isEmpty {
            try budget.spend(4)
            let units = pieces.units(of: piece)
            guard units.count <= lengthLimit, units.contains(where: \.isDigit) else { continue }
            try budget.spend(4 * units.count)
            guard let number = number(in: units[...]) else {
                if let range = numberBesideAddress(in: units) { candidates.append(candidate(units[range])) }
                continue
            }
            let around = [true, false].compactMap { layout.vertical(of: piece, downward: $0) }
            let isBesideAddress = around.contains { other in
                layout.isAligned(piece, other) && isAddress(pieces.units(of: other)[...])
            }
            if isBesideAddress { candidates.append(candidate(units[number])) }
        }
        return candidates
    }

    private static func candidate(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> RunSearch.Candidate {
        RunSearch.Candidate(
            kind: .phone,
            scheme: nil,
            score: score,
            reason: .surroundings,
            spans: TextSpan.spans(of: units),
            isCaptioned: false,
            isOfLines: false
        )
    }

    /// The number of a line with a mail address, a separator and nothing else.
    private static func numberBesideAddress(in units: UnsafeBufferPointer<TextUnit>) -> Range<Int>? {
        let parts = units.split { unit in separators.contains(where: unit.equals) }
        guard parts.count == 2, parts.contains(where: isAddress) else { return nil }
        return parts.lazy.compactMap(number).first
    }

    /// Digits with separators of telephone numbers, and nothing else but spaces round them.
    private static func number(in units: Slice<UnsafeBufferPointer<TextUnit>>) -> Range<Int>? {
        guard let first = units.firstIndex(where: { !$0.isSpace }), let last = units.lastIndex(where: { !$0.isSpace }),
            units[last].isDigit, units[first].isDigit || units[first].equals("(") || units[first].equals("+"),
            units[first...last].allSatisfy({ unit in
                unit.isDigit || unit.isOne(of: " -.()+")
            }),
            digits.contains(units[first...last].count(where: \.isDigit))
        else { return nil }
        let form = String(
            String.UnicodeScalarView(units[first...last].map { $0.isDigit ? "d" : Unicode.Scalar($0.ascii) })
        )
        return PhoneForms.dates.contains(form) ? nil : first..<last + 1
    }

    /// Whether there is a mail address and nothing else.
    private static func isAddress(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        let words = units.split(whereSeparator: \.isSpace)
        guard words.count == 1, let at = words[0].firstIndex(where: { $0.equals("@") }) else { return false }
        return at > words[0].startIndex && words[0][at...].dropLast().contains { $0.equals(".") }
    }
}
