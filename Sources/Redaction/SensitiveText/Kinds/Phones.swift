import BoundedWork

/// Telephone numbers: with a plus and a country, in a distinct form, or beside a label.
enum Phones {
    private static let digitLimit = 15
    /// Digits of the shortest numbers that are whole, with their country and without it.
    private static let internationalLength = 10
    private static let nationalLength = 7
    /// Digits of the shortest numbers with their area.
    private static let areaLength = 9
    /// Units round a number without separators that are looked at.
    private static let surroundings = 24

    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        var index = 0
        while index < search.units.count {
            try search.budget.spend()
            guard let number = number(in: search, at: index) else {
                index += 1
                continue
            }
            try search.budget.spend(2 * number.range.count)
            if let (score, reason) = evidence(number, in: search) {
                search.report(.phone, at: number.range, score: score, by: reason)
            }
            index = max(number.range.upperBound, index + 1)
        }
    }

    private struct Number {
        var range: Range<Int>
        var digits = CompactNumber()
        /// The digits as `d`, with their separators.
        var form = ""
        /// ``form`` with nothing where a line ends.
        var unbrokenForm = ""
        /// Digits up to the last end of a line within.
        var digitsBeforeBreak = 0
        var hasPlus = false

        /// Whether it has as many digits as a whole one.
        var isWhole: Bool { digits.count >= (hasPlus ? internationalLength : areaLength) }
    }

    private static func number(in search: RunSearch, at start: Int) -> Number? {
        guard isStart(search, start) else { return nil }
        var number = Number(range: start..<start)
        var index = start
        var separators = 0
        // The number up to the last end of a line, if it may be whole there.
        var line: Number?
        while let unit = search.unit(at: index) {
            if unit.isDigit || isDigitAlike(search, index) {
                guard number.digits.count < digitLimit + 1 else { return line }
                number.digits.append(unit.isDigit ? unit.ascii : Confusions.digit(unit.capital) ?? 48)
                number.form += "d"
                number.unbrokenForm += "d"
                separators = 0
                index += 1
                number.range = start..<index
                continue
            }
            let isPlus = unit.equals("+") && number.digits.count == 0
            guard isPlus || isSeparator(unit), separators < 3 else { break }
            if isPlus { number.hasPlus = true }
            separators += isPlus ? 0 : 1
            if unit.unitClass == .gap {
                if number.isWhole { line = number }
                number.digitsBeforeBreak = number.digits.count
                number.form.append(" ")
            } else {
                number.form.unicodeScalars.append(Unicode.Scalar(unit.scalar) ?? " ")
                number.unbrokenForm.unicodeScalars.append(Unicode.Scalar(unit.scalar) ?? " ")
            }
            index += 1
        }
        while let last = number.form.last, last != "d" { number.form.removeLast() }
        while let last = number.unbrokenForm.last, last != "d" { number.unbrokenForm.removeLast() }
        return number.digits.count >= 6 ? number : nil
    }

    private static func isStart(_ search: RunSearch, _ index: Int) -> Bool {
        let unit = search.units[index]
        guard unit.isDigit || unit.equals("+") || unit.equals("(") else { return false }
        guard let before = search.unit(at: index - 1) else { return true }
        if before.unitClass == .capital || before.unitClass == .small { return false }
        // The next group of a longer number does not begin a number.
        if before.isSpace, !unit.equals("+"), !unit.equals("("), isGroup(search, endingAt: index - 2) { return false }
        return !before.isDigit && !before.isOne(of: "+-/.,_@#$€£¥%*=&")
    }

    private static func isGroup(_ search: RunSearch, endingAt end: Int) -> Bool {
        guard search.unit(at: end)?.isDigit ?? false else { return false }
        return [end - 1, end - 2].allSatisfy { search.unit(at: $0)?.isAlphanumeric ?? false }
    }

    private static func isSeparator(_ unit: TextUnit) -> Bool {
        unit.isSpace || unit.unitClass == .gap || unit.unitClass == .mark
            || unit.isOne(of: "-./()")
    }

    /// Whether a letter between digits may be a digit that a recogniser misread.
    private static func isDigitAlike(_ search: RunSearch, _ index: Int) -> Bool {
        guard search.isRecognised, search.units[index].isOne(of: "OoIlSB") else {
            return false
        }
        return search.unit(at: index - 1)?.isDigit ?? false && search.unit(at: index + 1)?.isDigit ?? false
    }

    private static func evidence(_ number: Number, in search: RunSearch) -> (score: Double, SensitiveReason)? {
        guard number.digits.count <= digitLimit, !PhoneForms.dates.contains(number.form), !isTorn(number, search) else {
            return nil
        }
        let context = search.context(of: number.range)
        let concepts = ConceptSet.kind(.phone)
        guard context.before.isDisjoint(with: .hotline),
            context.before.isEmpty == false || context.beside.isDisjoint(with: .hotline)
        else {
            return nil
        }
        let support = context.support(concepts)
        if support == .labelled {
            guard number.digits.count >= (number.hasPlus ? 8 : 7), !number.digits.isUniform else { return nil }
            let isInline = context.isInline(concepts) || search.units.count < 3 * number.range.count
            return (isInline ? 0.95 : 0.8, .caption)
        }
        // A label far before the number is of a sentence, as in "Your order has shipped".
        let isBehindSentence = support == .contradicted && !context.isAdjacent && context.beside.isEmpty
        guard !isFree(number), number.hasPlus || support != .contradicted || isBehindSentence else { return nil }
        if isInternational(number), number.digits.count >= 8 {
            return context.before.isDisjoint(with: .harmless) || !context.isAdjacent ? (0.9, .form) : nil
        }
        guard support == .unlabelled || isBehindSentence,
            PhoneForms.isDistinct(number.form, number.digits) || PhoneForms.hasArea(number.form, number.digits)
                || search.isJoined && PhoneForms.isDistinct(number.unbrokenForm, number.digits)
        else { return !isBehindSentence && isWhole(number, in: search) ? (0.62, .form) : nil }
        return (0.72, .form)
    }

    /// Whether a number without separators begins like those of telephones, and no other number is in the text.
    private static func isWhole(_ number: Number, in search: RunSearch) -> Bool {
        number.form.allSatisfy { $0 == "d" } && PhoneForms.isPlain(number.digits)
            && !search.units[max(0, number.range.lowerBound - surroundings)..<number.range.lowerBound].contains(
                where: \.isDigit
            )
            && !search.units[number.range.upperBound...].prefix(surroundings).contains(where: \.isDigit)
    }

    /// Whether it begins with a plus or two zeros, and a country.
    private static func isInternational(_ number: Number) -> Bool {
        number.hasPlus
            ? number.digits.digit(0) != 0
            : number.digits.hasPrefix("00") && number.digits.count >= 11 && number.digits.digit(2) != 0
    }

    private static func isTorn(_ number: Number, _ search: RunSearch) -> Bool {
        guard let next = search.unit(at: number.range.upperBound) else { return false }
        if next.unitClass == .capital || next.unitClass == .small || next.isOne(of: "%€@_:") {
            return true
        }
        let after = search.unit(at: number.range.upperBound + 1)
        // Behind a number that may be whole, a number with a word behind it is another one.
        if search.isJoined, next.isSpace, after?.isLetter ?? false {
            return number.digitsBeforeBreak >= (number.hasPlus ? internationalLength : nationalLength)
        }
        return next.equals(",") && after?.isDigit ?? false
            || next.isSpace && after?.isOne(of: "€$£%") ?? false
    }

    private static func isFree(_ number: Number) -> Bool {
        let digits = number.digits
        return digits.hasPrefix("0800") || digits.hasPrefix("0900") || digits.hasPrefix("0180")
            || digits.hasPrefix("1800")
            || digits.hasPrefix("1888") || digits.hasPrefix("1877") || digits.hasPrefix("1866")
            || digits.hasPrefix("4400")
            || digits.hasPrefix("49800") || digits.hasPrefix("44800")
            || digits.hasPrefix("400") && digits.count == 10 && !number.hasPlus
            || (digits.hasPrefix("800") || digits.hasPrefix("888")) && digits.count <= 10 && !number.hasPlus
    }
}

/// National forms of telephone numbers that hardly anything else has.
enum PhoneForms {
    private static let northAmerican: Set = [
        "(ddd) ddd-dddd", "ddd-ddd-dddd", "(ddd)ddd-dddd", "ddd.ddd.dddd", "d-ddd-ddd-dddd", "d (ddd) ddd-dddd",
        "(ddd) ddd dddd",
        "d.ddd.ddd.dddd",
    ]
    /// Forms that begin with a zero.
    private static let national: Set = [
        "dd dd dd dd dd", "dd.dd.dd.dd.dd", "dd-dd-dd-dd-dd", "dddd ddd dddd", "ddd dddd dddd", "ddd-dddd-dddd",
        "dd-dddd-dddd", "(ddd) dddd dddd", "(dddd) dddddd", "(dd) dddd dddd", "dddd ddd ddd", "dddd dd dd ddd",
        "ddd ddd dd dd", "dddd-dd-dddd", "ddd-ddd-dddd", "dddd dddd ddd", "(ddd) ddddddd", "(ddd) dddddddd",
        "ddd dddd ddd", "ddd ddd dddd", "ddd ddd-dddd", "dd-dddd-ddd", "dd-ddd-dddd",
    ]
    /// Forms that begin with an area in parentheses, or with another digit.
    private static let others: Set = [
        "(dd) ddddd-dddd", "(dd) dddd-dddd", "(dd) ddddd dddd", "dd ddddd-dddd", "d (ddd) ddd-dd-dd", "d(ddd)ddd-dd-dd",
        "(ddd) ddd-dd-dd",
        "d ddd ddd-dd-dd", "d (ddd) ddd dd dd", "d (ddd) ddd-dddd", "d(ddd)ddd-dddd", "dd dddd-dddd", "dd-dddd-dddd",
    ]

    static let dates: Set = ["dd/dd/dddd", "dd.dd.dddd", "dd-dd-dddd", "dddd-dd-dd", "dddd/dd/dd", "dddd.dd.dd"]

    static func isDistinct(_ form: String, _ digits: CompactNumber) -> Bool {
        if digits.digit(0) == 0, digits.count >= 9 {
            return national.contains(form) || isAreaAndNumber(form)
        }
        if others.contains(form) { return true }
        if northAmerican.contains(form) {
            let start = digits.count - 10
            return (start == 0 || digits.digit(0) == 1) && digits.digit(start) > 1 && digits.digit(start + 3) > 1
        }
        // Chinese and Indian mobile numbers.
        if form == "ddd dddd dddd" || form == "ddd-dddd-dddd" { return digits.digit(0) == 1 && digits.digit(1) > 2 }
        // Russian ones, with the digit before the area.
        if form == "d ddd ddd dddd" || form == "d ddd ddd dd dd" { return digits.digit(0) == 8 }
        return form == "ddddd ddddd" && digits.digit(0) > 5
    }

    /// Whether there are an area and a number with one separator between them.
    private static func isAreaAndNumber(_ form: String) -> Bool {
        let parts = form.split(omittingEmptySubsequences: false) { " -/".contains($0) }
        return parts.count == 2 && (2...5).contains(parts[0].count) && (5...8).contains(parts[1].count)
            && parts.joined().allSatisfy { $0 == "d" }
    }

    /// Whether the first digits are in parentheses, as those of an area are.
    static func hasArea(_ form: String, _ digits: CompactNumber) -> Bool {
        guard form.hasPrefix("("), areas.contains(digits.count) else { return false }
        let parts = form.dropFirst().split(separator: ")", omittingEmptySubsequences: false)
        // The area of a village in Germany has five digits.
        return parts.count == 2 && (2...(digits.digit(0) == 0 ? 5 : 4)).contains(parts[0].count)
            && parts[0].allSatisfy { $0 == "d" }
            && parts[1].allSatisfy { $0 == "d" || $0 == " " || $0 == "-" }
    }

    /// Digits of numbers with their area.
    private static let areas = 9...13

    /// Whether digits begin with the zero of an area, or like Chinese mobile numbers, and are as many.
    static func isPlain(_ digits: CompactNumber) -> Bool {
        guard !digits.isUniform else { return false }
        return (9...11).contains(digits.count) && digits.digit(0) == 0 && digits.digit(1) > 0
            || digits.count == 11 && digits.digit(0) == 1 && digits.digit(1) > 2
    }
}
