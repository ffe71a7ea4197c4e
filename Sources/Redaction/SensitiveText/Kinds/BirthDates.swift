import BoundedWork

enum BirthDates {
    private static let lengthLimit = 32

    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        for text in search.labelledTexts(.kind(.dateOfBirth)) {
            try search.budget.spend(64)
            guard let range = date(in: text.range, search) else { continue }
            search.report(.dateOfBirth, at: range, score: text.isInline ? 0.96 : 0.92, by: .caption)
        }
        try findBefore(in: &search)
    }

    /// Dates in front of a label, as in "1990/5/12生まれ".
    private static func findBefore(in search: inout RunSearch) throws(BudgetFailure) {
        for label in search.labels where !label.concepts.isDisjoint(with: .kind(.dateOfBirth)) {
            try search.budget.spend(64)
            let before = max(0, label.range.lowerBound - 16)..<label.range.lowerBound
            guard let range = date(in: before, search), label.range.lowerBound - range.upperBound < 2 else { continue }
            search.report(.dateOfBirth, at: range, score: 0.9, by: .caption)
        }
    }

    private static func date(in range: Range<Int>, _ search: RunSearch) -> Range<Int>? {
        var start = range.lowerBound
        while start < range.upperBound, start - range.lowerBound < lengthLimit {
            if search.units[start].isWordPart, let end = dateEnd(from: start, range.upperBound, search) {
                return start..<end
            }
            let isWord = search.units[start].isWordPart
            start += 1
            while isWord, start < range.upperBound, search.units[start].isWordPart,
                search.units[start].unitClass != .letter
            { start += 1 }
        }
        return nil
    }

    /// The numbers of a date, and the number of words between them.
    private struct Parts {
        var numbers: [(value: Int, digits: Int)] = []
        var month: Int?
        var end = 0
    }

    private static func dateEnd(from start: Int, _ limit: Int, _ search: RunSearch) -> Int? {
        var parts = Parts()
        var index = start
        while index < min(limit, start + lengthLimit), parts.numbers.count < 3 {
            let unit = search.units[index]
            if unit.isDigit {
                var value = 0
                var end = index
                while end < limit, end - index < 8, search.units[end].isDigit {
                    value = value * 10 + Int(search.units[end].scalar) - 48
                    end += 1
                }
                parts.numbers.append((value, end - index))
                index = end
                parts.end = end
                if isDate(parts) { break }
            } else if unit.isLetter {
                guard let end = word(search, from: index, limit) else { return nil }
                if parts.month == nil, let month = MonthNames.month(search.folded(index..<end)) {
                    parts.month = month
                    parts.end = end
                } else if !MonthNames.joints.contains(search.folded(index..<end)) {
                    return nil
                }
                index = end
            } else {
                guard
                    unit.isSpace || unit.unitClass == .gap || unit.unitClass == .mark
                        || unit.isOne(of: "-./,'")
                else { return nil }
                index += 1
            }
            if isDate(parts), parts.month != nil, parts.numbers.count == 2 { break }
        }
        guard isDate(parts) else { return nil }
        // The character for day is part of the date.
        if let unit = search.unit(at: parts.end), unit.isOne(of: "日일") {
            return parts.end + 1
        }
        return parts.end
    }

    /// The end of the word at `start`; characters of scripts without spaces are words alone.
    private static func word(_ search: RunSearch, from start: Int, _ limit: Int) -> Int? {
        if LabelStream.isUnspaced(search.units[start].scalar) {
            var end = start
            while end < limit, LabelStream.isUnspaced(search.units[end].scalar) { end += 1 }
            return end
        }
        var end = start
        while end < limit, search.units[end].isLetter || search.units[end].unitClass == .mark { end += 1 }
        return end > start ? end : nil
    }

    private static func isDate(_ parts: Parts) -> Bool {
        let numbers = parts.numbers
        if let month = parts.month {
            guard numbers.count == 2 else { return false }
            return isYear(numbers[1]) && isDay(numbers[0].value, month)
                || isYear(numbers[0]) && isDay(numbers[1].value, month)
        }
        if numbers.count == 1, numbers[0].digits == 8 {
            let value = numbers[0].value
            return isYear((value / 10000, 4))
                && CompactNumber.isDate(year: value / 10000, month: value / 100 % 100, day: value % 100)
                || isYear((value % 10000, 4))
                    && CompactNumber.isDate(year: value % 10000, month: value / 10000 % 100, day: value / 1_000_000)
        }
        guard numbers.count == 3 else { return false }
        let (first, second, third) = (numbers[0], numbers[1], numbers[2])
        if first.digits == 4 {
            return isYear(first) && (1...12).contains(second.value) && isDay(third.value, second.value)
        }
        guard isYear(third), first.digits <= 2, second.digits <= 2 else { return false }
        return isDay(first.value, second.value) || isDay(second.value, first.value)
    }

    private static func isYear(_ number: (value: Int, digits: Int)) -> Bool {
        // Some calendars are 543 years ahead, or count the years of an era or from 622 on.
        number.digits == 4
            && ((1890...2035).contains(number.value) || (2433...2580).contains(number.value)
                || (1270...1420).contains(number.value))
            || number.digits == 2
    }

    private static func isDay(_ day: Int, _ month: Int) -> Bool {
        CompactNumber.isDate(year: 2000, month: month, day: day)
    }
}
