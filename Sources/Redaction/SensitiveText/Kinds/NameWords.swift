import BoundedWork

enum NameWords {
    static let particles: Set = [
        "de", "da", "do", "dos", "das", "del", "della", "di", "van", "von", "der", "den", "la", "le", "el", "al", "bin",
        "ben", "zu", "y", "e", "ter", "af", "av", "het", "ten", "op", "bint", "abu", "ibn", "mac", "san", "santa",
        "vom", "zum", "zur", "te", "tot",
    ]

    static let titles = words(
        """
        mr mrs ms miss dr prof herr frau monsieur madame mme mlle m sig sigra signor signora signore dott sr sra
        srta senor senora senhor senhora dona don dhr mevr mevrouw meneer pan pani г-н г-жа господин госпожа sir
        madam mx avv drs mgr inż dra rev dottssa profssa
        """
    )

    /// Titles of scripts without capitals, which begin a text that is a name else.
    static let uncasedTitles = words(
        """
        السيد السيدة الدكتور الدكتورة الأستاذ الأستاذة د מר גברת גב׳ גב' ד״ר ד"ר דר פרופ׳ פרופ' פרופ הרב עו״ד עו"ד
        """
    )

    static let greetings = words(
        """
        hello hi hey hallo bonjour salut hola ola ciao hoi czesc witaj dzien привет здравствуйте dear liebe lieber
        cher chere querido querida caro cara beste drogi droga уважаемый уважаемая welcome bienvenue willkommen
        bienvenido bienvenida benvenuto benvenuta welkom bemvindo bonsoir buongiorno buonasera bentornato bentornata
        goedemorgen goedemiddag goedenavond goedendag moin servus gruezi salve salut bem-vindo bem-vinda saludos
        приветствуем أهلا مرحبا
        """
    )

    /// Greetings of two or three words, keyed by the last ones.
    static let longGreetings: Set = words(
        """
        good|morning good|afternoon good|evening good|day welcome|back guten|morgen guten|tag guten|abend grüß|gott
        willkommen|zurück schönen|tag bon|retour bon|après-midi bon|soir buenos|días buenas|tardes buenas|noches
        bienvenido|nuevo bom|dia boa|tarde boa|noite buon|giorno buona|sera buon|pomeriggio goede|morgen goede|middag
        goede|avond welkom|terug dzień|dobry dobry|wieczór witaj|ponownie добрый|день добрый|вечер доброе|утро
        добро|пожаловать
        """
    )

    /// Words that stand where names do, and are none.
    static let stops = words(
        """
        required optional enter edit change save cancel next back done search settings profile account unknown none
        name names first last full user customer team all everyone world there guest member support home welcome
        valued sir madam friend your you my the and or is are please not add new select view show hide loading
        everybody anyone folks there again both dear friend visitor employee traveler alle zusammen
        verified on off yes no n/a na continue submit update pflichtfeld optionnel obligatoire requis kunde kundin
        kunden damen client cliente clientes klient klienci obligatorio requerido richiesto verplicht wymagane
        обязательно клиент bearbeiten andern weiter zuruck abbrechen speichern modifier annuler editar modifica
        wijzig edytuj изменить 必填 必須 选填 請輸入 请输入 編集 变更 未填写 to from in app card email phone password address city
        country company date number id of for with at by this that eingeben bitte saisir ingrese inserisci invoer
        wpisz введите inc ltd gmbh must can cannot should contains welt mundo monde mondo wereld swiat mир freunde
        friends amici amigos amis vrienden zusammen leute settings einstellungen parametres ajustes impostazioni
        configuracoes instellingen ustawienia настройки 设置 設定 次へ 下一步 戻る 確認 dalej продолжить далее continuar
        continuer doorgaan firma entreprise empresa azienda bedrijf компания организация organisation organization
        abteilung department total summe terug cidade citta ciudad ville stadt plaats miasto город 城市 市区町村 الإعدادات 회원 손
        متابعة التالي 世界 大家 朋友 各位 用户 客户 会员 皆 皆様 お客 게스트 고객 您 بك بكم العالم
        """
    )

    /// Before a colon or a sign of equality, those who are named behind it.
    static let roles = """
        author authors committer assignee reporter reviewer owner creator approver autor autorin verfasser prüfer auteur autora autore
        relatore responsable responsabile responsável auteurs автор исполнитель ответственный المؤلف الكاتب מחבר מחברת אחראי by
        """

    private static func words(_ text: String) -> Set<String> { FoldedWords.set(text) }
}

/// Names behind a greeting in Chinese, and before honorifics in Japanese and Korean.
enum UnspacedGreetings {
    private static let greetings = [
        "您好", "你好", "早上好", "上午好", "中午好", "下午好", "晚上好", "欢迎回来", "歡迎回來", "欢迎", "尊敬的", "亲爱的", "こんにちは",
        "こんばんは", "おはようございます", "おかえりなさい", "ようこそ", "안녕하세요", "환영합니다",
    ].map { $0.unicodeScalars.map(\.value) }
    private static let suffixes = ["さん", "様", "先生", "女士", "님", "씨"].map { $0.unicodeScalars.map(\.value) }
    private static let names = 2...6

    /// Reports the name in a text that is a greeting alone: the name ends at punctuation, the end or an honorific.
    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        try search.budget.spend(8)
        if let name = nameBesideHonorific(search) {
            return search.report(.personName, at: name, score: 0.7, by: .surroundings)
        }
        guard let first = search.units.first, LabelStream.isUnspaced(first.scalar),
            let greeting = greetings.filter({ begins(search.units[...], $0) }).max(by: { $0.count < $1.count })
        else { return }
        let start = search.units[greeting.count...].firstIndex(where: \.isLetter) ?? search.units.count
        let end = search.units[start...].firstIndex { !LabelStream.isUnspaced($0.scalar) } ?? search.units.count
        guard start - greeting.count < 3, let name = name(in: start..<min(end, start + 12), search) else { return }
        let isApart = start > greeting.count || name.upperBound < end
        let isClosed = search.units[end...].allSatisfy { !$0.isWordPart }
        if isApart, isClosed { search.report(.personName, at: name, score: 0.7, by: .surroundings) }
    }

    /// The range without an honorific; nil if it is too short or too long for a name, or a word for all.
    private static func name(in range: Range<Int>, _ search: RunSearch) -> Range<Int>? {
        var end = range.upperBound
        for suffix in suffixes
        where range.count > suffix.count && begins(search.units[(range.upperBound - suffix.count)...], suffix) {
            end = range.upperBound - suffix.count
        }
        let name = range.lowerBound..<end
        let isCalled = end < range.upperBound
        guard names.contains(name.count), isCalled || name.count < 5,
            !NameWords.stops.contains(search.folded(name)), isCalled || isWrittenInHan(name, search)
        else { return nil }
        return name
    }

    /// The name that a text is but for an honorific behind a space: 김 씨.
    private static func nameBesideHonorific(_ search: RunSearch) -> Range<Int>? {
        guard let space = search.units.firstIndex(where: \.isSpace), (1...4).contains(space),
            search.units[..<space].allSatisfy({ (0xAC00...0xD7A3).contains($0.scalar) }),
            !NameWords.stops.contains(search.folded(0..<space))
        else { return nil }
        let rest = search.units[(space + 1)...]
        return suffixes.contains { rest.count == $0.count && begins(rest, $0) } ? 0..<space : nil
    }

    private static func isWrittenInHan(_ range: Range<Int>, _ search: RunSearch) -> Bool {
        search.units[range].allSatisfy { (0x3400...0x9FFF).contains($0.scalar) }
    }

    private static func begins(_ units: Slice<UnsafeBufferPointer<TextUnit>>, _ scalars: [UInt32]) -> Bool {
        units.count >= scalars.count && zip(units, scalars).allSatisfy { $0.scalar == $1 }
    }
}
