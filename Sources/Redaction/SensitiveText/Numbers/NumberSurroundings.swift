struct NumberSurroundings {
    /// Whether the number goes on beyond its ends, or is a price, a part of an address or of a word.
    let isTorn: Bool
    /// Whether other digits, but for those of a date, follow or precede it after a space.
    let isCrowded: Bool
    /// Whether a unit of measure follows, as in "2180 m".
    let isMeasure: Bool
    /// Whether it is the larger part of the text.
    let isMain: Bool
    let isJoined: Bool
    /// Whether it goes on only where lines had no room for more, and ends with a line or before punctuation.
    let isWrapped: Bool
    let context: LabelContext

    init(of range: Range<Int>, in search: RunSearch) {
        isTorn = Self.isJoined(range.lowerBound, -1, search) || Self.isJoined(range.upperBound - 1, 1, search)
        isCrowded =
            Self.isBesideDigits(range.lowerBound, -1, search) || Self.isBesideDigits(range.upperBound - 1, 1, search)
        isMeasure = Self.isMeasure(range.upperBound, search)
        isJoined = search.isJoined
        isWrapped =
            search.units[range].allSatisfy { $0.unitClass != .gap || $0.isWrap }
            && Self.isEnd(range.upperBound, search)
        context = search.context(of: range)
        // A look at two numbers' lengths beyond the number is enough to know.
        let around =
            max(0, range.lowerBound - 3 * range.count)..<min(search.units.count, range.upperBound + 3 * range.count)
        isMain = 10 * range.count >= 7 * search.units[around].count { !$0.isSpace }
    }

    private static func isJoined(_ edge: Int, _ step: Int, _ search: RunSearch) -> Bool {
        guard let next = search.unit(at: edge + step) else { return false }
        if next.unitClass == .gap { return isInBoxes(edge, step, search) }
        // The number at the end of a label, as in "IMEI 1:", is none of the value.
        if step < 0, next.equals(":"), search.isLabelEnd(edge - 1) { return false }
        if step > 0, next.equals(":"), search.isTurned(edge + 1) { return false }
        if step < 0, search.isRecognised, search.isBehindWord(edge) { return false }
        // Behind letters of scripts without spaces a number begins anew.
        if next.unitClass == .capital || next.unitClass == .small { return true }
        if next.isOne(of: step < 0 ? "#+$€£¥₹₽@_=?&%*" : "%€@_*") {
            return step > 0 || !(next.equals("=") || next.equals("#") && search.units[edge].isLetter)
        }
        if next.isSpace, let currency = search.unit(at: edge + 2 * step) {
            return currency.isOne(of: "$€£¥₹₽%")
        }
        guard next.isOne(of: ".,-/:–"), let other = search.unit(at: edge + 2 * step) else {
            return false
        }
        // No time or ratio has as many digits, so a right-to-left label follows.
        if step > 0, next.equals(":"), search.isRecognised, isLong(edge, search) { return false }
        return other.isDigit || next.equals("/") && other.isAlphanumeric || next.equals("-") && other.isAlphanumeric
    }

    /// Whether the ten characters up to `edge` are digits, but for spaces.
    private static func isLong(_ edge: Int, _ search: RunSearch) -> Bool {
        var (place, count) = (edge, 0)
        while count < 10, let unit = search.unit(at: place), unit.isDigit || unit.isSpace {
            count += unit.isDigit ? 1 : 0
            place -= 1
        }
        return count == 10
    }

    private static func isEnd(_ index: Int, _ search: RunSearch) -> Bool {
        search.unit(at: index).map { !$0.isWordPart && !$0.isSpace } ?? true
    }

    private static func isMeasure(_ end: Int, _ search: RunSearch) -> Bool {
        guard search.unit(at: end)?.isSpace ?? false,
            let wordEnd = search.word(from: end + 1, to: min(search.units.count, end + 6))
        else { return false }
        return Measures.symbols.contains(search.folded(end + 1..<wordEnd))
    }

    /// Whether both sides of a gap are single characters, like digits in boxes.
    private static func isInBoxes(_ edge: Int, _ step: Int, _ search: RunSearch) -> Bool {
        let isSingle = search.unit(at: edge - step)?.unitClass ?? .gap == .gap
        let isNextSingle = search.unit(at: edge + 3 * step)?.unitClass ?? .gap == .gap
        return isSingle && isNextSingle && search.unit(at: edge + 2 * step)?.isAlphanumeric ?? false
    }

    private static func isBesideDigits(_ edge: Int, _ step: Int, _ search: RunSearch) -> Bool {
        guard search.unit(at: edge + step)?.isSpace ?? false, search.unit(at: edge + 2 * step)?.isDigit ?? false else {
            return false
        }
        // An expiry date stands behind the number of a card.
        var end = edge + 2 * step
        while search.unit(at: end)?.isDigit ?? false { end += step }
        // A text that goes on with letters is a word that was misread.
        if search.isRecognised, search.unit(at: end)?.isLetter ?? false { return false }
        return step < 0 || !(search.unit(at: end)?.equals("/") ?? false)
    }
}
