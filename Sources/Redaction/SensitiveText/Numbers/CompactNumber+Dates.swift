/// Dates within numbers.
extension CompactNumber {
    /// Whether the three numbers are a date.
    static func isDate(year: Int, month: Int, day: Int) -> Bool {
        guard (1...12).contains(month), day >= 1 else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Whether six digits from `start` on are a date with a year of two digits.
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
