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

    static let germanSpeaking = [
        rule(.germanyTaxID, distinct: "dd ddd ddd ddd", labelled: "ddddddddddd", check: .weak, isValid: isTaxID),
        rule(
            .germanyTaxNumber,
            distinct: "ddd/dddd/dddd,ddd/ddd/ddddd",
            labelled: "dd/ddd/ddddd,ddddd/ddddd,ddd ddd ddddd,ddddddddddddd",
            check: .none,
            isFree: false,
            trustsLabel: false
        ),
        rule(.germanyPension, distinct: "dd dddddd a ddd,ddddddddaddd", check: .strong, isValid: isPensionNumber),
        rule(.austriaInsurance, distinct: "dddd dddddd", labelled: "dddddddddd", check: .strong, isValid: isAustrian),
        rule(.switzerlandAHV, distinct: "ddd.dddd.dddd.dd,ddddddddddddd", check: .certain) { number in
            let odd = stride(from: 0, to: 12, by: 2).reduce(0) { $0 + number.digit($1) }
            let even = stride(from: 1, to: 12, by: 2).reduce(0) { $0 + number.digit($1) }
            return number.hasPrefix("756") && (10 - (odd + 3 * even) % 10) % 10 == number.digit(12)
        },
    ]

    /// One digit is there twice or three times in the first ten, and no other more than once.
    private static func isTaxID(_ number: CompactNumber) -> Bool {
        guard number.digit(0) != 0, number.followsMod11And10 else { return false }
        var counts = InlineArray<10, Int>(repeating: 0)
        for index in 0..<10 { counts[number.digit(index)] += 1 }
        let repeated = (0..<10).filter { counts[$0] > 1 }
        return repeated.count == 1 && counts[repeated[0]] <= 3
    }

    /// The digits of the area, the date of birth, the letter as two digits and the serial number, by their cross sums.
    private static func isPensionNumber(_ number: CompactNumber) -> Bool {
        let day = number.value(2..<4)
        // Days above 50 keep numbers apart that would be the same.
        guard (1...12).contains(number.value(4..<6)), (1...31).contains(day > 50 ? day - 50 : day) else { return false }
        let letter = number.letter(8) + 1
        let digits = (0..<8).map(number.digit) + [letter / 10, letter % 10, number.digit(9), number.digit(10)]
        let products = zip(digits, [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1]).map { $0 * $1 }
        return products.reduce(0) { $0 + $1 / 10 + $1 % 10 } % 10 == number.digit(11)
    }

    private static func isAustrian(_ number: CompactNumber) -> Bool {
        let check = number.weighted([3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11
        // Months above 12 are given where the numbers of a day are used up.
        return number.digit(0) != 0 && (1...31).contains(number.value(4..<6)) && (1...15).contains(number.value(6..<8))
            && check == number.digit(3)
    }

    static let southernEurope = [
        rule(
            .italyCodiceFiscale,
            distinct: "aaaaaaddaddaddda,aaaaaaxxaxxaxxxa,aaa aaa xxaxx axxxa",
            check: .certain,
            isValid: isCodiceFiscale
        ),
        rule(.spainDNI, distinct: "dddddddda,dddddddd-a,dd.ddd.ddd-a,dddddddd a,dd.ddd.ddd a", check: .weak) {
            isSpanishLetter($0.letter(8), of: $0.value(0..<8))
        },
        rule(.spainNIE, distinct: "addddddda,a-ddddddd-a,a ddddddd a", check: .weak) {
            (23...25).contains($0.letter(0))
                && isSpanishLetter($0.letter(8), of: ($0.letter(0) - 23) * 10_000_000 + $0.value(1..<8))
        },
        rule(.portugalNIF, labelled: "ddddddddd,ddd ddd ddd", check: .weak) {
            let sum = $0.weighted([9, 8, 7, 6, 5, 4, 3, 2]) % 11
            return $0.digit(0) != 0 && (sum < 2 ? 0 : 11 - sum) == $0.digit(8)
        },
        rule(
            .portugalCC,
            distinct: "dddddddd d xxd,ddddddddd xxd,dddddddddxxd",
            check: .weak,
            isValid: isCartaoDeCidadao
        ),
        rule(.greeceAMKA, labelled: "ddddddddddd", check: .strong) {
            $0.isShortDate(at: 0, isYearFirst: false) && $0.followsLuhn()
        },
        rule(.greeceAFM, labelled: "ddddddddd", check: .weak) {
            $0.weighted([256, 128, 64, 32, 16, 8, 4, 2]) % 11 % 10 == $0.digit(8)
        },
    ]

    private static func isSpanishLetter(_ letter: Int, of number: Int) -> Bool {
        let letters = Array("TRWAGMYFPDXBNJZSQVHLCKE".utf8)
        return Int(letters[number % 23]) - 65 == letter
    }

    /// Letters in place of digits keep persons apart whose code would be the same.
    private static func isCodiceFiscale(_ number: CompactNumber) -> Bool {
        let digits = [6, 7, 9, 10, 12, 13, 14]
        let substitutes = Array("LMNPQRSTUV".utf8)
        var plain = number
        for index in digits where !number.isDigit(index) {
            guard let digit = substitutes.firstIndex(of: number[index]) else { return false }
            plain[index] = UInt8(48 + digit)
        }
        let day = plain.value(9..<11) % 40
        guard "ABCDEHLMPRST".utf8.contains(number[8]), (1...31).contains(day) else { return false }
        let odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
        let sum = (0..<15).reduce(0) { sum, index in
            let value = number.isDigit(index) ? number.digit(index) : number.letter(index)
            return sum + (index % 2 == 0 ? odd[value] : value)
        }
        return sum % 26 == number.letter(15)
    }

    private static func isCartaoDeCidadao(_ number: CompactNumber) -> Bool {
        let sum = (0..<12).reduce(0) { sum, index in
            let value = number.value36(index)
            return sum + (index % 2 == 1 ? value : value > 4 ? 2 * value - 9 : 2 * value)
        }
        return !number.isDigit(9) && sum % 10 == 0
    }
}
