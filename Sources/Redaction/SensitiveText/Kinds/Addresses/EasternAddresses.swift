import BoundedWork

/// Postal addresses without a label in scripts of their own: from the largest place to the number of the house in Chinese,
/// Japanese and Korean, and in the forms of Russia and Israel.
enum EasternAddresses {
    private static let reach = 40

    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        let units = search.units
        guard units.contains(where: { $0.scalar >= 0x400 }) else { return }
        var free = 0
        var index = 0
        while index < units.count {
            try search.budget.spend(1)
            let range =
                chinese(at: index, units) ?? korean(at: index, units) ?? russian(at: index, units)
                ?? hebrew(at: index, units)
            guard let range, range.lowerBound >= free else {
                index += 1
                continue
            }
            try search.budget.spend(8 * reach)
            search.report(.postalAddress, at: range, score: AddressForms.score, by: .form)
            free = range.upperBound
            index = max(index + 1, free)
        }
    }

    private typealias Units = UnsafeBufferPointer<TextUnit>

    private static func isUnspaced(_ unit: TextUnit) -> Bool {
        unit.unitClass == .letter && LabelStream.isUnspaced(unit.scalar) || unit.isOne(of: "ー-")
    }

    /// Two places and more, one within the other, a number and what it counts: 市 … 区 … 2丁目.
    private static func chinese(at index: Int, _ units: Units) -> Range<Int>? {
        guard let number = before(index, units), units[index].isOne(of: counted), units[number].isAlphanumeric else {
            return nil
        }
        var start = index
        var places = 0
        while start > 0, index - start < reach {
            let unit = units[start - 1]
            let isBroken =
                unit.unitClass == .gap && start > 1
                && (isUnspaced(units[start - 2]) || units[start - 2].isAlphanumeric)
            guard isUnspaced(unit) || unit.isAlphanumeric || isBroken else { break }
            if unit.isOne(of: "省市区區县縣州郡都道府県町村镇鎮乡鄉") { places += 1 }
            start -= 1
        }
        guard places > 1 else { return nil }
        var end = index + 1
        // The next number may stand on the next line.
        while end < units.count,
            isUnspaced(units[end]) || units[end].isAlphanumeric
                || units[end].unitClass == .gap && goesOn(behind: end, units)
        { end += 1 }
        return start..<withRest(from: end, units)
    }

    /// The unit before one, across the end of a line.
    private static func before(_ index: Int, _ units: Units) -> Int? {
        let before = index > 1 && units[index - 1].unitClass == .gap ? index - 2 : index - 1
        return before >= 0 ? before : nil
    }

    /// Whether a number goes on behind the end of a line, or what it counts, or the next number.
    private static func goesOn(behind gap: Int, _ units: Units) -> Bool {
        guard gap > 0, gap + 1 < units.count else { return false }
        return units[gap - 1].isDigit && units[gap + 1].isOne(of: counted)
            || units[gap - 1].equals("丁") && units[gap + 1].equals("目")
            || isHouse(at: gap + 1, units)
    }

    /// Whether a number and what it counts stand there, which only addresses count.
    private static func isHouse(at start: Int, _ units: Units) -> Bool {
        let rest = units[min(start, units.count)...].drop(while: \.isDigit)
        return rest.startIndex > start && rest.first.map { $0.isOne(of: counted) } ?? false
    }

    private static let counted: StaticString = "号號座栋棟楼樓室番丁弄"

    /// The end of a postcode, or of a building with a number, behind a space or at the start of the next line. Its number, or
    /// the rest of its name, may stand on a line of its own.
    private static func withRest(from end: Int, _ units: Units) -> Int {
        guard end < units.count, units[end].isSpace || units[end].unitClass == .gap else { return end }
        var rest = end + 1
        var isBroken = units[end].unitClass == .gap
        while rest < units.count, rest - end < reach {
            if units[rest].unitClass == .gap, !isBroken {
                isBroken = true
            } else if !isUnspaced(units[rest]), !units[rest].isAlphanumeric {
                break
            }
            rest += 1
        }
        // Another number has signs behind it: "12.04.2024".
        return units[rest - 1].isDigit && (rest == units.count || units[rest].isSpace || units[rest].unitClass == .gap)
            ? rest : end
    }

    /// A province or city, a district, a road with a number.
    private static func korean(at index: Int, _ units: Units) -> Range<Int>? {
        guard isHangul(units[index]), index == 0 || !units[index - 1].isWordPart else { return nil }
        let words = words(from: index, units, limit: 6)
        guard words.count > 3, isLast(words[0], units, of: "시도"), words[0].count > 2,
            isLast(words[1], units, of: "시군구"),
            let house = words.indices.dropFirst(3).first(where: { house in
                let hasRoad = units[words[2].lowerBound..<words[house - 1].upperBound].contains {
                    $0.isOne(of: "로길동가리읍면")
                }
                return units[words[house].lowerBound].isDigit && hasRoad
                    || units[words[house].upperBound - 1].isDigit
                        && neighbourhood(behind: words[house].upperBound, units) != nil
            })
        else { return nil }
        var end = words[house].upperBound
        while end < units.count, units[end].isDigit || units[end].isOne(of: "-") || units[end].unitClass == .gap {
            if units[end].unitClass == .gap, !units[end - 1].isOne(of: "-") { break }
            end += 1
        }
        return index..<(neighbourhood(behind: end, units) ?? end)
    }

    /// The end of the name of a neighbourhood, which stands in parentheses.
    private static func neighbourhood(behind end: Int, _ units: Units) -> Int? {
        guard end + 1 < units.count, units[end].isSpace || units[end].unitClass == .gap, units[end + 1].equals("(")
        else { return nil }
        return units[end...].prefix(reach).firstIndex { $0.equals(")") }.map { $0 + 1 }
    }

    private static func isHangul(_ unit: TextUnit) -> Bool { (0xAC00...0xD7A3).contains(unit.scalar) }

    private static func isLast(_ word: Range<Int>, _ units: Units, of characters: StaticString) -> Bool {
        units[word.upperBound - 1].isOne(of: characters)
    }

    /// Words with one space, or the end of a line, between them.
    private static func words(from start: Int, _ units: Units, limit: Int) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var index = start
        // Strokes of letters are often read as signs.
        func isPart(_ unit: TextUnit) -> Bool { unit.isWordPart || unit.isOne(of: "|}-") }
        while words.count < limit, index < units.count, isPart(units[index]) {
            var end = index
            while end < units.count, end - index < reach, isPart(units[end]) { end += 1 }
            words.append(index..<end)
            guard end < units.count, units[end].isSpace || units[end].unitClass == .gap else { break }
            index = end + 1
        }
        return words
    }

    private static let russianTowns = FoldedWords.set("г д п с к ст клх пос гор дер х")
    private static let russianStreets = FoldedWords.set("ул пр пер ш бул наб алл просп пл проезд б-р")

    /// A town, a street and a house, each with its abbreviation, and a postcode.
    private static func russian(at index: Int, _ units: Units) -> Range<Int>? {
        guard units[index].isLetter, index == 0 || !units[index - 1].isWordPart,
            let town = abbreviation(at: index, units, isOpen: true),
            russianTowns.contains(town) || isMisreadTown(town, behind: index + 1, units)
        else { return nil }
        var hasStreet = false
        var place = index + 1
        while place < units.count, place - index < 2 * reach {
            defer { place += 1 }
            guard !units[place - 1].isWordPart else { continue }
            if let word = abbreviation(at: place, units) {
                hasStreet = hasStreet || russianStreets.contains(word)
            } else if hasStreet, units[place].isDigit {
                let digits = units[place...].prefix(7).prefix(while: \.isDigit)
                if digits.count == 6 { return index..<digits.endIndex }
            }
        }
        return nil
    }

    /// Whether one letter and a full stop stand before a name in Cyrillic, as those of a town that were read as Latin ones.
    private static func isMisreadTown(_ letters: String, behind index: Int, _ units: Units) -> Bool {
        guard letters.unicodeScalars.count == 1, index < units.count, units[index].equals(".") else { return false }
        let name = units[(index + 1)...].first { !$0.isSpace }
        return name.map { $0.unitClass == .capital && (0x410...0x42F).contains($0.scalar) } ?? false
    }

    /// The letters before a full stop.
    ///
    /// - Parameter isOpen: Whether the full stop may be left away before a capital, as in "г Москва".
    private static func abbreviation(at index: Int, _ units: Units, isOpen: Bool = false) -> String? {
        let letters = units[index...].prefix(7).prefix(while: \.isLetter)
        let end = letters.endIndex
        guard !letters.isEmpty, end + 1 < units.count,
            units[end].equals(".") || isOpen && units[end].isSpace && units[end + 1].unitClass == .capital
        else { return nil }
        var word = String.UnicodeScalarView()
        for unit in letters { word.append(Unicode.Scalar(unit.folded) ?? " ") }
        return String(word)
    }

    /// A street with a number, a place and a postcode, with commas between them.
    private static func hebrew(at index: Int, _ units: Units) -> Range<Int>? {
        guard units[index].equals(","), index > 0, units[index - 1].isDigit else { return nil }
        var place = index + 1
        var letters = 0
        // A recogniser reads commas at the end of a line as full stops.
        while place < units.count, place - index < reach, !units[place].isOne(of: ",.") {
            if (0x5D0...0x5EA).contains(units[place].scalar) {
                letters += 1
            } else if units[place].isWordPart {
                return nil
            }
            place += 1
        }
        guard letters > 1, place < units.count else { return nil }
        var code = place + 1
        while code < units.count, units[code].isSpace || units[code].unitClass == .gap { code += 1 }
        let digits = units[min(code, units.count)...].prefix(8).prefix(while: \.isDigit)
        guard digits.count == 7 || digits.count == 5 else { return nil }
        var start = index
        while start > 0, units[start - 1].isDigit { start -= 1 }
        let house = start
        guard start > 0, units[start - 1].isSpace else { return nil }
        while start > 0, house - start < reach,
            units[start - 1].isSpace || (0x590...0x5FF).contains(units[start - 1].scalar)
                // "רמב״ם", "ז'בוטינסקי", "אל-פארוק".
                || units[start - 1].isOne(of: "\"'-") && start > 1 && units[start - 2].isLetter
                    && units[start].isLetter
        {
            start -= 1
        }
        return start < house - 1 ? start..<digits.endIndex : nil
    }
}
