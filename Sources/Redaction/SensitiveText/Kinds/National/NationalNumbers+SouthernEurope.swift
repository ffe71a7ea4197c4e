extension NationalNumbers {
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

    /// Letters in place of digits tell persons apart whose code would be the same.
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
