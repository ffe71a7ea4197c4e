import BoundedWork

/// Recovery phrases of wallets (BIP-39): twelve to twenty-four words beside a label, or as many as a phrase has and nothing
/// else.
enum RecoveryPhrases {
    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        for text in search.labelledTexts(.kind(.recoveryPhrase)) {
            try search.budget.spend(min(text.range.count, 512))
            guard let range = phrase(in: text.range, search).range else { continue }
            search.report(.recoveryPhrase, at: range, score: 0.93, by: .caption)
        }
        try findUnlabelled(in: &search)
    }

    /// Texts that are a phrase alone, whatever is beside them: a caption may be in a script that was not read.
    private static func findUnlabelled(in search: inout RunSearch) throws(BudgetFailure) {
        guard search.units.count <= lengthLimit, search.labels.isEmpty,
            let whole = search.trimmed(search.units.indices), search.units[whole.lowerBound].unitClass == .small
        else { return }
        try search.budget.spend(2 * whole.count)
        let found = phrase(in: whole, search)
        guard let range = found.range, range == whole, sizes.contains(found.words),
            whole.allSatisfy({ !search.units[$0].isDigit || isPart(search, $0) }), isRandom(whole, search)
        else { return }
        search.report(.recoveryPhrase, at: range, score: 0.8, by: .form)
    }

    /// Whether the words are none of a sentence, and hardly any repeats or is longer than those of the list of thousands that
    /// they are drawn from.
    private static func isRandom(_ range: Range<Int>, _ search: RunSearch) -> Bool {
        var words: Set<String> = []
        var (repeats, mergers) = (0, 0)
        var index = range.lowerBound
        while index < range.upperBound {
            guard let end = search.word(from: index, to: range.upperBound) else {
                index += 1
                continue
            }
            let word = search.folded(index..<end)
            if end - index < 5, joints.contains(word) { return false }
            if !words.insert(word).inserted { repeats += 1 }
            if end - index > wordLimit { mergers += 1 }
            index = end
        }
        return repeats <= repeatLimit && mergers <= mergerLimit
    }

    /// Words of a phrase: three for each 32 bits of entropy.
    private static let sizes: Set = [12, 15, 18, 21, 24]
    private static let lengthLimit = 24 * (wordLimit + 2)

    /// Words of three and four letters of sentences, none of which is in the English list of BIP-39.
    private static let joints = FoldedWords.set(
        """
        the and for with your are was not our has had from were been them who how its but into
        que para los las una con por del como mas und der die das ist mit von den auf ein les des est pour dans sur
        une par avec pas che per non della sono het een van voor niet met dat com uma dos mais jest nie dla oraz lub
        """
    )

    private static let wordLimit = 8
    /// Words of a phrase that may occur a second time.
    private static let repeatLimit = 1
    /// Words between which a recogniser may have lost the space.
    private static let mergerLimit = 2

    /// Whether the unit is a small letter, or one that was misread as a digit.
    private static func isPart(_ search: RunSearch, _ index: Int) -> Bool {
        let unit = search.units[index]
        guard unit.unitClass != .small else { return true }
        let isAlike = search.isRecognised && unit.isDigit && Confusions.letter(unit.ascii) != nil
        return isAlike && search.unit(at: index - 1)?.unitClass == .small
            && search.unit(at: index + 1)?.unitClass == .small
    }

    /// The words at the start of `range`, with numbers between them or not, and their number; no range if there are too
    /// few.
    private static func phrase(in range: Range<Int>, _ search: RunSearch) -> (range: Range<Int>?, words: Int) {
        var words = 0
        var end = range.lowerBound
        var index = range.lowerBound
        while index < range.upperBound, words < 24 {
            let unit = search.units[index]
            if unit.unitClass == .small {
                var next = index
                while next < range.upperBound, isPart(search, next) { next += 1 }
                // A recogniser loses the space between two words, or three.
                guard (3...(search.isRecognised ? 3 * wordLimit : wordLimit)).contains(next - index) else { break }
                words += (next - index - 1) / wordLimit + 1
                end = next
                index = next
            } else {
                guard
                    unit.isSpace || unit.isDigit || unit.unitClass == .gap
                        || unit.isOne(of: ".,-:)#")
                else { break }
                index += 1
            }
        }
        return (words >= 11 || search.isJoined && words >= 4 ? range.lowerBound..<end : nil, words)
    }
}
