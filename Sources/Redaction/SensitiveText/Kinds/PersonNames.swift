import BoundedWork

/// Names of persons: words beside a label, behind a title or a greeting.
enum PersonNames {
    private static let wordLimit = 5
    private static let scalarLimit = 60

    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        for text in search.labelledTexts(.kind(.personName)) where !text.isOfHyphenatedWord {
            try search.budget.spend(2 * scalarLimit)
            guard !isInLocator(text.range.lowerBound, search), !search.goesOnName(text.range) else { continue }
            // "Name is required" has no value.
            guard
                text.isInline
                    ? text.isIntroduced || isCapitalised(text.range, search)
                    : search.labels.allSatisfy({ $0.concepts == .harmless && $0.range.lowerBound > 0 })
            else { continue }
            guard let range = name(in: text.range, search, isWhole: !text.isInline) else { continue }
            // Two lines that are a name each are not one.
            let isOneOfLines = search.isJoined && !LabelStream.isUnspaced(search.units[range.lowerBound].scalar)
            let score = text.isInline && text.isIntroduced ? 0.9 : isOneOfLines ? 0.78 : 0.82
            search.report(.personName, at: range, score: score, by: .caption)
        }
        try findAddressed(in: &search)
        try findBeforeAddresses(in: &search)
        try UnspacedGreetings.find(in: &search)
    }

    private static func isCapitalised(_ range: Range<Int>, _ search: RunSearch) -> Bool {
        [.capital, .letter].contains(search.units[range.lowerBound].unitClass)
    }

    /// Whether a text names an element of a page for a test: `getByRole('button', { name: 'Log in' })`.
    private static func isInLocator(_ index: Int, _ search: RunSearch) -> Bool {
        let before = search.units[max(0, index - scalarLimit)..<index]
        guard let open = before.lastIndex(where: { $0.isOne(of: "()") }), before[open].equals("(") else { return false }
        return before[..<open].suffix(6).elementsEqual("ByRole".unicodeScalars) { $0.equals($1) }
    }

    private static func name(in range: Range<Int>, _ search: RunSearch, isWhole: Bool) -> Range<Int>? {
        if LabelStream.isUnspaced(search.units[range.lowerBound].scalar) {
            return unspacedName(in: range, search, isWhole: isWhole)
        }
        var index = range.lowerBound
        var words = 0
        var end = range.lowerBound
        while words < wordLimit, let next = wordEnd(search, from: index, range.upperBound) {
            guard isNameWord(index..<next, search), !NameWords.stops.contains(search.folded(index..<next)) else {
                break
            }
            words += 1
            end = next
            index = next
            while index < range.upperBound,
                search.units[index].isSpace || search.units[index].unitClass == .gap || search.units[index].equals(".")
                    || search.units[index].equals(",") && words == 1
            { index += 1 }
        }
        // A mark behind a name closes what one in front of it opens.
        if search.units[range.lowerBound..<end].last?.isOne(of: "'’") ?? false { end -= 1 }
        if isWhole, end < range.upperBound { return nil }
        guard words > 0, end - range.lowerBound >= 2, end - range.lowerBound <= scalarLimit else { return nil }
        // A text that goes on without a capital is a sentence.
        if let next = search.unit(at: index), index < range.upperBound, next.unitClass == .small, words < 2 {
            return nil
        }
        return range.lowerBound..<end
    }

    private static func wordEnd(_ search: RunSearch, from start: Int, _ limit: Int) -> Int? {
        var end = start
        while end < limit,
            search.units[end].isLetter || search.units[end].unitClass == .mark
                || search.units[end].isOne(of: "-'’.") || isHebrewSign(search, end)
        {
            if search.units[end].equals("."), end - start > 3, !isFeminine(search, from: end + 1) { break }
            end += 1
        }
        guard end > start, search.units[start].isLetter else { return nil }
        return end
    }

    /// Whether what stands behind a full stop is the end of an Italian title: "Dott.ssa".
    private static func isFeminine(_ search: RunSearch, from start: Int) -> Bool {
        search.units[start...].prefix { $0.isLetter }.elementsEqual("ssa".unicodeScalars) { $0.equals($1) }
    }

    /// Whether a sign is one of those that abbreviations in Hebrew are written with: "ד״ר", "גב׳".
    private static func isHebrewSign(_ search: RunSearch, _ index: Int) -> Bool {
        func isHebrew(_ index: Int) -> Bool {
            search.unit(at: index).map { (0x5D0...0x5EA).contains($0.scalar) } ?? false
        }
        guard isHebrew(index - 1) else { return false }
        let unit = search.units[index]
        return unit.equals("׳") || (unit.equals("״") || unit.equals("\"")) && isHebrew(index + 1)
    }

    /// Whether a word begins with a capital, or is a particle of names.
    private static func isNameWord(_ range: Range<Int>, _ search: RunSearch) -> Bool {
        search.units[range.lowerBound].unitClass != .small || NameWords.particles.contains(search.folded(range))
    }

    /// Names in Chinese, Japanese and Korean have two to ten characters, with a space in them or not.
    private static func unspacedName(in range: Range<Int>, _ search: RunSearch, isWhole: Bool) -> Range<Int>? {
        var end = range.lowerBound
        var letters = 0
        while end < range.upperBound,
            LabelStream.isUnspaced(search.units[end].scalar) || search.units[end].isSpace
                || search.units[end].unitClass == .gap || search.units[end].equals("·")
        {
            if search.units[end].isSpace, letters > 6 { break }
            letters += search.units[end].isLetter ? 1 : 0
            end += 1
        }
        guard let trimmed = search.trimmed(range.lowerBound..<end), (2...10).contains(letters) else { return nil }
        if isWhole, trimmed.upperBound < range.upperBound { return nil }
        return NameWords.stops.contains(search.folded(trimmed)) ? nil : trimmed
    }

    /// Names of authors before their addresses: "Author: Anna Schmidt <anna@example.org>".
    private static func findBeforeAddresses(in search: inout RunSearch) throws(BudgetFailure) {
        try search.budget.spend(search.units.count)
        guard let bracket = search.units.firstIndex(where: { $0.equals("<") }),
            search.units[bracket...].contains(where: { $0.equals("@") }),
            let colon = search.units[..<bracket].lastIndex(where: { $0.equals(":") }),
            isRole(before: colon, search),
            let name = search.trimmed(colon + 1..<bracket), name.count <= scalarLimit
        else { return }
        let words = search.units[name].split(whereSeparator: \.isSpace)
        let areOfName = words.allSatisfy { word in
            word.allSatisfy { !$0.isDigit } && isNameWord(word.indices, search)
        }
        guard (1...wordLimit).contains(words.count), areOfName else { return }
        search.report(.personName, at: name, score: 0.85, by: .surroundings)
    }

    private static let roles = FoldedWords.set(NameWords.roles)

    private static func isRole(before colon: Int, _ search: RunSearch) -> Bool {
        let start = search.units[..<colon].lastIndex { !$0.isLetter }.map { $0 + 1 } ?? 0
        return roles.contains(search.folded(start..<colon))
    }

    /// Names behind titles and greetings: "Mr. Smith", "Hello Anna,".
    private static func findAddressed(in search: inout RunSearch) throws(BudgetFailure) {
        var index = 0
        var previous: Range<Int>?
        while index < search.units.count {
            try search.budget.spend()
            guard search.units[index].isLetter, !(search.unit(at: index - 1)?.isWordPart ?? false),
                let end = wordEnd(search, from: index, search.units.count)
            else {
                index += 1
                continue
            }
            let word = search.folded(index..<end).filter { $0 != "." }
            let isTitle = isTitle(word, index..<end, search)
            let isAlone = NameWords.greetings.contains(word) && !(search.unit(at: index - 2)?.isWordPart ?? false)
            let isGreeting = isAlone || isGreeting(previous, index..<end, search)
            previous = index..<end
            if isTitle || isGreeting, let name = addressed(from: end, search, isTitle: isTitle) {
                search.report(.personName, at: name, score: isTitle ? 0.85 : 0.7, by: .surroundings)
                index = name.upperBound
            } else {
                index = end
            }
        }
    }

    /// Whether a word is a title: with a capital, in short ("dr."), or in a script without capitals at the start of a text.
    private static func isTitle(_ word: String, _ range: Range<Int>, _ search: RunSearch) -> Bool {
        switch search.units[range.lowerBound].unitClass {
        case .capital: return NameWords.titles.contains(word)
        case .small:
            let isShort =
                word.contains("-")
                || [range.upperBound - 1, range.upperBound].contains { index in
                    search.unit(at: index)?.equals(".") ?? false
                }
            return word.count > 1 && isShort && NameWords.titles.contains(word)
        default:
            let isFirst = range.lowerBound == 0 || search.units[range.lowerBound - 1].unitClass == .gap
            return isFirst && NameWords.uncasedTitles.contains(word)
        }
    }

    /// Whether a character is no text, such as an emoji.
    private static func isPicture(_ unit: TextUnit?) -> Bool {
        unit.map { $0.scalar >= 0x2190 && $0.unitClass == .other } ?? true
    }

    /// Whether two words greet somebody together, and stand at the start of a text.
    private static func isGreeting(_ first: Range<Int>?, _ second: Range<Int>, _ search: RunSearch) -> Bool {
        guard let first, second.lowerBound - first.upperBound == 1,
            !(search.unit(at: first.lowerBound - 2)?.isWordPart ?? false)
        else { return false }
        return NameWords.longGreetings.contains(search.folded(first) + "|" + search.folded(second))
    }

    private static func addressed(from end: Int, _ search: RunSearch, isTitle: Bool) -> Range<Int>? {
        var start = end
        while let unit = search.unit(at: start), unit.isSpace || unit.equals(".") || unit.equals(","), start - end < 3 {
            start += 1
        }
        guard start > end, let first = search.unit(at: start),
            first.unitClass == .capital || isTitle && (first.unitClass == .letter || isParticle(at: start, search)),
            let name = name(in: start..<min(search.units.count, start + scalarLimit), search, isWhole: false),
            search.units[name].contains(where: { [.capital, .letter].contains($0.unitClass) })
        else { return nil }
        // A name that follows a title behind a greeting is found by the title.
        let firstWord = search.folded(name).prefix { $0 != "." && $0 != " " }
        guard !NameWords.titles.contains(String(firstWord)) else { return nil }
        // A greeting is over with its name: "Hello Anna!", not "Hello World of Tanks".
        let next = search.unit(at: name.upperBound)
        let isClosed =
            next.map { $0.isOne(of: ",!.:?") || $0.unitClass == .gap } ?? true
            || isPicture(search.unit(at: name.upperBound + 1))
        if first.unitClass == .letter { return next.map { $0.unitClass == .gap } ?? true ? name : nil }
        return isTitle ? withRest(name, search) : isClosed ? name : nil
    }

    private static func isParticle(at start: Int, _ search: RunSearch) -> Bool {
        guard let end = wordEnd(search, from: start, search.units.count) else { return false }
        return NameWords.particles.contains(search.folded(start..<end))
    }

    /// A name behind a title with the word that ends its text, even if it is one that captions have: "Dr. Anna Date".
    private static func withRest(_ name: Range<Int>, _ search: RunSearch) -> Range<Int> {
        let start = name.upperBound + 1
        guard let space = search.unit(at: name.upperBound), space.isSpace,
            !search.units[name].contains(where: \.isSpace),
            let end = wordEnd(search, from: start, search.units.count), end == search.units.count,
            search.units[start].unitClass == .capital
        else { return name }
        return name.lowerBound..<end
    }
}
