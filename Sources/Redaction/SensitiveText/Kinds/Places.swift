import BoundedWork

/// Postal addresses beside a label. The lines beneath the first one are joined to it as runs.
enum Addresses {
    private static let lengths = 6...160

    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        for text in search.labelledTexts(.kind(.postalAddress), spansLabels: true) {
            try search.budget.spend(4 * min(text.range.count, lengths.upperBound))
            guard lengths.contains(text.range.count),
                !search.isJoined || !text.isBehindWords || text.isIntroduced,
                isAddress(text.range, search, isInline: text.isInline),
                text.isInline && !search.isJoined
                    || AddressLines.isPlausible(UnsafeBufferPointer(rebasing: search.units[text.range]))
            else {
                continue
            }
            search.report(
                .postalAddress,
                at: text.range,
                score: text.isInline ? 0.88 : search.labels.isEmpty ? 0.85 : 0.89,
                by: .caption
            )
        }
    }

    /// Whether there is a number, for example of a house, and a word, and no address of another kind.
    private static func isAddress(_ range: Range<Int>, _ search: RunSearch, isInline: Bool) -> Bool {
        let units = search.units[range]
        let letters = units.count(where: \.isLetter)
        guard units.contains(where: \.isDigit), letters >= 3, !units.contains(where: { $0.equals("@") }) else {
            return false
        }
        let isWeb = zip(units, units.dropFirst()).contains { $0.equals("/") && $1.equals("/") }
        let hasSpace = units.contains(where: \.isSpace) || units.contains { LabelStream.isUnspaced($0.scalar) }
        return !isWeb && hasSpace
            && units.first.map {
                $0.isDigit || $0.unitClass == .capital || $0.unitClass == .letter || isInline || search.isJoined
                    || units.contains { $0.equals(",") }
            } ?? false
    }
}

/// Coordinates: two decimal fractions that can be a latitude and a longitude, or degrees and minutes.
enum Coordinates {
    /// Digits behind the point that locate a place to some metres.
    private static let precision = 4

    private struct Fraction {
        let range: Range<Int>
        let whole: Int
        let decimals: Int
    }

    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        try search.budget.spend(search.atoms.count)
        let fractions = fractions(in: search)
        var isUsed = false
        for (index, fraction) in fractions.enumerated() {
            try search.budget.spend(8)
            if isUsed {
                isUsed = false
                continue
            }
            if index + 1 < fractions.count, isPair(fraction, fractions[index + 1], search) {
                search.report(
                    .coordinates,
                    at: fraction.range.lowerBound..<fractions[index + 1].range.upperBound,
                    score: 0.9,
                    by: .form
                )
                isUsed = true
            } else if fraction.decimals >= precision, fraction.whole <= 180,
                search.context(of: fraction.range).support(.kind(.coordinates)) == .labelled
            {
                search.report(.coordinates, at: fraction.range, score: 0.92, by: .caption)
            }
        }
        try findDegrees(in: &search)
    }

    private static func fractions(in search: RunSearch) -> [Fraction] {
        var fractions: [Fraction] = []
        for (atom, next) in zip(search.atoms, search.atoms.dropFirst()) {
            guard atom.count <= 3, next.count >= 3, next.count <= 15, atom.upperBound + 1 == next.lowerBound,
                search.units[atom.upperBound].equals("."),
                search.units[atom].allSatisfy(\.isDigit), search.units[next].allSatisfy(\.isDigit)
            else { continue }
            let whole = search.units[atom].reduce(0) { $0 * 10 + Int($1.scalar) - 48 }
            var start = atom.lowerBound
            if let sign = search.unit(at: start - 1), sign.equals("-") || sign.equals("+") { start -= 1 }
            if let before = search.unit(at: start - 1),
                before.isAlphanumeric || before.isOne(of: "$€£.")
            {
                continue
            }
            fractions.append(Fraction(range: start..<next.upperBound, whole: whole, decimals: next.count))
        }
        return fractions
    }

    private static func isPair(_ first: Fraction, _ second: Fraction, _ search: RunSearch) -> Bool {
        let gap = search.units[first.range.upperBound..<second.range.lowerBound]
        guard min(first.decimals, second.decimals) >= precision, (1...14).contains(gap.count) else { return false }
        let (low, high) = (min(first.whole, second.whole), max(first.whole, second.whole))
        guard low <= 90, high <= 180, !gap.contains(where: \.isDigit) else { return false }
        return gap.contains { $0.isOne(of: ",;/ °") }
    }

    /// Degrees, minutes and seconds with a letter for the side of the globe.
    private static func findDegrees(in search: inout RunSearch) throws(BudgetFailure) {
        var index = 0
        var last: Range<Int>?
        while index < search.units.count {
            try search.budget.spend()
            guard search.units[index].equals("°"), let range = degrees(search, around: index) else {
                index += 1
                continue
            }
            if let first = last, range.lowerBound - first.upperBound <= 4, range.lowerBound >= first.upperBound {
                search.report(.coordinates, at: first.lowerBound..<range.upperBound, score: 0.95, by: .form)
                last = nil
            } else {
                last = range
            }
            index = range.upperBound
        }
    }

    private static func degrees(_ search: RunSearch, around sign: Int) -> Range<Int>? {
        var start = sign
        while start > 0, sign - start < 12, search.units[start - 1].isDigit || search.units[start - 1].equals(".") {
            start -= 1
        }
        var end = sign + 1
        while end < search.units.count, end - sign < 20 {
            let unit = search.units[end]
            if unit.isOne(of: "NSEWO"), !(search.unit(at: end + 1)?.isWordPart ?? false) {
                return start..<end + 1
            }
            guard unit.isDigit || unit.isSpace || unit.isOne(of: ".,'\"′″’”") else {
                return nil
            }
            end += 1
        }
        return nil
    }
}
