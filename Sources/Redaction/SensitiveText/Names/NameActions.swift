/// Words that say that a person is named.
enum NameActions {
    private static let verbs = WordHash.set(
        """
        is wrote sent liked commented joined left invited shared reacted added replied mentioned followed paid requested likes
        typing says said posted tagged assigned created updated closed opened merged approved accepted declined called
        schreibt hat schrieb mag folgt ist écrit a aime está escribió envió ha sta scrive enviou está curtiu is heeft schreef
        pisze napisał napisała lubi печатает пишет написал написала отправил отправила добавил добавила يكتب كتب أرسل מקליד מקלידה
        כתב כתבה שלח שלחה
        """
    )
    private static let prepositions = WordHash.set(
        """
        dr prof mr mrs ms ing dipl dhr mevr sig dott mgr проф др with to by from cc mit an von bei avec à de par con a da di per com
        para por met aan van door z ze do od przez с со от к и مع من إلى עם של מאת
        """
    )
    private static let statuses = WordHash.set(
        """
        online offline active available away busy seen typing zuletzt aktiv ligne línea activo attivo dostępny ativo visto vu
        сети был была متصل מחובר מחוברת 在线 オンライン 온라인
        """
    )

    /// Whether a verb or a colon stands behind a name.
    static func follow(_ range: Range<Int>, _ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        let rest = units[range.upperBound...]
        guard let first = rest.first else { return false }
        if first.equals(":"), range.lowerBound == 0 { return true }
        let word = rest.drop { $0.isSpace }.prefix { $0.isLetter || $0.unitClass == .mark }
        return first.isSpace && !word.isEmpty && verbs.contains(NameTokens.hash(of: word))
    }

    /// Whether a word stands before a name that people are named behind, within a sentence.
    static func precede(_ range: Range<Int>, _ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        let before = units[max(0, range.lowerBound - 12)..<range.lowerBound]
        guard before.last?.isSpace ?? false else { return false }
        // "dr. Anna".
        let text = before[..<(before.lastIndex { !$0.isSpace && !$0.equals(".") }.map { $0 + 1 } ?? before.startIndex)]
        let start = text.lastIndex { !$0.isLetter && $0.unitClass != .mark }.map { $0 + 1 }
        let word = text[(start ?? text.startIndex)...]
        return !word.isEmpty && prepositions.contains(NameTokens.hash(of: word))
    }

    /// Whether a text says that somebody is there, as beneath the name in the header of a chat.
    static func isStatus(_ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        guard units.count <= 40 else { return false }
        return units.split { !$0.isLetter && $0.unitClass != .mark }.contains {
            statuses.contains(NameTokens.hash(of: $0))
        }
    }
}
