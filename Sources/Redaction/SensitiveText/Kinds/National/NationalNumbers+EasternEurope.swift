extension NationalNumbers {
    static let northernEurope = [
        rule(
            .swedenPersonnummer,
            distinct: "dddddd-dddd,dddddddd-dddd,dddddddddddd",
            labelled: "dddddddddd,dddddd dddd",
            check: .weak,
            isValid: isPersonnummer
        ),
        rule(.norwayFodselsnummer, distinct: "ddddddddddd,dddddd ddddd", check: .strong, isValid: isFodselsnummer),
        rule(.denmarkCPR, distinct: "dddddd-dddd", labelled: "dddddddddd,dddddd dddd", check: .none) {
            $0.isShortDate(at: 0, isYearFirst: false)
        },
        rule(.finlandHETU, distinct: "dddddd-dddx", labelled: "ddddddadddx", check: .weak, isValid: isHETU),
        rule(.icelandKennitala, distinct: "dddddd-dddd", labelled: "dddddddddd", check: .weak) {
            let check = (11 - $0.weighted([3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 11
            return $0.isShortDate(at: 0, isYearFirst: false) && check == $0.digit(8) && [0, 8, 9].contains($0.digit(9))
        },
        rule(.balticPersonalCode, distinct: "ddddddddddd", check: .weak, isValid: isBaltic),
    ]

    /// Days above 60 are of coordination numbers.
    private static func isPersonnummer(_ number: CompactNumber) -> Bool {
        let start = number.count - 10
        let day = number.value(start + 4..<start + 6)
        guard start == 0 || [18, 19, 20].contains(number.value(0..<2)) else { return false }
        return CompactNumber.isDate(
            year: 2000 + number.value(start..<start + 2),
            month: number.value(start + 2..<start + 4),
            day: day > 60 ? day - 60 : day
        ) && number.followsLuhn(start..<number.count)
    }

    /// Days above 40 and months above 40 are of D and H numbers.
    private static func isFodselsnummer(_ number: CompactNumber) -> Bool {
        let first = (11 - number.weighted([3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11) % 11
        let second = (11 - number.weighted([5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 11
        return first == number.digit(9) && second == number.digit(10)
            && (1...12).contains(number.value(2..<4) % 40) && (1...31).contains(number.value(0..<2) % 40)
    }

    private static func isHETU(_ number: CompactNumber) -> Bool {
        // A letter in place of the dash is the century.
        let start = number.count - 4
        guard number.isShortDate(at: 0, isYearFirst: false), start == 6 || "YXWVUABCDEF".utf8.contains(number[6]) else {
            return false
        }
        let remainder = (number.value(0..<6) * 1000 + number.value(start..<start + 3)) % 31
        return Array("0123456789ABCDEFHJKLMNPRSTUVWXY".utf8)[remainder] == number[number.count - 1]
    }

    /// Estonia and Lithuania count in the same way.
    private static func isBaltic(_ number: CompactNumber) -> Bool {
        guard (1...8).contains(number.digit(0)), number.isShortDate(at: 1, isYearFirst: true) else { return false }
        var check = number.weighted([1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11
        if check == 10 { check = number.weighted([3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11 % 10 }
        return check == number.digit(10)
    }

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

    static let easternEurope = [
        rule(.russiaINN, labelled: "dddddddddd,dddddddddddd", check: .weak, isValid: isINN),
        rule(
            .russiaSNILS,
            distinct: "ddd-ddd-ddd dd,ddd-ddd-ddd-dd",
            labelled: "ddddddddddd,ddd ddd ddd dd",
            check: .strong
        ) {
            $0.weighted([9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101 % 100 == $0.value(9..<11)
        },
        rule(.ukraineRNTRC, labelled: "dddddddddd", check: .weak) {
            let sum = $0.weighted([-1, 5, 7, 9, 4, 6, 10, 5, 7]) % 11
            return (sum + 11) % 11 % 10 == $0.digit(9)
        },
    ]

    /// Ten digits for companies, twelve for persons.
    private static func isINN(_ number: CompactNumber) -> Bool {
        if number.count == 10 {
            return number.weighted([2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10 == number.digit(9)
        }
        return number.weighted([7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10 == number.digit(10)
            && number.weighted([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10 == number.digit(11)
    }
}
