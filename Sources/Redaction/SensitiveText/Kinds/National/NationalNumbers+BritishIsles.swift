extension NationalNumbers {
    static let britishIsles = [
        rule(.unitedKingdomNINO, distinct: "aa dd dd dd a,aadddddda", check: .none, isValid: isNINO),
        rule(.unitedKingdomNHS, labelled: "ddd ddd dddd,dddddddddd,ddd-ddd-dddd", check: .weak) {
            (11 - $0.weighted([10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 11 == $0.digit(9)
        },
        rule(.unitedKingdomUTR, labelled: "dddddddddd,ddddd ddddd", check: .weak, isValid: isUTR),
        rule(.irelandPPS, distinct: "ddddddda,dddddddaa", check: .weak, isValid: isPPS),
    ]

    /// HM Revenue & Customs, National Insurance Manual NIM39110.
    private static func isNINO(_ number: CompactNumber) -> Bool {
        let (first, second) = (Unicode.Scalar(number[0]), Unicode.Scalar(number[1]))
        let isUsed = !"DFIQUV".unicodeScalars.contains(first) && !"DFIOQUV".unicodeScalars.contains(second)
        let isReserved = ["BG", "GB", "NK", "KN", "TN", "NT", "ZZ"].contains { number.hasPrefix($0) }
        return isUsed && !isReserved && (0...3).contains(number.letter(8))
    }

    private static func isUTR(_ number: CompactNumber) -> Bool {
        let weights = [6, 7, 8, 9, 10, 5, 4, 3, 2]
        let sum = weights.enumerated().reduce(0) { $0 + $1.element * number.digit($1.offset + 1) }
        return [2, 1, 9, 8, 7, 6, 5, 4, 3, 2, 1][sum % 11] == number.digit(0)
    }

    private static func isPPS(_ number: CompactNumber) -> Bool {
        var sum = number.weighted([8, 7, 6, 5, 4, 3, 2])
        if number.count == 9, number[8] != UInt8(ascii: "W") {
            guard "ABHT".utf8.contains(number[8]) else { return false }
            sum += 9 * (number.letter(8) + 1)
        }
        // W stands for zero, as A for one.
        return (sum % 23 + 22) % 23 == number.letter(7)
    }
}
