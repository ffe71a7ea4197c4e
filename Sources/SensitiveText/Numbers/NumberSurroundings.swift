/// What is round a number in a text.
struct NumberSurroundings {
    /// Whether the number goes on beyond its first or last character, or is a price, a part of an address or of a word.
    let isTorn: Bool
    /// Whether other digits, but for those of a date, follow or precede it after a space.
    let isCrowded: Bool
    /// Whether it is the larger part of the text.
    let isMain: Bool
    /// Whether the number is in several pieces.
    let isJoined: Bool
    let context: LabelContext

    init(of range: Range<Int>, in search: RunSearch) {
        isTorn = Self.isJoined(range.lowerBound, -1, search) || Self.isJoined(range.upperBound - 1, 1, search)
        isCrowded =
            Self.isBesideDigits(range.lowerBound, -1, search) || Self.isBesideDigits(range.upperBound - 1, 1, search)
        isJoined = search.isJoined
        context = search.context(of: range)
        // A look at two numbers' lengths beyond the number is enough to know.
        let around =
            max(0, range.lowerBound - 3 * range.count)..<min(search.units.count, range.upperBound + 3 * range.count)
        isMain = 10 * range.count >= 7 * search.units[around].count { !$0.isSpace }
    }

    private static func isJoined(_ edge: Int, _ step: Int, _ search: RunSearch) -> Bool {
        guard let next = search.unit(at: edge + step) else { return false }
        // Behind letters of scripts without spaces a number begins anew.
        if next.unitClass == .capital || next.unitClass == .small { return true }
        let signs = step < 0 ? "#+$€£¥₹₽@_=?&%*" : "%€@_*"
        if signs.unicodeScalars.contains(where: next.equals) {
            return step > 0 || !(next.equals("=") || next.equals("#") && search.units[edge].isLetter)
        }
        if next.isSpace, let currency = search.unit(at: edge + 2 * step) {
            return "$€£¥₹₽%".unicodeScalars.contains(where: currency.equals)
        }
        guard ".,-/:–".unicodeScalars.contains(where: next.equals), let other = search.unit(at: edge + 2 * step) else {
            return false
        }
        return other.isDigit || next.equals("/") && other.isAlphanumeric || next.equals("-") && other.isAlphanumeric
    }

    private static func isBesideDigits(_ edge: Int, _ step: Int, _ search: RunSearch) -> Bool {
        guard search.unit(at: edge + step)?.isSpace ?? false, search.unit(at: edge + 2 * step)?.isDigit ?? false else {
            return false
        }
        // An expiry date stands behind the number of a card.
        var end = edge + 2 * step
        while search.unit(at: end)?.isDigit ?? false { end += step }
        return step < 0 || !(search.unit(at: end)?.equals("/") ?? false)
    }
}
