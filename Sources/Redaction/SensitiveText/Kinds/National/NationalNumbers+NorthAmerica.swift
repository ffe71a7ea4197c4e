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
}
