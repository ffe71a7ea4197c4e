import BoundedWork

/// A word of a text in which names are looked for.
struct NameToken {
    enum Shape {
        case capitalised
        /// Of a script without capitals.
        case uncased
        case allCapitals
        case initial
        /// A word in small letters that may stand within a name.
        case particle
        case other
    }

    /// Between a word and the one before it.
    enum Link {
        case space
        case comma
        /// The beginning of the text, or anything else.
        case none
    }

    /// Without the suffix of a possessive.
    let range: Range<Int>
    let shape: Shape
    let link: Link
    let hash: WordHash
    var entry: NameLexicon.Entry
    /// Whether it is an initial or an abbreviation with a full stop behind it.
    var isAbbreviated = false
    /// Whether it begins with the article of Arabic, as names of families and many others do.
    var isWithArticle = false
    /// Whether it is a place if it stands alone, as "Saint-Martin" is.
    var isOfSaint = false
}

/// The words of a text.
struct NameTokens {
    private(set) var tokens: [NameToken] = []

    private static let lengthLimit = 32
    private static let acronymLength = 4
    /// Words before the name of a place, or behind a name, that are written with a full stop.
    private static let abbreviations = WordHash.set("st ste ul ул jr sr")

    init(
        _ units: UnsafeBufferPointer<TextUnit>,
        _ lexicon: NameLexicon,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        // The end of the last word; nil behind a word that may be none of a name.
        var end: Int?
        var index = 0
        while index < units.count {
            try budget.spend()
            guard units[index].isLetter else {
                index += 1
                continue
            }
            // Words with digits are none of a name.
            let isStart = index == 0 || !units[index - 1].isWordPart
            let stop = Self.end(of: units, from: index)
            try budget.spend(4 * (stop - index))
            let isUnspaced = LabelStream.isUnspaced(units[index].scalar)
            if isStart, stop - index <= Self.lengthLimit || isUnspaced,
                stop == units.count || !units[stop].isDigit || isUnspaced
            {
                let link =
                    end.map { Self.link(units, $0..<index, isBehindInitial: tokens.last?.isAbbreviated ?? false) }
                    ?? .none
                var token = Self.token(units, index..<stop, link, lexicon)
                if let before = tokens.last, link == .space, before.shape == .particle {
                    token.entry =
                        token.shape == .uncased
                        ? UncasedParticles.entry(of: token, behind: before)
                        : FamilyParticles.entry(of: token, behind: before)
                }
                let isShort = token.shape == .initial || Self.abbreviations.contains(token.hash)
                token.isAbbreviated = isShort && stop < units.count && units[stop].equals(".")
                tokens.append(token)
                let isCut = token.range.upperBound < stop && units[token.range.upperBound].isHamza
                end = isCut ? token.range.upperBound : stop + (token.isAbbreviated ? 1 : 0)
            } else {
                end = nil
            }
            index = stop
        }
    }

    private static func end(of units: UnsafeBufferPointer<TextUnit>, from start: Int) -> Int {
        var end = start
        while end < units.count,
            units[end].isLetter || units[end].unitClass == .mark || isJoint(units, end)
        { end += 1 }
        return end
    }

    /// Whether a hyphen or an apostrophe has letters at both sides.
    private static func isJoint(_ units: UnsafeBufferPointer<TextUnit>, _ index: Int) -> Bool {
        (units[index].equals("-") || units[index].equals("'")) && index > 0 && index + 1 < units.count
            && units[index - 1].isLetter && units[index + 1].isLetter
    }

    private static func link(
        _ units: UnsafeBufferPointer<TextUnit>,
        _ range: Range<Int>,
        isBehindInitial: Bool
    ) -> NameToken.Link {
        let (between, isBehindArabic) = (units[range], units[range.lowerBound - 1].isArabic)
        // "B.Cosmo"
        guard let first = between.first else { return isBehindInitial ? .space : .none }
        guard between.count <= 3 else { return .none }
        // Beside the hyphen of a double name, a recogniser sees a space.
        let isHyphen = between.contains { $0.equals("-") } && between.contains(where: \.isSpace)
        if between.count == 2, isHyphen, units[range.upperBound].unitClass == .capital { return .space }
        if between.allSatisfy({ $0.isSpace || $0.unitClass == .gap }) { return .space }
        // The comma of Arabic is often read as a full stop, as a quotation mark or as a letter.
        let isComma =
            first.equals(",") || first.equals("،")
            || isBehindArabic && between.count > 1 && (first.equals(".") || first.equals("»") || first.isHamza)
        return isComma && between.dropFirst().allSatisfy { $0.isSpace || $0.unitClass == .gap } ? .comma : .none
    }

    private static func token(
        _ units: UnsafeBufferPointer<TextUnit>,
        _ word: Range<Int>,
        _ link: NameToken.Link,
        _ lexicon: NameLexicon
    ) -> NameToken {
        var range = word
        // Of "Anna's" the name is Anna, of "d'Anna", too.
        if range.count > 2, units[range.upperBound - 2].equals("'"), units[range.upperBound - 1].folded == 0x73 {
            range = range.lowerBound..<range.upperBound - 2
        }
        if let apostrophe = range.prefix(4).first(where: { units[$0].equals("'") }),
            units[range.lowerBound].unitClass == .small
        {
            range = apostrophe + 1..<range.upperBound
        }
        if units[range.upperBound - 1].isHamza, range.count > 3, range.upperBound < units.count,
            units[range.upperBound].isSpace,
            !lexicon.entry(of: hash(of: units[range])).isKnown
        {
            range = range.dropLast()
        }
        let hash = hash(of: units[range])
        var shape = isOfCode(units, word) ? .other : shape(of: units, range)
        if shape == .uncased, UncasedParticles.contains(hash) { shape = .particle }
        let entry = shape == .other || shape == .initial ? .unknown : entry(of: units, range, hash, lexicon)
        if shape == .allCapitals, !entry.isKnown, isAcronym(units[range]) { shape = .other }
        var token = NameToken(range: range, shape: shape, link: link, hash: hash, entry: entry)
        token.isWithArticle = isWithArticle(units[range])
        token.isOfSaint = isOfSaint(units[range])
        return token
    }

    /// Whether a short word in capitals has no vowel, as "GmbH" has none.
    private static func isAcronym(_ word: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        word.count <= acronymLength
            && word.allSatisfy { unit in
                unit.scalar < 0x80 && !"aeiouy".unicodeScalars.contains { $0.value == unit.folded }
            }
    }

    /// Whether the first of several words with hyphens stands before the names of places: "Saint-Martin".
    private static func isOfSaint(_ word: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        let parts = word.split { $0.equals("-") }
        return parts.count > 1 && PlaceWords.before.contains(hash(of: parts[0]))
    }

    /// Whether a word is of a program: "Hugo.render(".
    private static func isOfCode(_ units: UnsafeBufferPointer<TextUnit>, _ word: Range<Int>) -> Bool {
        let next = units[word.upperBound...].prefix(2).map { $0 }
        guard word.count > 1, next.count == 2, units[word.lowerBound].unitClass == .capital else { return false }
        return (next[0].equals(".") || next[0].equals("(")) && next[1].unitClass == .small
    }

    private static func shape(of units: UnsafeBufferPointer<TextUnit>, _ range: Range<Int>) -> NameToken.Shape {
        let letters = units[range].filter { $0.isLetter }
        guard let first = letters.first else { return .other }
        switch first.unitClass {
        case .letter: return .uncased
        case .capital where letters.count == 1: return .initial
        case .capital where letters.count <= 4 && NameWords.particles.contains(folded(units[range])): return .particle
        case .capital where isStreet(units[range]) || isPlace(units[range]): return .other
        case .capital:
            if letters.allSatisfy({ $0.unitClass == .capital }) { return .allCapitals }
            // "McDonald" and "Jean-Pierre", but not "YouTube" or "iPhone".
            let inner = range.dropFirst().filter { units[$0].unitClass == .capital && units[$0 - 1].isLetter }
            let isPrefixed = inner.count == 1 && inner[0] - range.lowerBound <= 3
            return inner.isEmpty || isPrefixed ? .capitalised : .other
        default:
            return NameWords.particles.contains(folded(units[range])) ? .particle : .other
        }
    }

    /// Whether a word is a street by its end, as in "Schillerstraße".
    private static func isStreet(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        streets.contains { end in
            units.count > end.count + 2 && zip(units.suffix(end.count), end).allSatisfy { $0.folded == $1 }
        }
    }

    /// Whether the last of several words with hyphens is that of a place: "Karl-Marx-Allee".
    private static func isPlace(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        let parts = units.split { $0.equals("-") }
        return parts.count > 1 && parts.last.map { PlaceWords.behind.contains(hash(of: $0)) } ?? false
    }

    private static let streets = StreetWords.sureEnds.map { $0.unicodeScalars.map(\.value) }

    private static func entry(
        of units: UnsafeBufferPointer<TextUnit>,
        _ range: Range<Int>,
        _ hash: WordHash,
        _ lexicon: NameLexicon
    ) -> NameLexicon.Entry {
        let whole = lexicon.entry(of: hash)
        guard !whole.isKnown else {
            return isWithArticle(units[range]) && whole.name == 0 && whole.doubt < 3 ? whole.asFamily : whole
        }
        if isWithArticle(units[range]) { return NameLexicon.Entry(given: 0, family: 1, doubt: 0, isKnown: false) }
        guard units[range].contains(where: { $0.equals("-") || $0.equals("'") }) else {
            return lexicon.entry(ofOtherSpelling: units[range]) ?? lexicon.entry(ofEndingOf: units[range])
        }
        // Of "O'Connor" and "D'Angelo" what is behind the apostrophe counts.
        let parts = units[range].split { $0.equals("-") || $0.equals("'") }.filter { $0.count > 1 }
        let entries = parts.map { part in
            let entry = lexicon.entry(of: Self.hash(of: part))
            return entry.isKnown ? entry : lexicon.entry(ofEndingOf: part)
        }
        guard let first = entries.first else { return whole }
        return entries.dropFirst().reduce(first) { joined, part in
            NameLexicon.Entry(
                given: min(joined.given, max(part.given, part.family)),
                family: min(max(joined.family, joined.given), part.family),
                doubt: max(joined.doubt, part.doubt),
                isKnown: joined.isKnown && part.isKnown
            )
        }
    }

    private static func isWithArticle(_ word: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        word.count > 4 && word.starts(with: [0x627, 0x644]) { $0.scalar == $1 }
    }

    static func hash(of units: some Sequence<TextUnit>) -> WordHash {
        var hash = WordHash()
        hash.append(units)
        return hash
    }

    private static func folded(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> String {
        var text = String.UnicodeScalarView()
        for unit in units.prefix(8) where unit.unitClass != .mark { text.append(Unicode.Scalar(unit.folded) ?? " ") }
        return String(text)
    }
}

extension TextUnit {
    fileprivate var isHamza: Bool { scalar == 0x621 }
    fileprivate var isArabic: Bool { (0x600...0x6FF).contains(scalar) }
}

/// Particles of names in scripts without capitals: "أبو", "آل", "عبد", "בן".
enum UncasedParticles {
    /// The word behind them names a family.
    private static let beforeFamilies = WordHash.set("آل ال أبو ابو أم ام بن ابن بنت بنو بني אבו אבן בן")
    /// The word behind them names a family, whatever else it says.
    private static let beforeAnyFamily = WordHash.set("آل بنو")
    /// The word behind them makes a given name with them.
    private static let beforeGivenNames = WordHash.set("عبد")

    static func contains(_ word: WordHash) -> Bool { beforeFamilies.contains(word) || beforeGivenNames.contains(word) }

    /// What a word is behind a particle, where it is no very common one.
    static func entry(of word: NameToken, behind particle: NameToken) -> NameLexicon.Entry {
        guard word.entry.doubt < 3 || beforeAnyFamily.contains(particle.hash) else { return word.entry }
        let isGiven = beforeGivenNames.contains(particle.hash)
        return NameLexicon.Entry(
            given: isGiven ? 3 : word.entry.given,
            family: isGiven ? word.entry.family : max(word.entry.family, 2),
            doubt: 0,
            isKnown: true
        )
    }
}

/// Particles that names of families have in Dutch, German and the languages of the north, and hardly anything else with a capital
/// behind it has: "van Camp".
private enum FamilyParticles {
    private static let all = WordHash.set("van von vom zum zur ten ter den der vanden vander af av")

    static func entry(of word: NameToken, behind particle: NameToken) -> NameLexicon.Entry {
        guard word.isWord, word.entry.doubt < 3, all.contains(particle.hash) else { return word.entry }
        return NameLexicon.Entry(given: word.entry.given, family: 3, doubt: 0, isKnown: true)
    }
}
