/// The first and the last word of a piece, which decide whether values go on from one line to the next.
struct LineEnds {
    let isFragment: Bool
    let isDigits: Bool
    /// Whether it holds digits, and is no longer than a line of an address.
    let hasNumber: Bool
    let firstWord: WordPart
    let lastWord: WordPart
    /// Both without quotation marks, parentheses and what is beyond them.
    let firstBareWord: WordPart
    let lastBareWord: WordPart
    /// Whether it is one character that is a digit, or may be one.
    let isSingle: Bool
    let hasDigit: Bool
    let word: WordPart
    /// Whether the piece is one long word with digits, like the lines of keys.
    let isLong: Bool
    let isSmallWords: Bool
    /// Whether the last word is of a mail address or a URL.
    let isOpen: Bool
    private let startsWithNumber: Bool
    /// Whether the first word may be a part of a number or of a date, without a digit.
    private let startsWithPart: Bool
    private let endsWithGroup: Bool
    private let endsWithNumber: Bool
    private let endsWithLong: Bool
    private let startsWithLong: Bool
    private let startsWithAt: Bool
    private let endsWithDay: Bool
    /// Whether the last word is of a date, such as a month.
    private let endsWithDateWord: Bool
    /// Whether it begins with dashes, like the first line of a key.
    let isHeader: Bool

    /// Units of a piece that are looked at, from each end.
    static let reach = 64

    init(_ units: UnsafeBufferPointer<TextUnit>, isFragment: Bool) {
        self.isFragment = isFragment
        hasNumber = units.count <= AddressLines.lengthLimit && units.contains(where: \.isDigit)
        isDigits = units.prefix(Self.reach).allSatisfy(\.isDigit)
        isSingle = isFragment && units.count == 1
        word = WordPart(units)
        firstWord = WordPart(UnsafeBufferPointer(rebasing: units.prefix { !$0.isSpace }))
        let lastStart = units.lastIndex(where: \.isSpace).map { $0 + 1 } ?? 0
        lastWord = WordPart(UnsafeBufferPointer(rebasing: units[lastStart...]))
        firstBareWord = WordPart(UnsafeBufferPointer(rebasing: units.prefix { !$0.isSpace && !Self.isMark($0) }))
        let bareStart = units[lastStart...].lastIndex(where: Self.isMark).map { $0 + 1 } ?? lastStart
        lastBareWord = WordPart(UnsafeBufferPointer(rebasing: units[bareStart...]))
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
        // Groups of letters are parts of numbers, too.
        let isGroup = { (word: Slice<UnsafeBufferPointer<TextUnit>>) in
            (1...4).contains(word.count) && word.allSatisfy { $0.unitClass == .capital }
        }
        startsWithNumber = first.contains(where: \.isDigit)
        startsWithPart = isGroup(first) || Self.isDateWord(first)
        endsWithNumber = last.contains(where: \.isDigit)
        endsWithGroup = isGroup(last)
        endsWithDateWord = Self.isDateWord(last)
        endsWithLong =
            last.count >= 12 && (last.contains(where: \.isDigit) || last.contains { $0.unitClass == .capital })
        startsWithLong = first.count >= 4 && first.contains(where: \.isDigit)
        startsWithAt = first.first?.equals("@") ?? false
        endsWithDay = Self.endsWithDay(tail.split(whereSeparator: \.isSpace).suffix(4))
        isHeader = head.count > 5 && head.prefix(5).allSatisfy { $0.equals("-") }
    }

    /// Whether a unit stands round words of texts and of programs, and in none.
    private static func isMark(_ unit: TextUnit) -> Bool {
        unit.isOne(of: "\"'`“”„«»()<>[]{},;")
    }

    /// Whether words are a day and parts of a date behind it, which go on with the year.
    private static func endsWithDay(_ words: ArraySlice<Slice<UnsafeBufferPointer<TextUnit>>>) -> Bool {
        guard let day = words.lastIndex(where: { $0.contains(where: \.isDigit) }), day + 1 < words.count,
            words[day].count < 3, words[day].allSatisfy(\.isDigit)
        else { return false }
        return words[(day + 1)...].allSatisfy(isDateWord)
    }

    private static func isDateWord(_ word: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        guard word.count <= MonthNames.longest else { return false }
        var text = String.UnicodeScalarView()
        for unit in word where unit.unitClass != .mark { text.append(Unicode.Scalar(unit.folded) ?? " ") }
        return MonthNames.joints.contains(String(text)) || MonthNames.month(String(text)) != nil
    }

    /// Whether lines of a key, or of a URL, may follow.
    var isKeyLine: Bool { isLong || isOpen || isHeader || endsWithLong }

    func mayGoOn(in next: LineEnds) -> Bool {
        endsWithNumber && (next.startsWithNumber || next.startsWithPart) || endsWithGroup && next.startsWithNumber
            || isOpen || next.startsWithAt || isHeader && next.isLong
            || (endsWithDay || endsWithDateWord) && (next.startsWithNumber || next.startsWithPart)
            || endsWithLong && (next.startsWithLong || next.isLong)
    }
}

enum MonthNames {
    static let joints: Set = [
        "de", "del", "of", "den", "the", "st", "nd", "rd", "th", "er", "年", "月", "日", "년", "월", "일", "г", "г.", "года",
        "a", "di", "วันที่", "o", "ー",
    ]

    /// 1...12 for a name, or the first letters of one; nil for other words.
    static func month(_ word: String) -> Int? {
        months[word] ?? abbreviations[word]
    }

    /// Letters of the longest name of a month, and of the longest joint.
    static let longest = 12

    /// Three and more first letters of names, with the only month that begins like that.
    private static let abbreviations: [String: Int] = {
        var beginnings: [String: Set<Int>] = [:]
        for (name, month) in months {
            let letters = name.unicodeScalars
            for count in 3..<max(3, letters.count) {
                beginnings[String(letters.prefix(count)), default: []].insert(month)
            }
        }
        return beginnings.compactMapValues { $0.count == 1 ? $0.first : nil }
    }()

    private static let months: [String: Int] = {
        let languages = [
            "january february march april may june july august september october november december",
            "januar februar marz april mai juni juli august september oktober november dezember",
            "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
            "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
            "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
            "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
            "januari februari maart april mei juni juli augustus september oktober november december",
            "stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia",
            "styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien",
            "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
            "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
            "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
            "ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik",
            "januari februari mars april maj juni juli augusti september oktober november december",
            "jan feb mrz apr mai jun jul aug sep okt nov dez", "jaen feb mar apr may jun jul ago set out nov dic",
            "sty lut mar kwi maj cze lip sie wrz paz lis gru",
        ]
        var months: [String: Int] = [:]
        for language in languages {
            for (index, name) in language.split(separator: " ").enumerated() {
                months[FoldedWords.folded(name)] = index + 1
            }
        }
        return months
    }()
}

/// Distinction of the digits of a code in boxes of their own from other digits in a row, where no caption was read.
enum BoxedCode {
    private static let lengths = 4...8
    /// Differences of the steps from digit to digit to the shortest one, as a share of it: digits are not all as wide.
    private static let tolerance = 0.2
    /// The shortest step, in heights of the digits.
    private static let spacing = 1.4

    /// Whether digits stand apart at one distance, with no digits above or beneath them as in tables, and do not count up
    /// like pages and the marks of an axis.
    static func isOne(_ cells: [Int], in pieces: borrowing TextPieces, _ layout: PieceLayout) -> Bool {
        guard lengths.contains(cells.count), cells.allSatisfy({ isDigit($0, pieces) }) else { return false }
        let digits = cells.map { Int(pieces.units(of: $0)[0].scalar) }
        guard Set(zip(digits, digits.dropFirst()).map { $1 - $0 }).count > 1 else { return false }
        let frames = cells.map { layout.frame(of: $0) }
        let steps = zip(frames, frames.dropFirst()).map { $1.middleX - $0.middleX }
        let height = frames.reduce(0) { max($0, $1.height) }
        guard let shortest = steps.min(), shortest > spacing * height,
            steps.allSatisfy({ $0 - shortest <= tolerance * shortest })
        else { return false }
        return !cells.contains { cell in
            [true, false].contains { downward in
                layout.vertical(of: cell, downward: downward).map { isDigit($0, pieces) } ?? false
            }
        }
    }

    private static func isDigit(_ piece: Int, _ pieces: borrowing TextPieces) -> Bool {
        let units = pieces.units(of: piece)
        return units.count == 1 && units[0].isDigit
    }
}
