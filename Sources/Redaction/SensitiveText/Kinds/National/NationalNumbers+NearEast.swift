extension NationalNumbers {
    static let nearEast = [
        rule(.turkeyTCKimlik, distinct: "ddddddddddd", labelled: "ddd ddd ddd dd", check: .strong, isValid: isTCKimlik),
        rule(.israelID, labelled: "ddddddddd,dddddddd-d", check: .weak) { $0.followsLuhn() },
        rule(.emiratesID, distinct: "ddd-dddd-ddddddd-d,ddddddddddddddd", check: .strong) {
            $0.hasPrefix("784") && $0.isLikelyYear(at: 3) && $0.followsLuhn()
        },
        rule(.saudiID, labelled: "dddddddddd", check: .weak) { (1...2).contains($0.digit(0)) && $0.followsLuhn() },
        rule(.egyptID, labelled: "dddddddddddddd", check: .none) {
            (2...3).contains($0.digit(0)) && $0.isShortDate(at: 1, isYearFirst: true)
        },
        rule(.southAfricaID, distinct: "ddddddddddddd,dddddd dddd ddd", labelled: "dddddd dddd dd d", check: .strong) {
            $0.isShortDate(at: 0, isYearFirst: true) && $0.digit(10) < 3 && $0.followsLuhn()
        },
    ]

    private static func isTCKimlik(_ number: CompactNumber) -> Bool {
        guard number.digit(0) != 0 else { return false }
        let odd = number.weighted([1, 0, 1, 0, 1, 0, 1, 0, 1])
        let even = number.weighted([0, 1, 0, 1, 0, 1, 0, 1])
        return (7 * odd - even + 100) % 10 == number.digit(9) && (odd + even + number.digit(9)) % 10 == number.digit(10)
    }
}

extension CompactNumber {
    /// Whether four digits from `start` on are a year of somebody's birth.
    func isLikelyYear(at start: Int) -> Bool {
        (1900...2035).contains(value(start..<start + 4))
    }
}
