/// The words that name secrets, and how they are found in identifiers and labels.
///
/// A name is taken apart into words at everything that is no letter or digit, before a capital in `camelCase`, and
/// between letters and digits. A term is found where it is a word or several in a row, however they are joined: `card
/// number` in `cardNumber`, `txt_card_number` and `CARDNUMBER`. So `pin` is found in `pinField`, and not in `spinner`
/// or `shopping`.
///
/// Terms of eight letters and more are also found inside of words, as in the German `Kreditkartennummer`, and so are
/// those of scripts that put no spaces between words. Case is not looked at.
public struct SensitiveTerms: Sendable {
    /// One term, with nothing between its words, in small letters.
    struct Term: Sendable {
        let bytes: [UInt8]
        let isFoundInsideWords: Bool
    }

    /// Each once.
    private(set) var terms: [Term] = []
    private var known: Set<[UInt8]> = []
    /// Whether these are ``standard``, and nothing was added.
    private(set) var isStandard = false

    /// Letters from which on a term is found inside of words.
    private static let longTerm = 8

    /// What names a secret in the languages of ``standardTerms``.
    public static let standard = {
        var terms = SensitiveTerms(standardTerms.flatMap(\.terms))
        terms.isStandard = true
        return terms
    }()

    /// Only `terms`; what is in them beside letters and digits separates words.
    public init(_ terms: [String]) {
        for term in terms { add(term) }
    }

    /// Whether there is anything in `text` that could name something.
    public static func isTerm(_ text: String) -> Bool {
        text.unicodeScalars.contains(where: Words.isPart)
    }

    /// These and `terms`.
    public func adding(_ terms: [String]) -> SensitiveTerms {
        var all = self
        for term in terms { all.add(term) }
        return all
    }

    private mutating func add(_ text: String) {
        let scalars = text.lowercased().unicodeScalars.filter(Words.isPart)
        let bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
        guard !bytes.isEmpty, known.insert(bytes).inserted else { return }
        let isFoundInsideWords = scalars.count >= Self.longTerm || scalars.contains(where: Self.isOfUnspacedScript)
        terms.append(Term(bytes: bytes, isFoundInsideWords: isFoundInsideWords))
        isStandard = false
    }

    /// Thai, and the scripts of China, Japan and Korea.
    private static func isOfUnspacedScript(_ scalar: Unicode.Scalar) -> Bool {
        (0x0E00...0x0E7F).contains(scalar.value) || (0x3040...0xD7FF).contains(scalar.value)
    }
}
