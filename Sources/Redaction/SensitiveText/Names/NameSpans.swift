import BoundedWork

/// A run of words that may be the name of a person.
struct NameSpan {
    /// Units of the text.
    let range: Range<Int>
    var score: Double
    /// The words that are names, for other places on the screen.
    let words: [WordHash]

    /// The least score of a name that needs no support by its place.
    static let surely = 0.6
    /// A given name alone, a pair of doubtful words, two unknown words: names where the place says so.
    static let weak = 0.4

    /// Whether nothing else is said in its text.
    var isWhole = false
    /// Whether it is two names and more in a script without capitals.
    var isOfUncasedNames = false

    var isSure: Bool { score >= Self.surely }
}

/// Names in the words of a text: "Anna Schmidt", "J. Smith", "DOUGLAS, David", "Ludwig van Beethoven".
///
/// Each word counts for a name as far as it is one, and against it as far as it is something else.
enum NameSpans {
    private static let wordLimit = 5
    /// The least sum of the support of two words: of names that are hardly anything else, and of others.
    private static let leastOfNames = 2.0
    private static let leastSum = 3.0
    /// What each word more has to add.
    private static let leastOfOthers = 0.6
    /// What two words have to add that are both something else, too.
    private static let leastOfDoubtful = 1.4
    /// The disadvantage of the order of East Asia and Hungary, where no comma shows it.
    private static let turned = 0.3

    static func spans(
        of tokens: [NameToken],
        in units: UnsafeBufferPointer<TextUnit>,
        _ lexicon: NameLexicon,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [NameSpan] {
        var spans: [NameSpan] = []
        var index = 0
        while index < tokens.count {
            try budget.spend(96)
            let known = wordsOfPhrase(tokens, from: index, units, lexicon)
            guard known == 0 else {
                index += known
                continue
            }
            guard let (words, score) = best(of: tokens, from: index) else {
                index += 1
                continue
            }
            spans.append(
                NameSpan(
                    range: words[words.startIndex].range.lowerBound..<words[words.endIndex - 1].range.upperBound,
                    score: score,
                    words: words.filter { $0.isWord && $0.entry.doubt < 2 }.map(\.hash),
                    isOfUncasedNames: words.count > 1
                        && words.contains { $0.entry.given >= 2 && $0.entry.doubt < 2 }
                        && words.allSatisfy { $0.shape == .uncased && $0.entry.doubt < 3 }
                )
            )
            index = words.endIndex
        }
        return spans
    }

    /// The words from `start` that are the name of a place or a firm together; 0 if they are none.
    private static func wordsOfPhrase(
        _ tokens: [NameToken],
        from start: Int,
        _ units: UnsafeBufferPointer<TextUnit>,
        _ lexicon: NameLexicon
    ) -> Int {
        var hash = tokens[start].hash
        var longest = 0
        for end in start + 1..<start + wordLimit where end < tokens.count {
            guard tokens[end].link == .space else { break }
            hash.append(0x20)
            hash.append(units[tokens[end].range])
            let phrase = lexicon.entry(of: hash)
            if phrase.isKnown, phrase.doubt >= 2 { longest = end + 1 - start }
        }
        return longest
    }

    private static func best(of tokens: [NameToken], from start: Int) -> (ArraySlice<NameToken>, Double)? {
        var best: (ArraySlice<NameToken>, Double)?
        for end in start + 1...start + wordLimit where end <= tokens.count {
            let link = tokens[end - 1].link
            if end > start + 1, link == .none || link == .comma && end > start + 2 { break }
            let words = tokens[start..<end]
            guard let score = score(of: words), !isNameOfPlace(tokens, words.indices) else { continue }
            if score >= best?.1 ?? 0 { best = (words, score) }
        }
        return best
    }

    /// The score of some words as one name; nil if they are none.
    private static func score(of words: ArraySlice<NameToken>) -> Double? {
        guard let first = words.first, let last = words.last, first.shape != .particle || words.count > 2,
            last.shape != .particle,
            words.allSatisfy({ $0.shape != .other }), isOneCase(words)
        else { return nil }
        let named = words.filter(\.isWord)
        switch (named.count, words.count) {
        case (0, _): return nil
        case (1, 1): return scoreAlone(named[0])
        case (1, _):
            return words.contains { $0.shape == .initial } ? score(of: named[0], isFirst: last.shape == .initial) : nil
        default: return score(of: named, isTurned: words.dropFirst().first?.link == .comma)
        }
    }

    /// Whether words are alike in capitals, but for the name of the family: "DOUGLAS, David", "Anna SCHMIDT".
    private static func isOneCase(_ words: ArraySlice<NameToken>) -> Bool {
        let capitals = words.indices.filter { words[$0].shape == .allCapitals }
        let uncased = words.count { $0.shape == .uncased }
        guard uncased == 0 || uncased == words.count else { return false }
        let others = words.count { $0.shape == .capitalised || $0.shape == .uncased }
        return capitals.isEmpty || others == 0
            || capitals.count == 1 && (capitals[0] == words.startIndex || capitals[0] == words.endIndex - 1)
    }

    private static func score(of named: [NameToken], isTurned: Bool) -> Double? {
        let (first, last) = (named[0], named[named.count - 1])
        let straight = [first.support(first.entry.given), last.support(last.entry.family, isFamily: true)]
        let turned = [first.support(first.entry.family, isFamily: true), last.support(last.entry.given)]
        let isBackwards = isTurned || turned[0] + turned[1] - Self.turned > straight[0] + straight[1]
        let inner = named.dropFirst().dropLast().map { $0.support($0.entry.name) }
        let all = (isBackwards ? turned : straight) + inner
        guard all.allSatisfy({ $0 > 0 }) else { return nil }
        let areNames = named.allSatisfy { $0.entry.name > 0 && $0.entry.doubt < 2 } && all.allSatisfy { $0 >= 0.5 }
        let least = (areNames ? leastOfNames : leastSum) + leastOfOthers * Double(inner.count)
        let surplus = all.reduce(-least, +)
        let isDoubtful = named.allSatisfy { $0.entry.doubt >= 2 }
        if surplus >= (isDoubtful ? leastOfDoubtful : 0) { return min(0.66 + 0.06 * surplus, 0.9) }
        return NameSpan.weak
    }

    /// "J. Smith", "Anna K.": a word and initials.
    private static func score(of name: NameToken, isFirst: Bool) -> Double? {
        guard name.shape == .capitalised else { return nil }
        let support = name.support(isFirst ? name.entry.given : name.entry.family)
        if support >= 2, name.entry.doubt < 2 { return 0.65 }
        return support > 0 ? NameSpan.weak : nil
    }

    private static func scoreAlone(_ name: NameToken) -> Double? {
        let support = name.support(max(name.entry.given, name.entry.family - 1))
        guard support >= 1 else { return nil }
        return support >= 2 && name.entry.doubt < 2 ? NameSpan.weak : 0.75 * NameSpan.weak
    }

    /// Whether a word beside the others makes a street, a place or a firm of them.
    private static func isNameOfPlace(_ tokens: [NameToken], _ range: Range<Int>) -> Bool {
        if PlaceWords.behind.contains(tokens[range.upperBound - 1].hash) { return true }
        if tokens.indices.contains(range.upperBound), tokens[range.upperBound].link == .space,
            PlaceWords.behind.contains(tokens[range.upperBound].hash)
        {
            return true
        }
        if PlaceWords.before.contains(tokens[range.lowerBound].hash) { return true }
        var first = range.lowerBound
        while first > 0, tokens[first].link == .space {
            if PlaceWords.before.contains(tokens[first - 1].hash) { return true }
            // "Plaza de Colón".
            guard tokens[first - 1].shape == .particle else { break }
            first -= 1
        }
        return false
    }
}

extension NameToken {
    /// Whether it is neither an initial nor a particle.
    var isWord: Bool { shape == .capitalised || shape == .uncased || shape == .allCapitals }

    /// What it adds to a name: its strength as a part of one, less the doubt.
    func support(_ strength: Double, isFamily: Bool = false) -> Double {
        if strength > 0 { return strength - max(0, entry.doubt - 1) / 2 }
        if entry.isKnown { return -0.5 - entry.doubt }
        // Where there are no capitals, any word may be unknown.
        return shape == .uncased ? 0.2 : isFamily ? 1 : 0.4
    }
}

/// Words that make a street, a place or a firm of a name.
private enum PlaceWords {
    static let behind = WordHash.set(
        """
        street avenue ave road rd boulevard blvd lane drive square park gardens lake river valley beach hill hills heights island bay bridge
        tower plaza mall center centre station airport terminal university college school academy institute hospital clinic church
        cathedral museum gallery theatre theater stadium arena hotel inn bar cafe restaurant pizza bank insurance group holdings
        inc ltd llc plc corp company co gmbh ag kg se sa sarl srl spa bv nv oy ab as sons brothers bros foundation studios records
        airlines motors straße str platz allee gasse ufer bahnhof brücke schule klinik stiftung gpu cpu api sdk edition series award
        prize cup day memorial syndrome disease
        """
    )
    static let before = WordHash.set(
        """
        rue avenue boulevard place quai pont gare lycée via viale piazza corso largo ponte calle plaza avenida paseo rua praça ulica ul
        aleja plac улица ул проспект площадь переулок mount lake fort port cape river université universidad università hotel café
        casa villa santa santo saint sankt saints são apache шоссе شارع مدينة جامعة רחוב שדרות
        """
    )
}
