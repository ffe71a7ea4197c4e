import BoundedWork

/// Names in the words of a text: "Anna Schmidt", "J. Smith", "DOUGLAS, David", "Ludwig van Beethoven".
///
/// Each word counts for a name as far as it is one, and against it as far as it is something else.
enum NameSpans {
    private static let wordLimit = 5
    /// Words of a name with its particles: "جعفر آل محمد بن علي بن جماز".
    private static let limitWithParticles = 9
    /// Particles that names have within them only.
    private static let articles = WordHash.set("el la le y e al")
    /// The least sum of the support of two words: of names that are hardly anything else, and of others.
    private static let leastOfNames = 2.0
    private static let leastSum = 3.0
    /// What each word more has to add.
    private static let leastOfOthers = 0.6
    /// What two words have to add that are both something else, too.
    private static let leastOfDoubtful = 1.4
    /// Words before a name among which one makes a street or a place of it.
    private static let placeReach = 2
    /// The score of a name with an initial.
    private static let withInitial = 0.65
    /// Behind a whole name: "Anna Schmidt III".
    private static let generations = WordHash.set("ii iii iv jr sr")
    /// The disadvantage of the order of East Asia and Hungary, where no comma shows it.
    private static let turned = 0.3

    static func spans(
        of tokens: [NameToken],
        in units: UnsafeBufferPointer<TextUnit>,
        _ lexicon: NameLexicon,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [NameSpan] {
        var spans: [NameSpan] = []
        try budget.spend(64 * tokens.count)
        let phrases = tokens.indices.map { wordsOfPhrase(tokens, from: $0, units, lexicon) }
        var index = NameActions.beginsWithReader(tokens) ? 2 : 0
        while index < tokens.count {
            try budget.spend(64)
            guard phrases[index] == 0 else {
                index += phrases[index]
                continue
            }
            // "Paket von Hugo Boss".
            let reach = reach(of: tokens, from: index)
            let limit = phrases[index..<reach].firstIndex { $0 > 0 } ?? reach
            guard let (words, score) = best(of: tokens, index..<limit),
                score > NameSpan.unknown || !LabelStream.isUnspaced(units[words[index].range.lowerBound].scalar)
            else {
                index += 1
                continue
            }
            let isFull = words.count(where: \.isWord) > 1
            let next = words.endIndex
            let isNumbered =
                isFull && next < tokens.count && tokens[next].link == .space && generations.contains(tokens[next].hash)
            let last = tokens[isNumbered ? next : next - 1]
            spans.append(
                NameSpan(
                    range: words[words.startIndex].range.lowerBound..<last.range.upperBound,
                    score: score,
                    words: words.filter { $0.isWord && $0.entry.doubt < 2 }.map(\.hash),
                    isSureAlone: isSureAlone(words, units),
                    isFull: isFull,
                    isOfKnownNames: words.allSatisfy { !$0.isWord || $0.entry.name >= 1 && $0.entry.doubt < 2 }
                )
            )
            index = isNumbered ? next + 1 : next
        }
        return spans
    }

    /// The words from `start` that one name may have.
    private static func reach(of tokens: [NameToken], from start: Int) -> Int {
        var words = 0
        for index in start..<min(start + limitWithParticles, tokens.count) {
            if tokens[index].shape != .particle { words += 1 }
            if words > wordLimit { return index }
        }
        return min(start + limitWithParticles, tokens.count)
    }

    /// Whether words are a name where nothing else is said, though each of them may be something else, too.
    private static func isSureAlone(_ words: ArraySlice<NameToken>, _ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        let named = words.filter(\.isWord)
        guard words.count > 1, let first = named.first else { return false }
        guard named.count > 1 else {
            // "K. Tanskanen", "T. Roman".
            return first.entry.doubt < (first.entry.family >= 3 ? 3 : 2)
                && first.support(first.entry.family, isFamily: true) >= 0.5
        }
        guard first.shape == .uncased else {
            let isTurned = words.dropFirst().contains { $0.link == .comma }
            let ends = [first.entry, named[named.count - 1].entry]
            let (given, family) = isTurned ? (ends[1], ends[0]) : (ends[0], ends[1])
            let areNames = named.allSatisfy { $0.entry.name > 0 && $0.entry.doubt < 2 }
            let mayBe = named.allSatisfy { $0.entry.doubt < 2 && ($0.entry.name > 0 || !$0.entry.isKnown) }
            return areNames && named.contains { $0.entry.given > 0 }
                || mayBe && named.contains { $0.entry.given > 0 && $0.entry.doubt < 1 }
                // "Hermosa Navarro", "Gloria Sales".
                || given.given >= 1 && family.family >= 2 && family.doubt < 1
                || given.given >= 2 && given.doubt < 1 && family.family >= 1 && family.doubt < 3
                // "Karin Bruun", "Stef Jorrisen".
                || given.given >= 3 && given.doubt < 3 && family.family >= 1 && family.doubt < 2
                || given.given >= 2 && given.doubt < 2 && !family.isKnown
        }
        return named.contains { $0.entry.given >= 2 && $0.entry.doubt < 2 }
            && named.allSatisfy {
                $0.entry.doubt < 3 && ($0.entry.name > 0 || !LabelStream.isUnspaced(units[$0.range.lowerBound].scalar))
            }
    }

    /// The number of words from `start` that are the name of a place or a firm together.
    private static func wordsOfPhrase(
        _ tokens: [NameToken],
        from start: Int,
        _ units: UnsafeBufferPointer<TextUnit>,
        _ lexicon: NameLexicon
    ) -> Int {
        var (hash, other) = (tokens[start].hash, WordHash())
        other.append(withDigraphs: units[tokens[start].range])
        var longest = 0
        for end in start + 1..<start + wordLimit where end < tokens.count {
            guard tokens[end].link == .space else { break }
            hash.append(0x20)
            hash.append(units[tokens[end].range])
            other.append(0x20)
            other.append(withDigraphs: units[tokens[end].range])
            let phrases = [lexicon.entry(of: hash)] + (other == hash ? [] : [lexicon.entry(of: other)])
            if phrases.contains(where: { $0.isKnown && $0.doubt >= 2 }) { longest = end + 1 - start }
        }
        return longest
    }

    /// The name that begins the words `range`.
    private static func best(of tokens: [NameToken], _ range: Range<Int>) -> (ArraySlice<NameToken>, Double)? {
        var best: (ArraySlice<NameToken>, Double)?
        let start = range.lowerBound
        for end in start + 1...range.upperBound {
            let link = tokens[end - 1].link
            if end > start + 1, link == .none { break }
            if end > start + 1, link == .comma, !mayBeTurned(tokens, start, comma: end - 1) { break }
            let words = tokens[start..<end]
            guard let score = score(of: words), !isNameOfPlace(tokens, words.indices) else { continue }
            if score >= best?.1 ?? 0 { best = (words, score) }
        }
        return best
    }

    /// Whether what begins at `start` may be a family's name before a comma: "VAN DER BERG, Anna", but not
    /// "Anna Schmidt, Peter Müller", nor the rest of "Jan van Dam, Peter Müller" or of "Quux Schmidt, Peter Müller".
    private static func mayBeTurned(_ tokens: [NameToken], _ start: Int, comma: Int) -> Bool {
        guard tokens[start..<comma].count(where: { $0.shape != .particle }) == 1 else { return false }
        var first = start
        while tokens[first].link == .space, tokens[first - 1].shape == .particle { first -= 1 }
        return tokens[first].link != .space || !tokens[first - 1].isWord || tokens[first - 1].entry.doubt >= 3
    }

    /// The score of some words as one name; nil if they are none.
    private static func score(of words: ArraySlice<NameToken>) -> Double? {
        guard let first = words.first, let last = words.last,
            first.shape != .particle || words.count > 2 && !articles.contains(first.hash), last.shape != .particle,
            words.allSatisfy({ $0.shape != .other }), isOneCase(words)
        else { return nil }
        let named = words.filter(\.isWord)
        switch (named.count, words.count) {
        case (0, _): return nil
        case (1, 1): return scoreAlone(named[0])
        case (1, _):
            return words.contains { $0.isAbbreviated } ? scoreWithInitials(named[0]) : nil
        default:
            let score = score(of: named, isTurned: words.dropFirst().contains { $0.link == .comma })
            return hasMiddleInitial(words) ? max(score ?? 0, withInitial) : score
        }
    }

    /// Whether an initial is between two words that are hardly anything but names: "Quux D. Waldo".
    private static func hasMiddleInitial(_ words: ArraySlice<NameToken>) -> Bool {
        guard words.count == 3, words[words.startIndex + 1].isAbbreviated else { return false }
        return [words[words.startIndex], words[words.endIndex - 1]].allSatisfy {
            $0.shape == .capitalised && $0.entry.doubt < 2 && ($0.entry.name > 0 || !$0.entry.isKnown)
        }
    }

    /// Whether words are alike in capitals, but for the name of the family: "DOUGLAS, David", "Anna SCHMIDT".
    private static func isOneCase(_ words: ArraySlice<NameToken>) -> Bool {
        let named = words.filter { $0.shape != .particle }
        let capitals = named.indices.filter { named[$0].shape == .allCapitals }
        let uncased = named.count { $0.shape == .uncased }
        guard uncased == 0 || uncased == named.count else { return false }
        let others = named.count { $0.shape == .capitalised || $0.shape == .uncased }
        return capitals.isEmpty || others == 0
            || capitals.count == 1 && (capitals[0] == 0 || capitals[0] == named.count - 1)
    }

    private static func score(of named: [NameToken], isTurned: Bool) -> Double? {
        let (first, last) = (named[0], named[named.count - 1])
        // "المدينة المنورة"
        guard isTurned || first.entry.given > 0 || !named.allSatisfy(\.isWithArticle) else { return nil }
        let straight = [first.support(first.entry.given), last.support(last.entry.family, isFamily: true)]
        let turned = [first.support(first.entry.family, isFamily: true), last.support(last.entry.given)]
        // With the article of Arabic, the name of a family is the first one before a comma only.
        let isBackwards =
            isTurned
            || !first.isWithArticle && turned.allSatisfy { $0 >= 0 }
                && turned[0] + turned[1] - Self.turned > straight[0] + straight[1]
        let inner = named.dropFirst().dropLast().map { $0.support($0.entry.name) }
        let all = (isBackwards ? turned : straight) + inner
        guard all.allSatisfy({ $0 >= 0 }) else { return nil }
        let areNames = named.allSatisfy { $0.entry.name > 0 && $0.entry.doubt < 2 } && all.allSatisfy { $0 >= 0.5 }
        let least = (areNames ? leastOfNames : leastSum) + leastOfOthers * Double(inner.count)
        let surplus = all.reduce(-least, +) - (isBackwards && !isTurned && !areNames ? Self.turned : 0)
        let doubtful = named.count { $0.entry.doubt >= 2 }
        // "Molly Field" has a given name that is nothing else, "Crescent Moon" has none.
        let isBorne =
            doubtful == 0 || doubtful == named.count || named.contains { $0.entry.name >= 3 && $0.entry.doubt < 2 }
        if isBorne, surplus >= (doubtful == named.count ? leastOfDoubtful : 0) {
            return min(0.66 + 0.06 * surplus, 0.9)
        }
        let isLikely =
            named.allSatisfy { $0.entry.name > 0 && ($0.entry.doubt < 3 || $0.shape != .uncased) }
            || named.allSatisfy { $0.entry.doubt < 3 }
                && named.contains { $0.entry.name > 0 && ($0.entry.isKnown || $0.shape != .uncased) }
        if isLikely { return surplus > -leastSum ? NameSpan.weak : nil }
        // Two unknown words, which are a name among names.
        return named.allSatisfy { !$0.entry.isKnown } ? NameSpan.unknown : nil
    }

    /// "J. Smith", "Anna K.": a word and initials.
    private static func scoreWithInitials(_ name: NameToken) -> Double? {
        guard name.shape == .capitalised, name.entry.doubt < 3 else { return nil }
        let support = name.support(name.entry.name, isFamily: true)
        if support >= 2, name.entry.doubt < 2 { return withInitial }
        return support > 0 ? NameSpan.weak : nil
    }

    private static func scoreAlone(_ name: NameToken) -> Double? {
        // "PR" and "CLA" are given names somewhere.
        guard name.shape != .allCapitals || name.range.count > 4, !name.isOfSaint else { return nil }
        let strength = max(name.entry.given, name.entry.family - 1)
        let support = name.support(strength)
        guard support >= 1 else { return name.entry.isKnown ? nil : NameSpan.unknown }
        if support >= 2, name.entry.doubt < 2 { return NameSpan.weak }
        // "Charlotte" and "Martin" are places or words, too.
        if strength >= 3, name.entry.doubt < 3 { return NameSpan.nearlyWeak }
        guard strength >= 3 || name.entry.doubt < 3 else { return NameSpan.unknown }
        return (name.entry.doubt < 1 ? 0.75 : 0.6) * NameSpan.weak
    }

    /// Whether a word beside the others makes a street, a place or a firm of them.
    private static func isNameOfPlace(_ tokens: [NameToken], _ range: Range<Int>) -> Bool {
        if PlaceWords.behind.contains(tokens[range.upperBound - 1].hash) { return true }
        // "Martin Luther King Jr. Blvd".
        let next = tokens[range.upperBound...].prefix(2).drop { PlaceWords.suffixes.contains($0.hash) }.first
        if let next, next.link == .space, next.shape != .other, PlaceWords.behind.contains(next.hash) { return true }
        // "Plaza de Colón", "Avenida Juan Domingo Perón", "شارع الملك فيصل".
        var first = range.lowerBound
        for _ in 0...placeReach {
            if PlaceWords.before.contains(tokens[first].hash) { return true }
            guard first > 0, tokens[first].link == .space, first == range.lowerBound || tokens[first].shape != .other
            else {
                return false
            }
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
        if strength > 0 { return strength - max(entry.doubt / 4, entry.doubt - 1) / 2 }
        if entry.isKnown { return -0.5 - entry.doubt }
        // Where there are no capitals, any word may be unknown.
        return (shape == .uncased ? 0.2 : isFamily ? 1 : 0.4) - entry.doubt / 4
    }
}
