import BoundedWork

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
        search.report(.machineReadableZone, at: range, score: fillers > 3 ? 0.95 : 0.85)
    }

    private static func isFiller(_ unit: TextUnit) -> Bool {
        "<«‹≤".unicodeScalars.contains(where: unit.equals)
    }

    /// Whether two fillers stand between the names of a person.
    private static func isName(_ search: RunSearch, _ fillers: Int) -> Bool {
        fillers >= 3 && zip(search.units, search.units.dropFirst()).contains { isFiller($0) && isFiller($1) }
    }
}

extension RunSearch {
    /// The run without spaces at its ends; nil if nothing is left.
    fileprivate var trimmedOfSpaces: Range<Int>? {
        guard let first = units.firstIndex(where: { !$0.isSpace }), let last = units.lastIndex(where: { !$0.isSpace })
        else { return nil }
        return first..<last + 1
    }
}
