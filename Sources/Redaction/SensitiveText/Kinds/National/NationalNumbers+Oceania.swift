extension NationalNumbers {
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
