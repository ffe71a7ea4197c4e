/// One-time codes and personal identification numbers, which only labels tell from others.
enum Codes {
    static let rules = [
        NumberRule(
            .oneTimeCode,
            labelled:
                "dddd,ddddd,dddddd,ddddddd,dddddddd,ddd ddd,ddd-ddd,dddd dddd,dddd-dddd,d d d d,d d d d d d,dd dd dd,a-dddddd,"
                + "d-d-d-d-d-d,aaaddd,xxxxxx,xxxxxxxx,xxxx-xxxx,xxxxx-xxxxx",
            check: .none,
            isFree: false
        ) { number in (0..<number.count).count(where: number.isDigit) > 1 },
        NumberRule(
            .pin,
            labelled: "dddd,ddddd,dddddd,dddddddd,d d d d,d d d d d d,d-d-d-d",
            check: .none,
            isFree: false
        ),
    ]
}
