extension NationalNumbers {
    static let easternEurope = [
        rule(.russiaINN, labelled: "dddddddddd,dddddddddddd", check: .weak, isValid: isINN),
        rule(
            .russiaSNILS,
            distinct: "ddd-ddd-ddd dd,ddd-ddd-ddd-dd",
            labelled: "ddddddddddd,ddd ddd ddd dd",
            check: .strong
        ) {
            $0.weighted([9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101 % 100 == $0.value(9..<11)
        },
        rule(.ukraineRNTRC, labelled: "dddddddddd", check: .weak) {
            let sum = $0.weighted([-1, 5, 7, 9, 4, 6, 10, 5, 7]) % 11
            return (sum + 11) % 11 % 10 == $0.digit(9)
        },
    ]

    /// Ten digits for companies, twelve for persons.
    private static func isINN(_ number: CompactNumber) -> Bool {
        if number.count == 10 {
            return number.weighted([2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10 == number.digit(9)
        }
        return number.weighted([7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10 == number.digit(10)
            && number.weighted([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11 % 10 == number.digit(11)
    }
}
