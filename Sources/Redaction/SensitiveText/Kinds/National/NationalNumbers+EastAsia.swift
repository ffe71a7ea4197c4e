extension NationalNumbers {
    static let eastAsia = [
        rule(
            .chinaResident,
            distinct: "dddddddddddddddddx,dddddd dddddddd dddx,dddddddddddddddddd",
            check: .certain,
            isValid: isResident
        ),
        rule(
            .hongKongID,
            distinct: "adddddd(x,aadddddd(x",
            labelled: "addddddx,aaddddddx",
            check: .weak,
            isValid: isHongKong
        ),
        rule(.taiwanID, distinct: "addddddddd", check: .weak, isValid: isTaiwanese),
        rule(.japanMyNumber, labelled: "dddd dddd dddd,dddddddddddd,dddd-dddd-dddd", check: .weak) {
            let sum = $0.weighted([6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11
            return (sum < 2 ? 0 : 11 - sum) == $0.digit(11)
        },
        rule(.koreaRRN, distinct: "dddddd-ddddddd", labelled: "ddddddddddddd", check: .none) {
            // Numbers given out since October 2020 have no check digit.
            $0.isShortDate(at: 0, isYearFirst: true)
        },
    ]

    /// GB 11643-1999.
    private static func isResident(_ number: CompactNumber) -> Bool {
        guard number.isLongDate(at: 6), (11...91).contains(number.value(0..<2)) else { return false }
        let sum = number.weighted([7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2])
        return Array("10X98765432".utf8)[sum % 11] == number[17]
    }

    /// A number with one letter counts as if a space of value 36 were in front.
    private static func isHongKong(_ number: CompactNumber) -> Bool {
        let body = number.count - 1
        var sum = body == 7 ? 36 * 9 : 0
        for index in 0..<body { sum += number.value36(index) * (body + 1 - index) }
        let check = (11 - sum % 11) % 11
        return check == 10 ? number[body] == UInt8(ascii: "A") : number.digit(body) == check
    }

    private static func isTaiwanese(_ number: CompactNumber) -> Bool {
        let regions = [
            10, 11, 12, 13, 14, 15, 16, 17, 34, 18, 19, 20, 21, 22, 35, 23, 24, 25, 26, 27, 28, 29, 32, 30, 31, 33,
        ]
        let region = regions[number.letter(0)]
        let weights = [8, 7, 6, 5, 4, 3, 2, 1, 1]
        let sum = weights.enumerated().reduce(region / 10 + region % 10 * 9) {
            $0 + $1.element * number.digit($1.offset + 1)
        }
        return [1, 2, 8, 9].contains(number.digit(1)) && sum % 10 == 0
    }
}
