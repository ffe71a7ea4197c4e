import BoundedWork

/// Postal addresses without a label: a street with a number, followed by a postcode and a place.
enum AddressForms {
    /// The surest of those without a label: what else is within, such as the names of streets, is a part of it.
    static let score = 0.86

    private static let shortest = 10
    private static let digitCount = 3
    /// Words of a place, and from a street to the place.
    private static let townLimit = 6
    private static let reach = 16
    /// Words of the line of a flat, with its number.
    private static let flatLimit = 3
    /// Lines of an address above the place.
    private static let lineLimit = 3

    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        try search.budget.spend(search.units.count)
        guard search.units.count >= shortest, search.units.count(where: \.isDigit) >= digitCount else { return }
        try search.budget.spend(8 * search.units.count)
        try EasternAddresses.find(in: &search)
        let tokens = AddressTokens(search.units).tokens
        var free = 0
        for index in tokens.indices where index >= free {
            try search.budget.spend(4)
            for place in [place(behind: index, in: tokens), place(before: index, in: tokens)].compactMap({ $0 }) {
                try search.budget.spend(8 * reach)
                guard let street = street(before: place, in: tokens), street >= free else { continue }
                free = place.tokens.upperBound
                var end = tokens[free - 1].range.upperBound
                // A region stands in parentheses.
                if search.unit(at: end)?.equals(")") ?? false { end += 1 }
                let range = tokens[street].range.lowerBound..<end
                search.report(.postalAddress, at: range, score: score, by: .form)
                break
            }
        }
    }

    /// A place with its postcode.
    private struct Place {
        let tokens: Range<Int>
        /// Whether the postcode is none of four digits, which years have, too.
        let isDistinct: Bool
    }

    private typealias Token = AddressTokens.Token

    private static let codesBefore: Set = [
        "ddddd", "dddd", "dd-ddd", "dddd-ddd", "ddddAA", "A-ddddd", "A-dddd", "AA-dddd", "ddddd-ddd", "dddddddd",
    ]
    private static let outwardCodes: Set = ["AAd", "AAdd", "Ad", "Add", "AAdA", "AdA"]

    /// The place whose name follows its postcode.
    private static func place(behind code: Int, in tokens: [Token]) -> Place? {
        let shape = tokens[code].shape
        guard codesBefore.contains(shape) else { return nil }
        let hasLetters = code + 1 < tokens.count && tokens[code + 1].shape == "AA" && !tokens[code + 1].startsLine
        let town = shape == "dddd" && hasLetters ? code + 2 : code + 1
        // The name of the town may be on a line of its own.
        let isApart = tokens[code].startsLine && town < tokens.count && tokens[town].startsLine
        var end = code + 1
        while end < tokens.count, end - code <= townLimit,
            !tokens[end].startsLine || end == town && isApart,
            tokens[end].isName || end > code + 1 && StreetWords.within.contains(tokens[end].word)
        { end += 1 }
        guard end > code + 1, tokens[code + 1..<end].contains(where: { $0.shape.count > 2 }),
            // Eight digits are a postcode before a town and the letters of a state.
            shape != "dddddddd" || tokens[end - 1].shape == "AA" && tokens[end - 1].followsComma
        else { return nil }
        let isNumber = shape.allSatisfy { $0 == "d" }
        return Place(
            tokens: code..<end,
            isDistinct: (shape != "dddd" || hasLetters) && !(isApart && isNumber && !hasLetters)
        )
    }

    /// The place whose postcode follows its name.
    private static func place(before index: Int, in tokens: [Token]) -> Place? {
        let token = tokens[index]
        let parts = token.shape.split(separator: "-")
        if parts.count == 2, parts[1] == "dddddd", parts[0].hasPrefix("Aa") {
            return Place(tokens: index..<index + 1, isDistinct: true)
        }
        guard index > 0, !token.startsLine else { return nil }
        let before = tokens[index - 1]
        let isEnd = index + 1 == tokens.count || tokens[index + 1].startsLine || tokens[index + 1].followsComma
        let isState = ["AA", "AAA"].contains(before.shape) || before.shape == "AAAA" && token.shape == "ddddd"
        let isLine =
            token.followsComma && token.shape == "ddddd" && isLineOfNames(before: index, in: tokens)
        let isCode =
            token.shape == "dAA" && outwardCodes.contains(before.shape)
            || isState && ["ddddd", "ddddd-dddd", "dddd"].contains(token.shape)
            || before.isName && isEnd && (token.shape == "dddd" || token.shape == "dddddd" || isLine)
        guard isCode else { return nil }
        var start = index - 1
        // A postcode may be on a line of its own.
        let isAlone = tokens[start].startsLine && token.shape == "dAA"
        while start > 0, index - start < townLimit, tokens[start - 1].isName,
            !tokens[start].followsComma || isState || token.shape == "dAA",
            !tokens[start].startsLine || isAlone && start == index - 1
        { start -= 1 }
        var end = index + 1
        // A region may follow.
        while end < tokens.count, end - index <= 2, tokens[end].isName, !tokens[end].startsLine { end += 1 }
        return Place(tokens: start..<end, isDistinct: token.shape != "dddd" && !isLine || isState)
    }

    /// Whether names alone stand between the start of a line and a token.
    private static func isLineOfNames(before index: Int, in tokens: [Token]) -> Bool {
        guard let first = (max(0, index - townLimit)..<index).last(where: { tokens[$0].startsLine }) else {
            return false
        }
        return tokens[first..<index].allSatisfy { $0.isName && (!$0.followsComma || $0.startsLine) }
    }

    /// The first word of the street of a place.
    private static func street(before place: Place, in tokens: [Token]) -> Int? {
        let end = place.tokens.lowerBound
        let first = tokens[end]
        if end > 1, isItalian(tokens[place.tokens]), tokens[end - 1].isHouse, tokens[end - 1].followsComma,
            tokens[end - 2].isName
        {
            return start(ofName: end - 2, in: tokens)
        }
        guard end > 0,
            place.isDistinct || first.startsLine || first.followsComma && tokens[end - 1].isHouse
        else { return nil }
        for index in stride(from: end - 1, through: max(0, end - reach), by: -1) {
            let token = tokens[index]
            let next = tokens[index + 1..<min(end, index + 8)]
            if StreetWords.behind.contains(token.word),
                let house = (max(0, index - 6)..<index).last(where: { tokens[$0].isHouse })
            {
                return start(ofNumber: house, in: tokens)
            }
            if StreetWords.before.contains(token.word), next.first?.isHouse ?? false || next.contains(where: \.isName) {
                // The number may stand before it.
                if index > 0, tokens[index - 1].isHouse, !tokens[index].startsLine { return index - 1 }
                // "Eje Vial" has two of them.
                let isSecond =
                    index > 0 && !tokens[index].startsLine && StreetWords.before.contains(tokens[index - 1].word)
                if next.contains(where: \.isHouse) { return isSecond ? index - 1 : index }
            }
            // Behind other words, the street may be broken over two lines.
            if first.startsLine, StreetWords.sure.contains(token.word), index + 1 < end,
                tokens[index + 1..<end].allSatisfy({ $0.isName || StreetWords.within.contains($0.word) }),
                tokens[index + 1..<end].count(where: \.startsLine) <= (token.startsLine ? 0 : 1)
            {
                return index
            }
            if StreetWords.endsLikeOne(token.word), token.isName, next.first?.isHouse ?? false {
                return start(ofName: index, in: tokens)
            }
        }
        guard place.isDistinct else { return nil }
        return line(before: place, in: tokens)
            ?? (tokens[place.tokens].last?.shape == "dAA" ? numberedName(before: end, in: tokens) : nil)
    }

    /// The number of a house before the names that stand before `end` in one line: "5 Abbey Meadows".
    private static func numberedName(before end: Int, in tokens: [Token]) -> Int? {
        var start = end - 1
        while start > 0, end - start < townLimit, tokens[start].isName, !tokens[start].startsLine { start -= 1 }
        return start < end - 1 && tokens[start].isHouse ? start : nil
    }

    /// Whether the letters of a province stand in parentheses behind a town with its postcode: "16121 Genova (GE)".
    private static func isItalian(_ place: ArraySlice<Token>) -> Bool {
        guard place.count > 2, let province = place.last else { return false }
        return place.first?.shape == "ddddd" && province.shape == "AA" && province.followsComma
    }

    /// "Flat No. 7" from its first word on.
    private static func start(ofNumber house: Int, in tokens: [Token]) -> Int {
        var start = house
        while start > 0, !tokens[start].startsLine, StreetWords.numbers.contains(tokens[start - 1].word) { start -= 1 }
        return start
    }

    private static func start(ofName index: Int, in tokens: [Token]) -> Int {
        var start = index
        while start > 0, index - start < 3, !tokens[start].startsLine, !tokens[start].followsComma,
            tokens[start - 1].isName
        { start -= 1 }
        return start
    }

    /// The start of the lines above a place, if they are of names and the number of a house.
    private static func line(before place: Place, in tokens: [Token]) -> Int? {
        let lines = lines(before: place.tokens.lowerBound, in: tokens)
        guard let nearest = lines.first else { return nil }
        let codes = tokens[place.tokens].map(\.shape)
        let startsLine = tokens[place.tokens.lowerBound].startsLine
        // A name and a number above another number and a name may be of a list.
        let hasLetters = codes.contains { $0.contains("d") && $0.contains("A") }
        if startsLine, (2...6).contains(nearest.count),
            nearest.count(where: \.isName) > (hasLetters ? 0 : 1),
            nearest[nearest.startIndex].isHouse || nearest[nearest.endIndex - 1].isHouse
        {
            return nearest.startIndex
        }
        // "Flat 7" above the name of the street.
        if startsLine, codes.last == "dAA", nearest.allSatisfy(\.isName), lines.count > 1, let flat = lines[1].last,
            lines[1].count <= flatLimit, flat.isHouse
        {
            return lines[1].startIndex
        }
        if codes.contains(where: { $0.hasSuffix("dddddd") && $0 != "dddddddd" }) {
            // The number of the house stands before the name of a quarter, or on a line of its own.
            if !startsLine, nearest.count > 1, nearest[nearest.startIndex].isHouse { return nearest.startIndex }
            let isNamed = nearest.allSatisfy { !$0.isHouse }
            return isNamed && lines.count > 1 && lines[1].count == 1 && lines[1].allSatisfy(\.isHouse)
                ? lines[1].startIndex : nil
        }
        guard startsLine, codes.contains("ddddd-ddd") || codes.contains("dddddddd"),
            let street = lines.first(where: { line in
                line.count > 1 && tokens[line.endIndex - 1].isHouse && tokens[line.endIndex - 1].followsComma
            })
        else { return nil }
        // Its name may have begun in the line above: "Praça da", "República, 12".
        let start = street.startIndex
        let isBroken = start > 1 && StreetWords.within.contains(tokens[start - 1].word) && tokens[start - 2].isName
        return isBroken ? start - 2 : start
    }

    /// The lines of names and numbers before `end`, from the nearest one up.
    private static func lines(before end: Int, in tokens: [Token]) -> [ArraySlice<Token>] {
        var lines: [ArraySlice<Token>] = []
        var end = end
        while end > 0, lines.count < lineLimit {
            var start = end - 1
            while start > 0, !tokens[start].startsLine, end - start <= townLimit { start -= 1 }
            let line = tokens[start..<end]
            guard tokens[start].startsLine,
                line.allSatisfy({ $0.isHouse || $0.isName || StreetWords.within.contains($0.word) })
            else { break }
            lines.append(line)
            end = start
        }
        return lines
    }
}
