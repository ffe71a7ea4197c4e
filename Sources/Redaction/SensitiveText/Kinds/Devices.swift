/// Numbers of vehicles, mobile devices and SIM cards.
enum Devices {
    static let rules = [
        NumberRule(
            .imei,
            distinct: "dd-dddddd-dddddd-d,ddddddddddddddd",
            labelled: "dd dddddd dddddd d,dddddddddddddddd",
            check: .weak
        ) { number in
            ["35", "01", "86", "99", "45", "49", "52", "54"].contains { number.hasPrefix($0) }
                && (number.count == 16 || number.followsLuhn())
        },
        NumberRule(
            .iccid,
            distinct: "ddddddddddddddddddd,dddddddddddddddddddd,dddd dddd dddd dddd dddd,dddd dddd dddd dddd ddd",
            check: .certain
        ) { $0.hasPrefix("89") && $0.followsLuhn() },
        NumberRule(.vin, distinct: "xxxxxxxxxxxxxxxxx", check: .certain, isFree: false, isValid: isVIN),
    ]

    /// 49 CFR 565.15: letters count as digits, and the ninth character is the remainder by 11.
    private static func isVIN(_ number: CompactNumber) -> Bool {
        let letters = Array("12345678012345070923456789".utf8).map { Int($0) - 48 }
        let weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
        let letterCount = (0..<17).count { !number.isDigit($0) }
        guard letterCount > 1, letterCount < 13, (13..<17).allSatisfy(number.isDigit) else { return false }
        var sum = 0
        for index in 0..<17 {
            let character = number[index]
            guard !"IOQ".utf8.contains(character) else { return false }
            sum += weights[index] * (number.isDigit(index) ? number.digit(index) : letters[number.letter(index)])
        }
        let check = sum % 11
        return check == 10 ? number[8] == UInt8(ascii: "X") : number.digit(8) == check
    }
}
