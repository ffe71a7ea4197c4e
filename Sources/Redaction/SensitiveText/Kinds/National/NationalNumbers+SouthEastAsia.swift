extension NationalNumbers {
    static let southEastAsia = [
        rule(.singaporeNRIC, distinct: "addddddda", check: .weak, isValid: isNRIC),
        rule(.malaysiaNRIC, distinct: "dddddd-dd-dddd", labelled: "dddddddddddd", check: .none) {
            $0.isShortDate(at: 0, isYearFirst: true) && !(17...20).contains($0.value(6..<8)) && $0.value(6..<8) > 0
        },
        rule(.indonesiaNIK, labelled: "dddddddddddddddd,dddd dddd dddd dddd", check: .none, isValid: isNIK),
        rule(.thailandPIN, distinct: "d-dddd-ddddd-dd-d,d dddd ddddd dd d", labelled: "ddddddddddddd", check: .weak) {
            (11 - $0.weighted([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 10 == $0.digit(12) && $0.digit(0) != 0
        },
        rule(.vietnamCCCD, labelled: "dddddddddddd", check: .none) { (1...96).contains($0.value(0..<3)) },
    ]

    private static func isNRIC(_ number: CompactNumber) -> Bool {
        let sum = [2, 7, 6, 5, 4, 3, 2].enumerated().reduce(0) { $0 + $1.element * number.digit($1.offset + 1) }
        let letters: [UInt8]
        let offset: Int
        switch Unicode.Scalar(number[0]) {
        case "S": (letters, offset) = (Array("JZIHGFEDCBA".utf8), 0)
        case "T": (letters, offset) = (Array("JZIHGFEDCBA".utf8), 4)
        case "F": (letters, offset) = (Array("XWUTRQPNMLK".utf8), 0)
        case "G": (letters, offset) = (Array("XWUTRQPNMLK".utf8), 4)
        case "M": (letters, offset) = (Array("KLJNPQRTUWX".utf8), 3)
        default: return false
        }
        let remainder = (sum + offset) % 11
        return letters[number[0] == UInt8(ascii: "M") ? 10 - remainder : remainder] == number[8]
    }

    /// Days of women are 40 higher.
    private static func isNIK(_ number: CompactNumber) -> Bool {
        let day = number.value(6..<8)
        return number.digit(0) > 0
            && CompactNumber.isDate(
                year: 2000 + number.value(10..<12),
                month: number.value(8..<10),
                day: day > 40 ? day - 40 : day
            )
    }
}
