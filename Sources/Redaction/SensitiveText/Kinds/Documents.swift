/// Numbers of passports and driving licences, which only labels tell from others.
enum Documents {
    static let rules = [
        NumberRule(
            .passport,
            labelled:
                "addddddd,addddddddd,adddddd,dddddddd,aadddddd,aaddddddd,ddddddddd,dddddddddd,xxxxxxxxx,aaadddddd,dddddd,ddddddd,"
                + "dd dd dddddd,dddd dddddd,a ddddddd,a dddddddd,aa ddddddd,aa dddddd",
            check: .none,
            isFree: false
        ) { number in (0..<number.count).count(where: number.isDigit) > 3 },
        NumberRule(
            .drivingLicence,
            labelled: (7...16).map { String(repeating: "x", count: $0) }.joined(separator: ",")
                + ",xxxxx xxxxxx xxxxx,xxxx-xxxx-xxxx,"
                + "xxxx-xxx-xx-xxx-x,xxxxx-xxxxx-xxxxx,xxx-xxx-xxx,xxx xxx xxx,dd dd dddddd,dd/dd/dddddd,xxxx-xxxxxx-xx",
            check: .none,
            isFree: false
        ) { number in (0..<number.count).count(where: number.isDigit) > 3 },
    ]
}
