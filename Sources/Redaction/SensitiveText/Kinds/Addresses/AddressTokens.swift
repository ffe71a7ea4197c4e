/// The words and numbers of a text, with their shapes, as far as addresses tell them apart.
struct AddressTokens {
    struct Token {
        let range: Range<Int>
        /// `d` for digits, `A` for capitals, `a` for other letters; signs stand for themselves.
        let shape: String
        /// Small letters without accents, and signs.
        let word: String
        /// Whether a line begins with it.
        let startsLine: Bool
        /// Whether a comma stands before it.
        let followsComma: Bool

        /// Whether it is a name: a capital and letters.
        var isName: Bool { shape.hasPrefix("A") && shape.dropFirst().allSatisfy { "Aa-'.".contains($0) } }
        /// Whether it is the number of a house, with a letter or a second number or not.
        var isHouse: Bool {
            guard word.count <= AddressTokens.houseLimit else { return false }
            if AddressTokens.houses.contains(word) { return true }
            let digits = shape.prefix { $0 == "d" }.count
            return (1...5).contains(digits) && shape.dropFirst(digits).allSatisfy { "d/-aA.".contains($0) }
        }
    }

    let tokens: [Token]

    private static let houseLimit = 9
    private static let lengthLimit = 24
    /// Words in place of a number: without one, in Spanish and Portuguese.
    private static let houses: Set = ["s/n", "sn"]

    /// - Parameter units: The text; gaps between its pieces begin lines.
    init(_ units: UnsafeBufferPointer<TextUnit>) {
        var tokens: [Token] = []
        var start = 0
        var (startsLine, followsComma) = (true, false)
        for index in 0...units.count {
            let unit = index < units.count ? units[index] : TextUnit.gap()
            let isSlash = unit.equals("/") && start == index && index + 1 < units.count && units[index + 1].isSpace
            let isSign = isSlash || unit.isOne(of: ",;()·|")
            guard unit.isSpace || unit.unitClass == .gap || isSign else { continue }
            if start < index {
                tokens.append(Self.token(units, start..<index, startsLine, followsComma))
                (startsLine, followsComma) = (false, false)
            }
            startsLine = startsLine || unit.unitClass == .gap
            followsComma = followsComma || isSign
            start = index + 1
        }
        self.tokens = tokens
    }

    private static func token(
        _ units: UnsafeBufferPointer<TextUnit>,
        _ range: Range<Int>,
        _ startsLine: Bool,
        _ followsComma: Bool
    ) -> Token {
        var shape = ""
        var word = String.UnicodeScalarView()
        for unit in units[range].prefix(lengthLimit) where unit.unitClass != .mark {
            let scalar = Unicode.Scalar(unit.folded) ?? " "
            word.append(scalar)
            // The last letter of "Costanzo" is often read as a zero.
            let isLetter = unit.isLetter || unit.equals("0") && shape.count > 2 && shape.last == "a"
            shape.unicodeScalars.append(
                isLetter ? unit.unitClass == .capital ? "A" : "a" : unit.isDigit ? "d" : scalar
            )
        }
        return Token(
            range: range,
            shape: shape,
            word: String(word),
            startsLine: startsLine,
            followsComma: followsComma
        )
    }
}

/// Words that name streets.
enum StreetWords {
    /// Words before the name of a street.
    static let before = FoldedWords.set(
        """
        rue avenue av av. ave bd bd. bld boulevard chemin place allee impasse route quai cours square passage
        calle c/ c. cl. avenida avda avda. paseo pza plaza plazuela carrera camino ronda rambla carretera calzada callejon
        glorieta acceso bajada bulevar costanilla cuesta pasadizo sendero subida travesia urbanizacion urb. vial
        via viale v.le piazza p.za piazzale corso c.so largo vicolo strada borgo contrada salita lungomare circonvallazione
        traversa rampa rotonda galleria frazione localita
        rua r. travessa alameda praca estrada rodovia ulica ul ul. plac pl pl. aleja aleje al al. osiedle os os.
        ulice namesti strada str str. calea bulevardul soseaua
        eje andador ampliacion cerrada circuito circunvalacion continuacion corredor diagonal pasaje peatonal periferico
        privada prolongacion retorno viaducto
        """
    )
    /// Those that hardly anything else begins with, so that an address may leave the number away.
    static let sure = FoldedWords.set("rue avenue boulevard chemin allee impasse quai calle rua travessa")
    /// Words behind the name of a street, with the number before it.
    static let behind = FoldedWords.set(
        """
        street st st. road rd rd. avenue ave ave. lane ln ln. drive dr dr. court ct ct. crescent cres place way
        close terrace square sq boulevard blvd blvd. highway hwy parkway pkwy circle alley trail grove mews gardens
        hill row walk loop plaza ridge crossing path meadow meadows green rise view parade quay wharf vale villas marg nagar
        chowk
        """
    )
    /// Ends of words that name streets, and hardly any family.
    static let sureEnds = [
        "straße", "strasse", "straat", "laan", "gasse", "platz", "allee", "damm", "plein", "kade", "gracht", "gatan",
        "vagen",
        "gade",
    ]
    /// Ends of words that name streets where the number is behind them.
    private static let ends =
        sureEnds + [
            "str.", "weg", "ring", "ufer", "chaussee", "dreef", "singel", "steeg", "dijk", "lei", "hof", "pad", "baan",
            "vej", "veien",
            "gata", "katu", "utca", "boulevard",
        ]

    /// Whether a word names a street by its end, or by the last of the words that hyphens join, which may be misread.
    static func endsLikeOne(_ word: String) -> Bool { ends.contains { word.hasSuffix($0) } || word.contains("-stra") }

    /// Whether a label of addresses is the last word of the name of a street, as in "Heinrich-Heine-Straße".
    static func isInName(_ label: LabelLexicon.Label, _ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        let start = label.range.lowerBound
        guard start > 1, label.concepts.contains(.kind(.postalAddress)), units[start - 1].equals("-"),
            units[start - 2].isLetter
        else { return false }
        var word = String.UnicodeScalarView()
        for unit in units[label.range] { word.append(Unicode.Scalar(unit.folded) ?? " ") }
        return endsLikeOne(String(word))
    }

    /// Words before the number of a house or a flat.
    static let numbers = FoldedWords.set("no no. h.no h.no. nr nr. flat house plot door unit apt apt. suite")

    /// Small words within names of streets and places.
    static let within = FoldedWords.set(
        "de des du la le les d l del della dei degli di do da dos das van der den het ten op von zum zur am an im in sur sous y e i"
    )
}
