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

    static let southAsia = [
        rule(.indiaAadhaar, distinct: "dddd dddd dddd,dddd-dddd-dddd", labelled: "dddddddddddd", check: .weak) {
            $0.digit(0) > 1 && $0.followsVerhoeff
        },
        // The fourth letter is the kind of holder.
        rule(.indiaPAN, distinct: "aaaaadddda", check: .none) { "ABCFGHJLPTK".utf8.contains($0[3]) },
        rule(.pakistanCNIC, distinct: "ddddd-ddddddd-d", labelled: "ddddddddddddd", check: .none) {
            (1...7).contains($0.digit(0)) && $0.digit(12) > 0
        },
    ]

    static let eastAsia = [
        rule(
            .chinaResident,
            distinct: "dddddddddddddddddx,dddddd dddddddd dddx,dddddddddddddddddd",
            check: .certain,
            isValid: isResident
        ),
        rule(
            .hongKongID,
            distinct: "adddddd(x,aadddddd(x",
            labelled: "addddddx,aaddddddx",
            check: .weak,
            isValid: isHongKong
        ),
        rule(.taiwanID, distinct: "addddddddd", check: .weak, isValid: isTaiwanese),
        rule(.japanMyNumber, labelled: "dddd dddd dddd,dddddddddddd,dddd-dddd-dddd", check: .weak) {
            let sum = $0.weighted([6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11
            return (sum < 2 ? 0 : 11 - sum) == $0.digit(11)
        },
        rule(.koreaRRN, distinct: "dddddd-ddddddd", labelled: "ddddddddddddd", check: .none) {
            // Numbers given out since October 2020 have no check digit.
            $0.isShortDate(at: 0, isYearFirst: true)
        },
    ]

    /// GB 11643-1999.
    private static func isResident(_ number: CompactNumber) -> Bool {
        guard number.isLongDate(at: 6), (11...91).contains(number.value(0..<2)) else { return false }
        let sum = number.weighted([7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2])
        return Array("10X98765432".utf8)[sum % 11] == number[17]
    }

    /// A number with one letter counts as if a space of value 36 were in front.
    private static func isHongKong(_ number: CompactNumber) -> Bool {
        let body = number.count - 1
        var sum = body == 7 ? 36 * 9 : 0
        for index in 0..<body { sum += number.value36(index) * (body + 1 - index) }
        let check = (11 - sum % 11) % 11
        return check == 10 ? number[body] == UInt8(ascii: "A") : number.digit(body) == check
    }

    private static func isTaiwanese(_ number: CompactNumber) -> Bool {
        let regions = [
            10, 11, 12, 13, 14, 15, 16, 17, 34, 18, 19, 20, 21, 22, 35, 23, 24, 25, 26, 27, 28, 29, 32, 30, 31, 33,
        ]
        let region = regions[number.letter(0)]
        let weights = [8, 7, 6, 5, 4, 3, 2, 1, 1]
        let sum = weights.enumerated().reduce(region / 10 + region % 10 * 9) {
            $0 + $1.element * number.digit($1.offset + 1)
        }
        return [1, 2, 8, 9].contains(number.digit(1)) && sum % 10 == 0
    }

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

    static let oceania = [
        rule(.australiaTFN, labelled: "ddd ddd ddd,ddddddddd", check: .weak) {
            $0.weighted([1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 == 0
        },
        rule(.australiaMedicare, labelled: "dddd ddddd d,dddddddddd,ddddddddddd", check: .weak) {
            (2...6).contains($0.digit(0)) && $0.weighted([1, 3, 7, 9, 1, 3, 7, 9]) % 10 == $0.digit(8)
        },
        rule(
            .newZealandIRD,
            labelled: "dd-ddd-ddd,ddd-ddd-ddd,dddddddd,ddddddddd,dd ddd ddd,ddd ddd ddd",
            check: .weak,
            isValid: isIRD
        ),
    ]

    private static func isIRD(_ number: CompactNumber) -> Bool {
        let body = number.count - 1
        let number9 = number.value(0..<number.count)
        guard (10_000_000..<150_000_000).contains(number9) else { return false }
        for weights in [[3, 2, 7, 6, 5, 4, 3, 2], [7, 4, 3, 2, 5, 2, 7, 6]] {
            let sum = weights.suffix(body).enumerated().reduce(0) { $0 + $1.element * number.digit($1.offset) }
            let check = (11 - sum % 11) % 11
            if check < 10 { return check == number.digit(body) }
        }
        return false
    }
}

extension CompactNumber {
    func isLikelyYear(at start: Int) -> Bool {
        (1900...2035).contains(value(start..<start + 4))
    }
}
