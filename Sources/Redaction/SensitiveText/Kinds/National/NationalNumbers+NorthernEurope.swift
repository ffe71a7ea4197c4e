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
        // A letter in place of the dash tells the century.
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
}
