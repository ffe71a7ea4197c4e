/// Words that say that a person is named.
enum NameActions {
    /// How far the words around a name say that it is one.
    enum Evidence: Comparable {
        case none
        /// Places are spoken of in this way, too: "to Anna", "Anna is".
        case possible
        /// Firms and things are, too: "Anna: see you", "Anna wrote".
        case likely
        /// Only of persons: "Anna is typing", "You and Anna", "author: Anna".
        case sure
    }

    private static let verbs = WordHash.set(
        """
        wrote sent liked commented joined left invited shared reacted added replied mentioned followed paid requested likes
        typing says said posted tagged assigned created updated closed opened merged approved accepted declined called
        schreibt schrieb mag gefällt folgt gusta piace нравится écrit aime vindt escribió envió scrive enviou curtiu schreef
        pisze napisał napisała lubi печатает пишет написал написала отправил отправила добавил добавила يكتب كتب أرسل מקליד מקלידה
        כתב כתבה שלח שלחה
        """
    )
    /// Verbs of languages in which they stand before who does it, and of asking and meeting, before whom.
    private static let verbsBefore = WordHash.set(
        """
        كتب كتبت أرسل أرسلت انضم انضمت أضاف أضافت رد ردت علق علقت وافق وافقت شارك شاركت دعا دعت غادر غادرت ذكر ذكرت طلب طلبت حدث حدثت أنشأ أنشأت
        أغلق أغلقت تابع تابعت التقى التقيت قابل قابلت سأل سألت تسأل اسأل
        """
    )
    /// Words of "Anna is typing", and the ones among them that suffice.
    private static let writing = WordHash.set(
        "is are est está esta sta está gerade en train d a aan het aan momentem right now teraz сейчас الآن"
    ).union(typing)
    private static let typing = WordHash.set(
        """
        typing schreibt tippt écrit escribiendo digitando escrevendo scrivendo typen typt pisze печатает пишет набирает يكتب تكتب מקליד מקלידה
        """
    )
    /// Behind a verb, what belongs to the reader: "Anna liked your photo".
    private static let yours = WordHash.set(
        "your you dein deinen deine ton ta tes votre vos tu tus sua seu suas seus tua tuo tuoi je jouw twój twoje твое твоё ваше שלך"
    )
    private static let roles = WordHash.set(NameWords.roles)
    /// Words that stand behind names, and behind anything else.
    private static let auxiliaries = WordHash.set("is has ist hat a ha sta heeft")
    private static let prepositions = WordHash.set(
        """
        dr prof mr mrs ms ing dipl dhr mevr sig dott mgr проф др with to by from cc mit an von bei avec à de par con a da di per com
        para por met aan van door z ze do od przez с со от к и مع من إلى عن עם של מאת את todo fixme
        met meet ask asked tell told thank thanks call called invite remind message contact treffe traf getroffen frag frage gefragt danke
        rencontré demande demandez appelle merci conocí pregunta llama gracias incontrato chiedi chiama grazie encontrei pergunte obrigado
        ontmoet ontmoette vraag bel bedankt sprak spotkałem spotkałam zapytaj zadzwoń dzięki встретил встретила спроси позвони спасибо פגשתי שאל
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

    /// What the words behind a name and before it say.
    static func evidence(for name: Range<Int>, _ units: UnsafeBufferPointer<TextUnit>) -> Evidence {
        max(evidence(behind: name, units), evidence(before: name, units))
    }

    /// A verb, or a colon behind a name that begins the text.
    private static func evidence(behind name: Range<Int>, _ units: UnsafeBufferPointer<TextUnit>) -> Evidence {
        let rest = units[name.upperBound...].prefix(reach)
        guard let mark = rest.first(where: { !$0.isSpace }) else { return .none }
        if mark.equals(":"), name.lowerBound == 0 { return .likely }
        guard rest[rest.startIndex].isSpace else { return .none }
        let words = rest.split { !$0.isLetter && $0.unitClass != .mark }.map { NameTokens.hash(of: $0) }
        if name.lowerBound == 0, words.allSatisfy(writing.contains), words.contains(where: typing.contains) {
            return .sure
        }
        guard mark.isLetter, let verb = words.first else { return .none }
        if auxiliaries.contains(verb) { return .possible }
        guard verbs.contains(verb) else { return .none }
        return words.dropFirst().prefix(3).contains(where: yours.contains) ? .sure : .likely
    }

    /// A word that people are named behind: "with Anna", "dr. Anna", "You and Anna", "author: Anna".
    private static func evidence(before name: Range<Int>, _ units: UnsafeBufferPointer<TextUnit>) -> Evidence {
        let before = units[max(0, name.lowerBound - reach)..<name.lowerBound]
        if let sign = before.lastIndex(where: { !$0.isSpace && !$0.equals("\"") }),
            before[sign].equals(":") || before[sign].equals("="), let role = lastWord(of: before[..<sign])
        {
            return roles.contains(NameTokens.hash(of: role)) ? .sure : .none
        }
        guard let last = before.last, last.isSpace || last.equals("("), let word = lastWord(of: before) else {
            return .none
        }
        let hash = hash(ofRead: word)
        if verbsBefore.contains(hash) { return .likely }
        if prepositions.contains(hash) { return .possible }
        guard conjunctions.contains(hash), let pronoun = lastWord(of: before[..<word.startIndex]) else { return .none }
        return pronouns.contains(NameTokens.hash(of: pronoun)) ? .sure : .none
    }

    /// Whether a text begins with the reader and others: "Tú y Anna".
    static func beginsWithReader(_ tokens: [NameToken]) -> Bool {
        tokens.count > 2 && tokens[1].link == .space && pronouns.contains(tokens[0].hash)
            && conjunctions.contains(tokens[1].hash)
    }

    /// Whether a text is "and", in some language.
    static func isConjunction(_ text: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        let words = text.split { $0.isSpace || $0.unitClass == .gap }
        return words.count == 1 && conjunctions.contains(NameTokens.hash(of: words[0]))
    }

    /// Units around a name that are looked at.
    private static let reach = 48

    /// The last word of a text, without the full stop of an abbreviation.
    private static func lastWord(of text: Slice<UnsafeBufferPointer<TextUnit>>) -> Slice<UnsafeBufferPointer<TextUnit>>?
    {
        guard let end = text.lastIndex(where: { isOfWord($0) }) else { return nil }
        guard text[(end + 1)...].count <= 2 else { return nil }
        let start = text[...end].lastIndex { !isOfWord($0) }.map { $0 + 1 } ?? text.startIndex
        return text[start...end]
    }

    /// Letters, the sign within abbreviations in Hebrew, and a zero, as which the O of "TODO" is often read.
    private static func isOfWord(_ unit: TextUnit) -> Bool {
        unit.isLetter || unit.unitClass == .mark || unit.scalar == 0x5F4 || unit.equals("0")
    }

    private static func hash(ofRead word: Slice<UnsafeBufferPointer<TextUnit>>) -> WordHash {
        var hash = WordHash()
        for unit in word where unit.unitClass != .mark { hash.append(unit.equals("0") ? 0x6F : unit.folded) }
        return hash
    }

    /// Whether a text says that somebody is there, as beneath the name in the header of a chat.
    static func isStatus(_ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        guard units.count <= 40 else { return false }
        return units.split { !$0.isLetter && $0.unitClass != .mark }.contains {
            statuses.contains(NameTokens.hash(of: $0))
        }
    }
}
