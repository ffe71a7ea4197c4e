import SensitiveText

/// The words that name secrets, and how they are found in labels and identifiers.
///
/// A name is taken apart into words at everything that is no letter or digit, before a capital in `camelCase`, and
/// between letters and digits. A term is found where it is a word or several in a row, however they are joined: `card
/// number` in `cardNumber`, `txt_card_number` and `CARDNUMBER`. So `pin` is found in `pinField`, and not in `spinner`
/// or `shopping`.
///
/// Terms of eight letters and more are also found inside of words, as in the German `Kreditkartennummer`, and so are
/// those of scripts that put no spaces between words. Case is not looked at.
///
/// That holds for labels, and for terms of one's own. The ``standard`` terms follow other rules in identifiers, which are
/// shorter than labels (`acno`, `cvn`, `etpass`) and full of words that mean something else there: `pin` is found in `upiPin`,
/// `enter_pin` and `pin1`, and not in `mapPin` or `pinToTop`; `password` not in `passwordIcon` or `forgotPasswordLink`, as none
/// of these shows one.
public struct SensitiveTerms: Sendable {
    /// One term, with nothing between its words, in small letters.
    struct Term: Sendable {
        let bytes: [UInt8]
        let isFoundInsideWords: Bool
        /// Whether the term is none of the standard ones.
        let isOwn: Bool

        /// Makes a term of `text`. Nil if there is no letter or digit in it.
        init?(_ text: String, isOwn: Bool) {
            let scalars = text.lowercased().unicodeScalars.filter(Words.isPart)
            guard !scalars.isEmpty else { return nil }
            bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
            isFoundInsideWords =
                scalars.count >= SensitiveTerms.longTerm
                || scalars.contains(where: SensitiveTerms.isOfUnspacedScript)
            self.isOwn = isOwn
        }
    }

    /// The terms, each once.
    private(set) var terms: [Term] = []
    private var indices: [[UInt8]: Int] = [:]
    /// Whether all terms of ``standard`` are among the terms.
    private(set) var includesStandard = false
    /// Whether there are other terms than those of ``standard``.
    private(set) var hasOwn = false

    /// Letters from which on a term is found inside of words.
    private static let longTerm = 8

    /// What names a secret in the languages of `SecretTerms`.
    public static let standard = {
        var terms = SensitiveTerms([])
        for term in SecretTerms.all.flatMap(\.terms) { terms.add(term, isOwn: false) }
        terms.includesStandard = true
        return terms
    }()

    /// Looks for `terms` only. Characters other than letters and digits separate the words of a term.
    public init(_ terms: [String]) {
        for term in terms { add(term, isOwn: true) }
    }

    /// Whether `text` can be a term: it has a letter or a digit.
    public static func isTerm(_ text: String) -> Bool {
        text.unicodeScalars.contains(where: Words.isPart)
    }

    /// The terms, and `terms` in addition.
    public func adding(_ terms: [String]) -> SensitiveTerms {
        var all = self
        for term in terms { all.add(term, isOwn: true) }
        return all
    }

    private mutating func add(_ text: String, isOwn: Bool) {
        guard let term = Term(text, isOwn: isOwn) else { return }
        hasOwn = hasOwn || isOwn
        if let index = indices[term.bytes] {
            if isOwn { terms[index] = term }
        } else {
            indices[term.bytes] = terms.count
            terms.append(term)
        }
    }

    /// Whether the scalar is of Thai or of a script of China, Japan or Korea, which put no spaces between words.
    private static func isOfUnspacedScript(_ scalar: Unicode.Scalar) -> Bool {
        (0x0E00...0x0E7F).contains(scalar.value) || (0x3040...0xD7FF).contains(scalar.value)
    }
}
