import BoundedWork

/// Recovery phrases of wallets (BIP-39): twelve to twenty-four words beside a label.
enum RecoveryPhrases {
    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        for text in search.labelledTexts(.kind(.recoveryPhrase)) {
            try search.budget.spend(min(text.range.count, 512))
            if let range = phrase(in: text.range, search) { search.report(.recoveryPhrase, at: range, score: 0.93) }
        }
    }

    /// The words at the start of `range`, with numbers between them or not.
    private static func phrase(in range: Range<Int>, _ search: RunSearch) -> Range<Int>? {
        var words = 0
        var end = range.lowerBound
        var index = range.lowerBound
        while index < range.upperBound, words < 24 {
            let unit = search.units[index]
            if unit.unitClass == .small {
                var next = index
                while next < range.upperBound, search.units[next].unitClass == .small { next += 1 }
                guard (3...8).contains(next - index) else { break }
                words += 1
                end = next
                index = next
            } else {
                guard
                    unit.isSpace || unit.isDigit || unit.unitClass == .gap
                        || ".,-:)#".unicodeScalars.contains(where: unit.equals)
                else { break }
                index += 1
            }
        }
        return words >= 11 || search.isJoined && words >= 4 ? range.lowerBound..<end : nil
    }
}
