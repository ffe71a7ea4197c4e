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
        para por met aan van door z ze do od przez с со от к и مع من إلى عن עם של מאת את todo fixme
        גב ד״ר דר מר פרופ السيد السيدة الدكتور الدكتورة الأستاذ الأستاذة د
        """
    )
    /// Persons who are no names, and words between them and a name: "You and Anna".
    private static let pronouns = WordHash.set(
        "you me i du ich vous moi toi tú yo tu io você eu jij ik ty ja вы ты я أنت أنا אתה את אני"
    )
    private static let conjunctions = WordHash.set("and und et y e en i и و ו")
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

    /// Whether a word stands before a name that people are named behind, within a sentence: "with Anna", "dr. Anna", "You and Anna".
    static func precede(_ range: Range<Int>, _ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        let before = units[max(0, range.lowerBound - 16)..<range.lowerBound]
        guard let last = before.last, last.isSpace || last.equals("("), let word = lastWord(of: before) else {
            return false
        }
        let hash = NameTokens.hash(of: word)
        if prepositions.contains(hash) { return true }
        guard conjunctions.contains(hash), let pronoun = lastWord(of: before[..<word.startIndex]) else { return false }
        return pronouns.contains(NameTokens.hash(of: pronoun))
    }

    /// The last word of a text, without the full stop of an abbreviation.
    private static func lastWord(of text: Slice<UnsafeBufferPointer<TextUnit>>) -> Slice<UnsafeBufferPointer<TextUnit>>?
    {
        guard let end = text.lastIndex(where: { isOfWord($0) }) else { return nil }
        guard text[(end + 1)...].count <= 2 else { return nil }
        let start = text[...end].lastIndex { !isOfWord($0) }.map { $0 + 1 } ?? text.startIndex
        return text[start...end]
    }

    /// Letters, and the sign within abbreviations in Hebrew.
    private static func isOfWord(_ unit: TextUnit) -> Bool {
        unit.isLetter || unit.unitClass == .mark || unit.scalar == 0x5F4
    }

    /// Whether a text says that somebody is there, as beneath the name in the header of a chat.
    static func isStatus(_ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        guard units.count <= 40 else { return false }
        return units.split { !$0.isLetter && $0.unitClass != .mark }.contains {
            statuses.contains(NameTokens.hash(of: $0))
        }
    }
}
