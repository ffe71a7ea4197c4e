/// How telephone numbers are written within a country, in forms that hardly anything else has.
enum PhoneForms {
    private static let northAmerican: Set = [
        "(ddd) ddd-dddd", "ddd-ddd-dddd", "(ddd)ddd-dddd", "ddd.ddd.dddd", "d-ddd-ddd-dddd", "d (ddd) ddd-dddd",
        "(ddd) ddd dddd",
        "d.ddd.ddd.dddd",
    ]
    /// Those that begin with a zero.
    private static let national: Set = [
        "dd dd dd dd dd", "dd.dd.dd.dd.dd", "dd-dd-dd-dd-dd", "ddddd dddddd", "dddd ddd dddd", "ddd dddd dddd",
        "ddd-dddd-dddd",
        "dd-dddd-dddd", "dddd-dddddd", "dddd ddddddd", "dddd/ddddddd", "dddd-ddddddd", "dddd dddddddd", "dddd/dddddddd",
        "dddd-dddddddd",
        "ddd/dddddddd", "ddd dddddddd", "(ddd) dddd dddd", "(dddd) dddddd", "ddd/ddddddd", "ddd-ddddddd", "dd-dddddddd",
        "dd dddddddd",
        "(dd) dddd dddd", "dddd ddd ddd", "dddd dd dd ddd", "ddd ddd dd dd", "dddd-dd-dddd", "ddd-ddd-dddd",
        "dddd dddd ddd",
        "(ddd) ddddddd", "(ddd) dddddddd", "dddd ddddd", "ddd dddd ddd", "ddd ddddddd",
    ]
    /// Those that begin with an area in parentheses, or with another digit.
    private static let others: Set = [
        "(dd) ddddd-dddd", "(dd) dddd-dddd", "(dd) ddddd dddd", "dd ddddd-dddd", "d (ddd) ddd-dd-dd", "d(ddd)ddd-dd-dd",
        "(ddd) ddd-dd-dd",
        "d ddd ddd-dd-dd", "d (ddd) ddd dd dd",
    ]

    /// How dates are written.
    static let dates: Set = ["dd/dd/dddd", "dd.dd.dddd", "dd-dd-dddd", "dddd-dd-dd", "dddd/dd/dd", "dddd.dd.dd"]

    /// Whether a number in this form is one without a label.
    static func isDistinct(_ form: String, _ digits: CompactNumber) -> Bool {
        if digits.digit(0) == 0, digits.count >= 9 { return national.contains(form) }
        if others.contains(form) { return true }
        if northAmerican.contains(form) {
            let start = digits.count - 10
            return (start == 0 || digits.digit(0) == 1) && digits.digit(start) > 1 && digits.digit(start + 3) > 1
        }
        // Chinese and Indian mobile numbers.
        if form == "ddd dddd dddd" || form == "ddd-dddd-dddd" { return digits.digit(0) == 1 && digits.digit(1) > 2 }
        return form == "ddddd ddddd" && digits.digit(0) > 5
    }
}
