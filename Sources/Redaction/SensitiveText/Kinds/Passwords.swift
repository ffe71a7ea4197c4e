import BoundedWork

/// Passwords: the word beside a label, where it is no word of the language of forms.
enum Passwords {
    private static let lengths = 4...128
    /// Characters behind the space that a recogniser sees in a password.
    private static let restLimit = 8

    static func find(in search: inout RunSearch) throws(BudgetFailure) {
        for text in search.labelledTexts(.kind(.password)) where !search.goesOnName(text.range) {
            try search.budget.spend(32)
            guard let range = word(in: text, search) else { continue }
            let score = text.isInline && text.isIntroduced ? 0.92 : 0.8
            search.report(.password, at: range, score: score, by: .caption)
        }
    }

    private static func word(in text: RunSearch.LabelledText, _ search: RunSearch) -> Range<Int>? {
        var start = text.range.lowerBound
        for _ in 0..<3 {
            guard start < text.range.upperBound else { return nil }
            let (range, isQuoted) = firstWord(start..<text.range.upperBound, search)
            let isAlone = start == text.range.lowerBound && range.upperBound >= text.range.upperBound
            let isBehindLabel = text.isIntroduced && text.isInline && start == text.range.lowerBound
            let isIntroduced = isBehindLabel || isQuoted && search.units[range].contains(where: \.isLetter)
            if lengths.contains(range.count), !isOfName(range, search),
                isPassword(range, search, isIntroduced: isIntroduced, isAlone: isAlone)
            {
                return range
            }
            // Words between a label and its value say more about the label.
            guard text.isInline, !text.isIntroduced else { return nil }
            start = range.upperBound
            while start < text.range.upperBound, search.units[start].isSpace { start += 1 }
        }
        return nil
    }

    private static func firstWord(
        _ range: Range<Int>,
        _ search: RunSearch
    ) -> (range: Range<Int>, isQuoted: Bool) {
        var (start, end) = (range.lowerBound, range.lowerBound)
        // Brackets in front of a password may be a part of it, too.
        while let sign = search.unit(at: start - 1), sign.isOne(of: "(<[{^)>]}|;,.") {
            start -= 1
        }
        for first in [start, start + 1] {
            if let close = closingMark(behind: first, search) { return (first..<close, true) }
        }
        // A particle or a verb of a script without spaces may follow at once.
        while end < range.upperBound, !search.units[end].isSpace, search.units[end].unitClass != .gap,
            !LabelStream.isUnspaced(search.units[end].scalar)
        { end += 1 }
        if let rest = rest(behind: end, search) { return (start..<rest, false) }
        // Punctuation behind a password may be a part of it.
        while end < search.units.count, search.units[end].isOne(of: "!?)]>;."),
            !search.units[end].equals(".")
        { end += 1 }
        return (start..<end, false)
    }

    /// The quotation mark that closes what one in front of `start` opens, as in a program; nil in what a recogniser read.
    private static func closingMark(behind start: Int, _ search: RunSearch) -> Int? {
        guard !search.isRecognised, let mark = search.unit(at: start - 1), mark.isOne(of: "\"'`"),
            search.unit(at: start - 2).map({ $0.isSpace || $0.isOne(of: ":=([{,") }) ?? true
        else { return nil }
        return search.units[start...].prefix(lengths.upperBound + 1).indices.first { index in
            search.units[index].equals(Unicode.Scalar(mark.ascii))
                && search.unit(at: index + 1).map { behind in
                    behind.isSpace || behind.unitClass == .gap || behind.isOne(of: ",;:)]}<>.\\")
                } ?? true
        }
    }

    /// Whether it is an index or a place directly behind a name of a program: `invalid_password[edge]`,
    /// `withPassword(Login.java:65)`.
    private static func isOfName(_ range: Range<Int>, _ search: RunSearch) -> Bool {
        guard search.units[range.lowerBound].isOne(of: "[("), search.unit(at: range.lowerBound - 1)?.isLetter ?? false
        else { return false }
        let inside = search.units[range].dropFirst().prefix { !$0.isOne(of: "])") }
        let word = inside.prefix { !$0.equals(":") }
        return inside.endIndex < range.upperBound && word.allSatisfy { $0.isLetter || $0.isOne(of: "._-") }
            && inside[word.endIndex...].dropFirst().allSatisfy(\.isDigit)
            && !search.units[inside.endIndex..<range.upperBound].contains(where: \.isWordPart)
    }

    /// The end of a line whose last few characters go on behind a bracket, where a recogniser sees a space.
    private static func rest(behind end: Int, _ search: RunSearch) -> Int? {
        guard search.isRecognised, search.unit(at: end)?.isSpace ?? false, let sign = search.unit(at: end - 1),
            sign.isOne(of: ")]}>")
        else { return nil }
        let rest = search.units[(end + 1)...]
        let isOfPassword =
            (1...restLimit).contains(rest.count) && rest.allSatisfy { $0.scalar < 0x80 && !$0.isSpace }
            && rest.contains { !$0.isLetter }
        return isOfPassword ? rest.endIndex : nil
    }

    private static func isPassword(_ range: Range<Int>, _ search: RunSearch, isIntroduced: Bool, isAlone: Bool) -> Bool
    {
        let units = search.units[range]
        let letters = units.count(where: \.isLetter)
        let digits = units.count(where: \.isDigit)
        let signs = units.count - letters - digits
        // A password that is hidden by dots and stars.
        guard letters + digits >= 3, !units.contains(where: { LabelStream.isUnspaced($0.scalar) }) else { return false }
        if digits > 0, letters > 0 { return isIntroduced || isAlone || digits + signs > 1 }
        if signs > 0, letters > 0, !isPlainWord(units) { return !isNameOfAttribute(units) }
        if letters == 0 { return isIntroduced && digits >= 4 || isAlone && digits == units.count && digits >= 6 }
        guard units.allSatisfy({ $0.scalar < 0x80 }), signs == 0 || isIntroduced,
            !PasswordWords.stops.contains(search.folded(range))
        else { return false }
        let capitals = units.count { $0.unitClass == .capital }
        let isMixed = capitals > 0 && capitals < letters && !(capitals == 1 && units.first?.unitClass == .capital)
        return isMixed || isAlone && letters >= 6 && (isIntroduced || capitals == 0)
    }

    /// Whether it is `type=`, with a label for its value.
    private static func isNameOfAttribute(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        units.last?.equals("=") ?? false && units.dropLast().allSatisfy { $0.isLetter || $0.isOne(of: "-_:") }
    }

    /// Whether there are only letters but for the signs of sentences at the end, or dashes and apostrophes within.
    private static func isPlainWord(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> Bool {
        units.allSatisfy { $0.isLetter || $0.isOne(of: ".,;:!?-'()…") }
    }
}

/// Words that stand beside labels of passwords and are none, without accents.
enum PasswordWords {
    static let stops = FoldedWords.set(
        """
        required optional forgot forgotten reset change changed changing show hide hidden edit enter strength strong
        weak medium good updated update must incorrect invalid wrong expired cancel continue login logout signin
        signup submit confirm confirmed repeat manager policy protected minimum maximum characters letters should
        cannot please contains least needed never always saved created again stored recovery security vergessen
        anzeigen andern zurucksetzen bestatigen erforderlich eingeben falsch stark schwach mittel bearbeiten weiter
        abbrechen anmelden oublie afficher modifier changer masquer obligatoire incorrecte incorrect confirmer
        connexion requis valider faible olvidada olvidaste mostrar cambiar incorrecta obligatoria confirmar
        requerida ocultar continuar debil fuerte dimenticata mostra modifica errata obbligatoria conferma cambia
        nascondi accedi debole esqueceu esqueci alterar incorreta obrigatoria entrar fraca forte senha vergeten
        tonen wijzigen onjuist verplicht bevestigen verbergen inloggen zwak sterk zapomniales zmien pokaz
        nieprawidlowe wymagane potwierdz ukryj zaloguj slabe silne password passwort kennwort contrasena wachtwoord
        haslo parola username benutzername email wi-fi wifi wlan temporal temporanea provisoria tymczasowe tijdelijk
        temporaire
        """
    )
}

/// One-time codes and PINs, which only labels distinguish from others.
enum Codes {
    static let rules = [
        NumberRule(
            .oneTimeCode,
            labelled:
                "dddd,ddddd,dddddd,ddddddd,dddddddd,ddd ddd,ddd-ddd,dddd dddd,dddd-dddd,d d d d,d d d d d d,dd dd dd,a-dddddd,"
                + "d-d-d-d-d-d,aaaddd,xxxxxx,xxxxxxxx,xxxx-xxxx,xxxxx-xxxxx",
            check: .none,
            isFree: false
        ) { number in (0..<number.count).count(where: number.isDigit) > 1 },
        NumberRule(
            .pin,
            labelled: "dddd,ddddd,dddddd,dddddddd,d d d d,d d d d d d,d-d-d-d",
            check: .none,
            isFree: false
        ),
    ]
}
