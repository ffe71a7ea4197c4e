extension NationalNumbers {
    static let westernEurope = [
        rule(.franceNIR, distinct: "d dd dd dx ddd ddd dd,dddddxddddddddd", check: .certain, isValid: isNIR),
        rule(.franceTaxNumber, labelled: "dd dd ddd ddd ddd,ddddddddddddd", check: .strong) {
            $0.digit(0) < 4 && $0.value(0..<10) % 511 == $0.value(10..<13)
        },
        rule(
            .belgiumNational,
            distinct: "dd.dd.dd-ddd.dd,ddddddddddd",
            labelled: "dd.dd.dd ddd.dd",
            check: .strong,
            isValid: isBelgian
        ),
        rule(.netherlandsBSN, labelled: "ddddddddd,dddd.dd.ddd", check: .weak) {
            $0.value(0..<9) > 9_999_999 && ($0.weighted([9, 8, 7, 6, 5, 4, 3, 2]) - $0.digit(8)) % 11 == 0
        },
    ]

    /// The departments of Corsica, 2A and 2B, count as 19 and 18.
    private static func isNIR(_ number: CompactNumber) -> Bool {
        guard (1...4).contains(number.digit(0)) || number.digit(0) > 6, number.isDigit(13), number.isDigit(14) else {
            return false
        }
        let month = number.value(3..<5)
        guard (1...12).contains(month) || (20...42).contains(month) || month >= 50 else { return false }
        var body = number
        if !number.isDigit(6) {
            guard number.digit(5) == 2, number.letter(6) < 2 else { return false }
            body[5] = UInt8(ascii: "1")
            body[6] = number.letter(6) == 0 ? UInt8(ascii: "9") : UInt8(ascii: "8")
        }
        return 97 - body.value(0..<13) % 97 == number.value(13..<15)
    }

    /// The check digits are of the number as it is for births before 2000, else with a 2 in front.
    private static func isBelgian(_ number: CompactNumber) -> Bool {
        // Numbers of foreigners have months above 20 or 40.
        guard number.value(2..<4) % 20 <= 12, number.value(4..<6) <= 31 else { return false }
        let (body, check) = (number.value(0..<9), number.value(9..<11))
        return 97 - body % 97 == check || 97 - (2_000_000_000 + body) % 97 == check
    }
}
