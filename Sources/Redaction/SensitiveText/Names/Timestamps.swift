/// What says when something was sent, as behind a name in a list of messages: "10:42", "2 days ago", "4月3日", "Yesterday".
enum Timestamps {
    private static let lengthLimit = 24
    private static let wordLimit = 5

    private static let words = WordHash.set(
        """
        now just ago today yesterday tomorrow am pm min mins minute minutes h hr hrs hour hours d day days w week weeks mo month months y year
        years on at monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
        jetzt gerade eben vor heute gestern morgen minuten std stunde stunden tag tage tagen woche wochen uhr montag dienstag mittwoch
        donnerstag freitag samstag sonntag mo di mi do fr sa so
        maintenant instant l a à il hier aujourd hui y jour jours semaine semaines heure heures lundi mardi mercredi jeudi vendredi samedi
        dimanche lun mar mer jeu ven sam dim
        ahora mismo hace hoy ayer dia dias día días semana semanas hora horas lunes martes miércoles jueves viernes sábado domingo
        adesso ora fa oggi ieri giorno giorni settimana settimane ore minuti lunedì martedì mercoledì giovedì venerdì sabato domenica
        agora há hoje ontem atrás segunda terça quarta quinta sexta feira
        nu net geleden vandaag gisteren dagen weken uur maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
        teraz przed chwilą dziś dzisiaj wczoraj dni temu tydzień tygodni godz godzin poniedziałek wtorek środa czwartek piątek sobota niedziela
        сейчас только что сегодня вчера назад минут мин ч час часа часов день дня дней неделю понедельник вторник среда четверг пятница
        суббота воскресенье
        الآن اليوم أمس قبل منذ دقيقة دقائق ساعة ساعات يوم يومين أيام أسبوع الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت ص م
        עכשיו היום אתמול לפני דקה דקות שעה שעות יום יומיים ימים שבוע ראשון שני שלישי רביעי חמישי שישי שבת ב
        """
    )

    /// Words of scripts without spaces.
    private static let unspaced: [[UInt32]] =
        """
        刚刚 刚才 剛剛 现在 現在 今天 昨天 前天 星期 周 週 礼拜 上午 下午 中午 晚上 凌晨 分钟 分鐘 小时 小時 天 前 年 月 日 号 一 二 三 四 五 六 时 時 点 分
        たった今 今日 昨日 一昨日 曜 火 水 木 金 土 午前 午後 分前 時間
        방금 지금 오늘 어제 그저께 분 시간 일 전 월 년 주 오전 오후 시 요일 화 수 목 금 토
        """.split(whereSeparator: \.isWhitespace).map { $0.unicodeScalars.map(\.value) }

    /// Whether units are one and nothing else, but for spaces and points around it.
    static func isOne(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        guard units.count <= lengthLimit, units.contains(where: \.isWordPart) else { return false }
        let words = units.split { !$0.isLetter && $0.unitClass != .mark }
        guard words.count <= wordLimit else { return false }
        let signs = units.filter { !$0.isWordPart && !$0.isSpace }
        // A number alone is one of a house, or of messages; with a single point in it, of a version.
        let isNumber = !signs.contains { parts.contains($0.scalar) } && signs.count { $0.equals(".") } < 2
        guard !words.isEmpty || !isNumber else { return false }
        return signs.allSatisfy { Self.signs.contains($0.scalar) } && words.allSatisfy(isWord)
    }

    /// Signs between the numbers of a time or of a day.
    private static let parts = Set(":/-".unicodeScalars.map(\.value))
    private static let signs = Set(".·•,:/-'،".unicodeScalars.map(\.value))

    private static func isWord(_ word: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        if let first = word.first, LabelStream.isUnspaced(first.scalar) { return isOfParts(word) }
        if words.contains(NameTokens.hash(of: word)) { return true }
        guard word.count <= 12 else { return false }
        var text = String.UnicodeScalarView()
        for unit in word where unit.unitClass != .mark { text.append(Unicode.Scalar(unit.folded) ?? " ") }
        return MonthNames.month(String(text)) != nil
    }

    private static func isOfParts(_ word: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        var rest = word
        while !rest.isEmpty {
            guard let part = unspaced.first(where: { rest.starts(with: $0) { $0.scalar == $1 } }) else { return false }
            rest = rest.dropFirst(part.count)
        }
        return true
    }
}
