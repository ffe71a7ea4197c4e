extension NationalNumbers {
    static let centralEurope = [
        rule(.polandPESEL, distinct: "ddddddddddd", check: .weak, isValid: isPESEL),
        rule(.polandNIP, distinct: "ddd-ddd-dd-dd", labelled: "dddddddddd,ddd-dd-dd-ddd", check: .weak) {
            $0.weighted([6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 == $0.digit(9)
        },
        rule(.czechRC, distinct: "dddddd/dddd,dddddd/ddd", labelled: "dddddddddd", check: .weak, isValid: isRodneCislo),
        rule(.romaniaCNP, distinct: "ddddddddddddd", check: .strong) {
            $0.weighted([2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11 % 10 == $0.digit(12) % 10
                && $0.digit(0) > 0 && $0.isShortDate(at: 1, isYearFirst: true)
        },
        rule(.bulgariaEGN, labelled: "dddddddddd", check: .strong) {
            $0.weighted([2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11 % 10 == $0.digit(9)
                && $0.value(2..<4) % 20 <= 12 && (1...31).contains($0.value(4..<6))
        },
        rule(.croatiaOIB, labelled: "ddddddddddd", check: .weak) { $0.followsMod11And10 },
        rule(.yugoslavJMBG, distinct: "ddddddddddddd", check: .strong) {
            let check = (11 - $0.weighted([7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 11
            let year = $0.value(4..<7)
            return check % 10 == $0.digit(12)
                && CompactNumber.isDate(
                    year: year + (year < 800 ? 2000 : 1000),
                    month: $0.value(2..<4),
                    day: $0.value(0..<2)
                )
        },
    ]

    /// The century is in the month, in steps of 20.
    private static func isPESEL(_ number: CompactNumber) -> Bool {
        let month = number.value(2..<4)
        let year = number.value(0..<2) + [1900, 2000, 2100, 2200, 1800][month / 20]
        return CompactNumber.isDate(year: year, month: month % 20, day: number.value(4..<6))
            && (10 - number.weighted([1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10) % 10 == number.digit(10)
    }

    /// Months of women are 50 higher, and 20 more where the numbers of a day were used up.
    private static func isRodneCislo(_ number: CompactNumber) -> Bool {
        let month = number.value(2..<4) % 50
        guard (1...12).contains(month > 20 ? month - 20 : month), (1...31).contains(number.value(4..<6)) else {
            return false
        }
        guard number.count == 10 else { return number.value(0..<2) < 54 }
        let remainder = number.value(0..<9) % 11
        return remainder % 10 == number.digit(9)
    }
}
