extension NationalNumbers {
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
        // Days above 50 tell numbers apart that would be the same.
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
}
