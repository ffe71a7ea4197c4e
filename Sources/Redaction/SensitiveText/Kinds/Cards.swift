/// Numbers of payment cards and the codes that go with them.
enum Cards {
    static let rules = [
        NumberRule(
            .card,
            distinct: "dddd dddd dddd dddd,dddd-dddd-dddd-dddd,dddd.dddd.dddd.dddd,dddd dddddd ddddd,dddd-dddddd-ddddd,"
                + "dddd dddddd dddd,dddd dddd dddd dddd ddd",
            check: .certain,
            isValid: isCard
        ),
        NumberRule(
            .card,
            distinct: "dddddddddddddddd,ddddddddddddddd",
            labelled:
                "dddddddddddddd,ddddddddddddd,dddddddddddd,ddddddddddddddddd,dddddddddddddddddd,ddddddddddddddddddd",
            check: .weak,
            isValid: isCard
        ),
        NumberRule(.cardSecurityCode, labelled: "ddd,dddd", check: .none, isFree: false),
    ]

    private static func isCard(_ number: CompactNumber) -> Bool {
        !number.isUniform && isIssued(number) && number.followsLuhn()
    }

    /// Whether an issuer's numbers begin like that and are that long (ISO/IEC 7812 and the lists of the schemes).
    private static func isIssued(_ number: CompactNumber) -> Bool {
        let (two, three, four) = (number.value(0..<2), number.value(0..<3), number.value(0..<4))
        switch number.count {
        case 12, 13, 17, 18: return number.digit(0) == 4 && number.count == 13 || isMaestro(two)
        case 14: return (300...305).contains(three) || two == 36 || two == 38
        case 15: return two == 34 || two == 37 || four == 1800 || four == 2131
        case 16:
            return number.digit(0) == 4 || (51...55).contains(two) || (2221...2720).contains(four)
                || four == 6011 || (644...659).contains(three) || (3528...3589).contains(four)
                || two == 62 || two == 81 || two == 36 || [60, 82].contains(two) || (2200...2204).contains(four)
                || four == 9792 || isMaestro(two)
        case 19: return number.digit(0) == 4 || two == 62 || (644...659).contains(three) || isMaestro(two)
        default: return false
        }
    }

    private static func isMaestro(_ prefix: Int) -> Bool {
        prefix == 50 || (56...58).contains(prefix) || prefix == 63 || prefix == 67 || prefix == 69
    }
}
