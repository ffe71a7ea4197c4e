import BoundedWork

/// Postal addresses beside a label. The lines beneath the first one are joined to it as runs.
enum Addresses {
    private static let lengths = 6...160

    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        for text in search.labelledTexts(.kind(.postalAddress), spansLabels: true) {
            try search.budget.spend(4 * min(text.range.count, lengths.upperBound))
            guard lengths.contains(text.range.count), isAddress(text.range, search, isInline: text.isInline),
                text.isInline && !search.isJoined
                    || AddressLines.isPlausible(UnsafeBufferPointer(rebasing: search.units[text.range]))
            else {
                continue
            }
            search.report(
                .postalAddress,
                at: text.range,
                score: text.isInline ? 0.88 : search.labels.isEmpty ? 0.85 : 0.89
            )
        }
    }

    /// Whether there is a number, as of a house or a district, and a word, and no address of another kind.
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
