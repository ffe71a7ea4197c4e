extension NationalNumbers {
    static let northAmerica = [
        rule(.unitedStatesSSN, distinct: "ddd-dd-dddd", labelled: "ddddddddd", check: .none, isValid: isSSN),
        rule(.unitedStatesITIN, distinct: "ddd-dd-dddd", labelled: "ddddddddd", check: .none, isValid: isITIN),
        rule(.canadaSIN, distinct: "ddd-ddd-ddd", labelled: "ddd ddd ddd,ddddddddd", check: .weak) {
            $0.digit(0) != 0 && $0.digit(0) != 8 && $0.followsLuhn()
        },
        rule(.mexicoCURP, distinct: "aaaaddddddaaaaaaxd", check: .certain, isValid: isCURP),
        rule(
            .mexicoRFC,
            distinct: "aaaaddddddxxx,aaaa-dddddd-xxx",
            labelled: "aaaddddddxxx",
            check: .weak,
            isValid: isRFC
        ),
    ]

    /// The areas and groups that the Social Security Administration never gave out, and numbers of its advertisements.
    private static func isSSN(_ number: CompactNumber) -> Bool {
        let (area, group, serial) = (number.value(0..<3), number.value(3..<5), number.value(5..<9))
        return area != 0 && area != 666 && area < 900 && group != 0 && serial != 0
            && ![78_051_120, 219_099_999].contains(number.value(0..<9))
    }

    private static func isITIN(_ number: CompactNumber) -> Bool {
        let group = number.value(3..<5)
        return number.digit(0) == 9 && (50...99).contains(group) && ![66, 67, 68, 69, 89, 93].contains(group)
    }

    /// The check digit of the Registro Nacional de Población, over an alphabet with Ñ between N and O.
    private static func isCURP(_ number: CompactNumber) -> Bool {
        guard number.isShortDate(at: 4, isYearFirst: true), [7, 12, 23].contains(number.letter(10)) else {
            return false
        }
        var sum = 0
        for index in 0..<17 {
            let value = number.value36(index)
            sum += (value > 23 ? value + 1 : value) * (18 - index)
        }
        return (10 - sum % 10) % 10 == number.digit(17)
    }

    private static func isRFC(_ number: CompactNumber) -> Bool {
        let letters = number.count - 9
        guard number.isShortDate(at: letters, isYearFirst: true) else { return false }
        // Companies have a letter less, in place of which a space of value 37 counts.
        var sum = letters == 3 ? 37 * 13 : 0
        for index in 0..<number.count - 1 {
            let value = number.value36(index)
            sum += (value > 23 ? value + 1 : value) * (number.count - index)
        }
        let check = (11 - sum % 11) % 11
        let last = number[number.count - 1]
        return check == 10 ? last == UInt8(ascii: "A") : Int(last) - 48 == check
    }

    static let southAmerica = [
        rule(.brazilCPF, distinct: "ddd.ddd.ddd-dd", labelled: "ddddddddddd", check: .strong, isValid: isCPF),
        rule(.brazilCNPJ, distinct: "dd.ddd.ddd/dddd-dd", labelled: "dddddddddddddd", check: .strong, isValid: isCNPJ),
        rule(.argentinaCUIT, distinct: "dd-dddddddd-d", labelled: "ddddddddddd", check: .weak, isValid: isCUIT),
        rule(.argentinaDNI, labelled: "dd.ddd.ddd,dddddddd,d.ddd.ddd", check: .none, trustsLabel: false),
        rule(
            .chileRUT,
            distinct: "dd.ddd.ddd-x,d.ddd.ddd-x,dddddddd-x,ddddddd-x",
            labelled: "ddddddddx",
            check: .weak,
            isValid: isRUT
        ),
        rule(.colombiaNIT, labelled: "ddd.ddd.ddd-d,ddddddddd-d,dddddddddd", check: .weak, isValid: isNIT),
        rule(.ecuadorCI, distinct: "ddddddddd-d", labelled: "dddddddddd", check: .weak) {
            let region = $0.value(0..<2)
            return ((1...24).contains(region) || region == 30) && $0.digit(2) < 6 && $0.followsLuhn()
        },
        rule(.dominicanCedula, distinct: "ddd-ddddddd-d", labelled: "ddddddddddd", check: .weak) { $0.followsLuhn() },
    ]

    private static func isCPF(_ number: CompactNumber) -> Bool {
        let first = number.weighted([10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10 % 11 % 10
        let second = number.weighted([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10 % 11 % 10
        return first == number.digit(9) && second == number.digit(10)
    }

    private static func isCNPJ(_ number: CompactNumber) -> Bool {
        let first = number.weighted([5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) * 10 % 11 % 10
        let second = number.weighted([6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) * 10 % 11 % 10
        return first == number.digit(12) && second == number.digit(13)
    }

    private static func isCUIT(_ number: CompactNumber) -> Bool {
        let check = (11 - number.weighted([5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 11
        return [20, 23, 24, 27, 30, 33, 34, 50, 51, 55].contains(number.value(0..<2))
            && (check == 10 ? 9 : check) == number.digit(10)
    }

    private static func isRUT(_ number: CompactNumber) -> Bool {
        let body = number.count - 1
        let sum = (0..<body).reduce(0) { $0 + number.digit(body - 1 - $1) * ($1 % 6 + 2) }
        let check = (11 - sum % 11) % 11
        return check == 10 ? number[body] == UInt8(ascii: "K") : number.digit(body) == check
    }

    private static func isNIT(_ number: CompactNumber) -> Bool {
        let sum = number.weighted([41, 37, 29, 23, 19, 17, 13, 7, 3]) % 11
        return (sum > 1 ? 11 - sum : sum) == number.digit(9)
    }
}
