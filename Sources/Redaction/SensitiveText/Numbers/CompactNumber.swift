/// The letters and digits of a number in capitals, without separators.
struct CompactNumber {
    static let capacity = 36

    private var characters = InlineArray<36, UInt8>(repeating: 0)
    private(set) var count = 0

    init() {}

    /// - Precondition: `text` has at most ``capacity`` characters.
    init(_ text: String) {
        for byte in text.utf8.prefix(Self.capacity) { append(byte) }
    }

    /// - Precondition: There are fewer than ``capacity`` characters.
    mutating func append(_ character: UInt8) {
        characters[count] = character
        count += 1
    }

    subscript(index: Int) -> UInt8 {
        get { characters[index] }
        set { characters[index] = newValue }
    }

    /// The value of the digit at `index`; of a letter, one that is 17 and more.
    func digit(_ index: Int) -> Int {
        Int(characters[index]) - 48
    }

    func isDigit(_ index: Int) -> Bool {
        (48...57).contains(characters[index])
    }

    /// The digits in `range` as a number, of which there are at most 18.
    func value(_ range: Range<Int>) -> Int {
        range.reduce(0) { $0 &* 10 &+ digit($1) }
    }

    /// 0 for A up to 25 for Z; of others, a number outside of that.
    func letter(_ index: Int) -> Int {
        Int(characters[index]) - 65
    }

    /// 0...9 for digits and 10...35 for letters.
    func value36(_ index: Int) -> Int {
        isDigit(index) ? digit(index) : letter(index) + 10
    }

    func hasPrefix(_ prefix: StaticString) -> Bool {
        guard prefix.utf8CodeUnitCount <= count else { return false }
        return (0..<prefix.utf8CodeUnitCount).allSatisfy { characters[$0] == prefix.utf8Start[$0] }
    }

    var isUniform: Bool {
        (1..<max(count, 1)).allSatisfy { characters[$0] == characters[0] }
    }
}

extension CompactNumber {
    static func isDate(year: Int, month: Int, day: Int) -> Bool {
        guard (1...12).contains(month), day >= 1 else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    func isShortDate(at start: Int, isYearFirst: Bool) -> Bool {
        let month = value(start + 2..<start + 4)
        let (first, last) = (value(start..<start + 2), value(start + 4..<start + 6))
        // 1900 was no leap year, 2000 was one.
        return Self.isDate(year: 2000 + (isYearFirst ? first : last), month: month, day: isYearFirst ? last : first)
    }

    /// Whether eight digits from `start` on are year, month and day of the last 130 years or so.
    func isLongDate(at start: Int) -> Bool {
        let year = value(start..<start + 4)
        return (1895...2035).contains(year)
            && Self.isDate(year: year, month: value(start + 4..<start + 6), day: value(start + 6..<start + 8))
    }
}
