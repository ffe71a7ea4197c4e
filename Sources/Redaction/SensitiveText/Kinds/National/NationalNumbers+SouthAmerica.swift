extension NationalNumbers {
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
