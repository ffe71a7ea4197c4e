/// Features of a piece that may be a part of a broken word: of an address, a key or a token.
struct WordPart {
    private let isWord: Bool
    let count: Int
    let hasAt: Bool
    private let startsWithAt: Bool
    /// Whether it ends, or begins, with a sign that words of addresses have within.
    private let endsWithJoint: Bool
    private let startsWithJoint: Bool
    /// Whether it mixes characters like hardly any word of a language.
    private let isToken: Bool
    /// Whether it has only small letters, digits, dots and dashes, like domains.
    private let isDomainPart: Bool
    private let hasDot: Bool
    /// Whether there are only digits, with dashes or dots between them.
    private let isNumber: Bool
    private let hasDomain: Bool

    private static let lengthLimit = 200
    private static let tokenLength = 8

    init(_ units: UnsafeBufferPointer<TextUnit>) {
        count = units.count
        let head = units.prefix(Self.lengthLimit)
        isWord =
            !head.isEmpty && head.count == units.count
            && head.allSatisfy {
                $0.scalar < 0x80 && !$0.isSpace && !"\"'<>(){}[]|,;!?*".unicodeScalars.contains(where: $0.equals)
            }
        let at = head.firstIndex { $0.equals("@") }
        hasAt = at != nil
        startsWithAt = at == 0
        endsWithJoint = head.last.map { Self.isJoint($0) } ?? false
        startsWithJoint = head.first.map { Self.isJoint($0) || $0.equals("@") } ?? false
        let digits = head.count(where: \.isDigit)
        isToken =
            head.count >= Self.tokenLength && digits > 0 && digits < head.count
            || head.count { $0.equals(":") } > 1
            || head.count >= 2 * Self.tokenLength && head.dropFirst().contains { $0.unitClass == .capital }
                && head.contains { $0.unitClass == .small }
        isDomainPart = head.allSatisfy {
            $0.unitClass == .small || $0.isDigit || $0.equals(".") || $0.equals("-")
        }
        isNumber =
            head.contains { $0.equals("-") || $0.equals(".") }
            && head.allSatisfy { $0.isDigit || $0.equals("-") || $0.equals(".") }
        hasDot = head.contains { $0.equals(".") }
        hasDomain = at.map { head[$0...].dropLast().contains { $0.equals(".") } } ?? false
    }

    private static func isJoint(_ unit: TextUnit) -> Bool {
        ".:-_/+=".unicodeScalars.contains(where: unit.equals)
    }

    func meanWidth(in frame: TextFrame) -> Double { frame.width / Double(max(count, 1)) }

    /// Whether the word may go on in the piece beneath.
    ///
    /// - Parameters:
    ///   - isFull: Whether the line is as long as the next one, so that there was no room for more.
    ///   - isMail: Whether a label says that both are of an e-mail address.
    func isBroken(before next: WordPart, isFull: Bool, isMail: Bool) -> Bool {
        guard isWord, next.isWord, !(hasAt && next.hasAt) else { return false }
        if hasAt {
            // Behind a domain that may be whole, only a part of one goes on.
            return next.isDomainPart
                && (!hasDomain || endsWithJoint || next.startsWithJoint || next.hasDot || next.count <= 3)
        }
        if next.hasAt { return next.startsWithAt || endsWithJoint || isFull && isMail }
        return isToken && isFull && !next.isNumber || endsWithJoint && count > 1
            || next.startsWithJoint && next.count > 1
    }
}
