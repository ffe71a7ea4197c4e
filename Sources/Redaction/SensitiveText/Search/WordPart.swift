/// Features of a piece that may be a part of a broken word: of an address, a key or a token.
struct WordPart {
    private let isWord: Bool
    let count: Int
    let hasAt: Bool
    private let startsWithAt: Bool
    private let endsWithAt: Bool
    /// Whether it ends, or begins, with a sign that words of addresses have within.
    private let endsWithJoint: Bool
    private let startsWithJoint: Bool
    private let lastIsHyphen: Bool
    /// Whether it mixes characters like hardly any word of a language.
    private let isToken: Bool
    /// Whether it has only small letters, digits, dots and dashes, like domains.
    private let isDomainPart: Bool
    private let hasDot: Bool
    /// Whether it has colons within, as addresses of networks have.
    private let hasColons: Bool
    /// Whether there are only digits, with dashes or dots between them.
    private let isNumber: Bool
    private let hasDomain: Bool
    /// Whether it is a mail address that ends within the name or the end of its domain.
    private let isOpenMail: Bool
    private let isDigits: Bool
    /// Whether it is a capital and small letters, like the first word of a text.
    private let isTitle: Bool
    /// Whether it has no character that is none of ASCII, like most passwords.
    private let isSolid: Bool
    /// Whether digits, signs or capitals are within, as in no word of a language.
    private let isUnlikeWord: Bool

    private static let lengthLimit = 200
    private static let tokenLength = 8
    /// The longest end of a domain that stands on a line of its own, where the domain may be whole without it.
    private static let topDomainLength = 3

    init(_ units: UnsafeBufferPointer<TextUnit>) {
        count = units.count
        let head = units.prefix(Self.lengthLimit)
        isWord =
            !head.isEmpty && head.count == units.count
            && head.allSatisfy {
                ($0.scalar < 0x80 || $0.equals("×")) && !$0.isSpace
                    && !$0.isOne(of: "\"'<>(){}[]|,;!?*")
            }
        isSolid = !head.isEmpty && head.count == units.count && head.allSatisfy { $0.scalar < 0x80 && !$0.isSpace }
        let hasSmall = head.contains { $0.unitClass == .small }
        isUnlikeWord =
            head.first?.isDigit ?? false
            || head.dropFirst().contains { $0.isDigit || hasSmall && $0.unitClass == .capital }
            || head.dropLast().contains { !$0.isWordPart && !$0.equals("'") }
        let at = head.firstIndex { $0.equals("@") }
        hasAt = at != nil
        startsWithAt = at == 0
        endsWithAt = head.count > 1 && at == head.count - 1
        endsWithJoint = head.last.map { Self.isJoint($0) } ?? false
        startsWithJoint = head.first.map { Self.isJoint($0) || $0.equals("@") } ?? false
        lastIsHyphen = head.count > 1 && head.last.map { $0.equals("-") || $0.equals("_") } ?? false
        let digits = head.count(where: \.isDigit)
        hasColons = head.count { $0.equals(":") } > 1
        isToken =
            head.count >= Self.tokenLength && digits > 0 && digits < head.count || hasColons
            || head.count >= 2 * Self.tokenLength && head.dropFirst().contains { $0.unitClass == .capital }
                && head.contains { $0.unitClass == .small }
        // An "l" is often read as an "I".
        isDomainPart = head.allSatisfy {
            $0.unitClass == .small || $0.isDigit || $0.equals(".") || $0.equals("-")
                || $0.equals("I") && head.count > 1
        }
        isNumber =
            head.contains { $0.equals("-") || $0.equals(".") }
            && head.allSatisfy { $0.isDigit || $0.equals("-") || $0.equals(".") }
        isTitle =
            head.count > 2 && head.first?.unitClass == .capital
            && head.dropFirst().allSatisfy { $0.unitClass == .small }
        isDigits = head.allSatisfy(\.isDigit)
        hasDot = head.contains { $0.equals(".") }
        isOpenMail =
            at.map { at in
                let labels = head[at...].split { $0.equals(".") }
                return labels.count < 2 || labels[labels.count - 1].count < 2
            } ?? false
        hasDomain = at.map { head[$0...].dropLast().contains { $0.equals(".") } } ?? false
    }

    private static func isJoint(_ unit: TextUnit) -> Bool {
        unit.isOne(of: ".:-_/+=")
    }

    /// Whether a word that a caption calls a password may go on in the piece beneath.
    ///
    /// - Parameters:
    ///   - isFull: Whether the line is as long as the next one, so that there was no room for more.
    ///   - isInText: Whether other words stand in one of the lines.
    func isPassword(before next: WordPart, isFull: Bool, isInText: Bool) -> Bool {
        guard isSolid, next.isSolid, count > 1 else { return false }
        // Two words that are as long as passwords and unlike words are a value each.
        let isWhole = isUnlikeWord && next.isUnlikeWord && min(count, next.count) >= Self.tokenLength
        return endsWithJoint && (isUnlikeWord || next.isUnlikeWord)
            || isFull && !isWhole && (!isInText || next.isUnlikeWord && next.count > 2)
    }

    /// Whether the word may go on in the piece beneath.
    ///
    /// - Parameters:
    ///   - isFull: Whether the line is as long as the next one, so that there was no room for more.
    ///   - isInText: Whether other words stand in one of the lines.
    ///   - isMail: Whether a caption calls it a mail address.
    ///   - isDomain: Whether it is a mail address, or the rest of one.
    func isBroken(before next: WordPart, isFull: Bool, isInText: Bool, isMail: Bool, isDomain: Bool) -> Bool {
        guard isWord, next.isWord, !(hasAt && next.hasAt) else { return false }
        if isDomain, !hasAt {
            return next.isDomainPart && !next.isDigits && (isFull || endsWithJoint)
                && (!hasDot || endsWithJoint || next.startsWithJoint || next.count <= Self.topDomainLength)
        }
        return isInText
            ? isBrokenInText(before: next, isFull: isFull) : isBroken(before: next, isFull: isFull, isMail: isMail)
    }

    /// Whether a word in a sentence goes on: both parts are unlike words, as sentences break only between words.
    private func isBrokenInText(before next: WordPart, isFull: Bool) -> Bool {
        if hasAt {
            return next.isDomainPart && !next.isDigits && (isFull || endsWithAt)
                && (!hasDomain || endsWithJoint || next.startsWithJoint)
        }
        if next.hasAt { return next.startsWithAt || endsWithJoint && (isUnlikeWord || lastIsHyphen) }
        return isFull && isToken && next.isUnlikeWord && !next.isNumber && !next.isDigits
            || endsWithJoint && count > 1 && (isUnlikeWord || next.isUnlikeWord)
            || next.startsWithJoint && (next.count > 1 && isUnlikeWord || hasColons)
    }

    private func isBroken(before next: WordPart, isFull: Bool, isMail: Bool) -> Bool {
        if hasAt {
            // Behind a domain that may be whole, only a part of one goes on.
            return next.isDomainPart
                && (!hasDomain || endsWithJoint || next.startsWithJoint || next.hasDot
                    || next.count <= Self.topDomainLength)
        }
        // An address whose domain goes on is as long as its lines, and may have begun in the one before.
        if next.hasAt {
            return next.startsWithAt || endsWithJoint || isFull && (isMail || isDomainPart && next.isOpenMail)
        }
        return isToken && isFull && !next.isNumber && !next.isTitle || endsWithJoint && count > 1
            || next.startsWithJoint && (next.count > 1 || hasColons)
    }
}
