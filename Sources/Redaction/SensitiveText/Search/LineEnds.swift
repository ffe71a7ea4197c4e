/// What the first and the last word of a piece tell about whether values go on from one line to the next.
struct LineEnds {
    let isFragment: Bool
    /// Whether it is one character that is a digit, or may be one.
    let isSingle: Bool
    let hasDigit: Bool
    /// The piece as one word.
    let word: WordPart
    /// Whether the piece is one long word with digits, as lines of keys are.
    let isLong: Bool
    let isSmallWords: Bool
    /// Whether the last word is of a mail address or a URL.
    let isOpen: Bool
    private let startsWithNumber: Bool
    private let endsWithNumber: Bool
    private let endsWithLong: Bool
    private let startsWithLong: Bool
    private let startsWithAt: Bool
    /// Whether the last words are of a date up to its month.
    private let endsWithDay: Bool
    /// Whether it begins with dashes, as the first line of a key does.
    private let isHeader: Bool

    /// How much of a piece is looked at, from each end.
    static let reach = 64

    init(_ units: UnsafeBufferPointer<TextUnit>, isFragment: Bool) {
        self.isFragment = isFragment
        isSingle = isFragment && units.count == 1
        word = WordPart(units)
        let head = units.prefix(Self.reach)
        let tail = units.suffix(Self.reach)
        hasDigit = isSingle || head.contains(where: \.isDigit)
        let first = head.prefix { !$0.isSpace }
        let last = tail.suffix(from: tail.lastIndex(where: \.isSpace).map { $0 + 1 } ?? tail.startIndex)
        isLong =
            units.count >= 16 && first.count == head.count && !tail.contains(where: \.isSpace)
            && head.contains(where: \.isDigit)
        isSmallWords =
            units.count <= 100 && units.contains { $0.unitClass == .small }
            && units.allSatisfy { $0.unitClass == .small || $0.isDigit || $0.isSpace || $0.equals(".") }
        isOpen =
            last.contains { $0.equals("@") }
            || zip(last, last.dropFirst()).contains { $0.equals("/") && $1.equals("/") }
        startsWithNumber = first.contains(where: \.isDigit)
        // Groups of letters are parts of numbers, too.
        let isGroup = last.count >= 2 && last.allSatisfy { $0.unitClass == .capital } && tail.contains(where: \.isDigit)
        endsWithNumber =
            isGroup || last.contains(where: \.isDigit) && last.last.map { $0.isAlphanumeric || $0.equals("-") } ?? false
        endsWithLong =
            last.count >= 12 && (last.contains(where: \.isDigit) || last.contains { $0.unitClass == .capital })
        startsWithLong = first.count >= 4 && first.contains(where: \.isDigit)
        startsWithAt = first.first?.equals("@") ?? false
        endsWithDay = Self.endsWithDay(tail.split(whereSeparator: \.isSpace).suffix(4))
        isHeader = head.count > 5 && head.prefix(5).allSatisfy { $0.equals("-") }
    }

    /// Whether words are a number of a day and parts of a date behind it, which go on with the year.
    private static func endsWithDay(_ words: ArraySlice<Slice<UnsafeBufferPointer<TextUnit>>>) -> Bool {
        guard let day = words.lastIndex(where: { $0.contains(where: \.isDigit) }), day + 1 < words.count,
            words[day].count < 3, words[day].allSatisfy(\.isDigit)
        else { return false }
        return words[(day + 1)...].allSatisfy(isDateWord)
    }

    /// Whether a word is a month, or a small one in dates.
    private static func isDateWord(_ word: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        guard word.count <= 12 else { return false }
        var text = String.UnicodeScalarView()
        for unit in word where unit.unitClass != .mark { text.append(Unicode.Scalar(unit.folded) ?? " ") }
        return MonthNames.joints.contains(String(text)) || MonthNames.month(String(text)) != nil
    }

    /// Whether a value at the end of this may go on in `next`.
    func mayGoOn(in next: LineEnds) -> Bool {
        endsWithNumber && next.startsWithNumber || isOpen || next.startsWithAt || isHeader && next.isLong
            || endsWithDay && next.startsWithNumber
            || endsWithLong && (next.startsWithLong || next.isLong)
    }
}
