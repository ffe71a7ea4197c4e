import BoundedWork

/// Numbers of passports and driving licences, which only labels distinguish from others.
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

enum Devices {
    static let rules = [
        NumberRule(
            .imei,
            distinct: "dd-dddddd-dddddd-d,ddddddddddddddd",
            labelled: "dd dddddd dddddd d,dddddddddddddddd",
            check: .weak
        ) { number in
            ["35", "01", "86", "99", "45", "49", "52", "54"].contains { number.hasPrefix($0) }
                && (number.count == 16 || number.followsLuhn())
        },
        NumberRule(
            .iccid,
            distinct: "ddddddddddddddddddd,dddddddddddddddddddd,dddd dddd dddd dddd dddd,dddd dddd dddd dddd ddd",
            check: .certain
        ) { $0.hasPrefix("89") && $0.followsLuhn() },
        NumberRule(.vin, distinct: "xxxxxxxxxxxxxxxxx", check: .certain, isFree: false, isValid: isVIN),
    ]

    /// 49 CFR 565.15: letters count as digits, and the ninth character is the remainder by 11.
    private static func isVIN(_ number: CompactNumber) -> Bool {
        let letters = Array("12345678012345070923456789".utf8).map { Int($0) - 48 }
        let weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
        let letterCount = (0..<17).count { !number.isDigit($0) }
        guard letterCount > 1, letterCount < 13, (13..<17).allSatisfy(number.isDigit) else { return false }
        var sum = 0
        for index in 0..<17 {
            let character = number[index]
            guard !"IOQ".utf8.contains(character) else { return false }
            sum += weights[index] * (number.isDigit(index) ? number.digit(index) : letters[number.letter(index)])
        }
        let check = sum % 11
        return check == 10 ? number[8] == UInt8(ascii: "X") : number.digit(8) == check
    }
}

/// Lines of machine-readable zones (ICAO Doc 9303): 30, 36 or 44 characters of capitals, digits and `<`.
enum MachineReadableZones {
    private static let lengths = 28...46

    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        guard !search.isJoined, lengths.contains(search.units.count) || search.isRecognised && search.units.count < 60
        else { return }
        try search.budget.spend(2 * search.units.count)
        guard let range = search.trimmedOfSpaces else { return }
        var fillers = 0
        var digits = 0
        var count = 0
        for unit in search.units[range] {
            if isFiller(unit) {
                fillers += 1
            } else if unit.isDigit {
                digits += 1
            } else if unit.unitClass == .capital, unit.scalar < 0x80 {
                // Nothing to count.
            } else if search.isRecognised, unit.isSpace || unit.unitClass == .small {
                continue
            } else {
                return
            }
            count += 1
        }
        guard lengths.contains(count), fillers >= 1, isName(search, fillers) || digits >= 6 else { return }
        search.report(.machineReadableZone, at: range, score: fillers > 3 ? 0.95 : 0.85, by: .form)
    }

    private static func isFiller(_ unit: TextUnit) -> Bool {
        unit.isOne(of: "<«‹≤")
    }

    private static func isName(_ search: RunSearch, _ fillers: Int) -> Bool {
        fillers >= 3 && zip(search.units, search.units.dropFirst()).contains { isFiller($0) && isFiller($1) }
    }
}

extension RunSearch {
    fileprivate var trimmedOfSpaces: Range<Int>? {
        guard let first = units.firstIndex(where: { !$0.isSpace }), let last = units.lastIndex(where: { !$0.isSpace })
        else { return nil }
        return first..<last + 1
    }
}
