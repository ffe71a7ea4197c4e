import BoundedWork
import SensitiveText
import TextAlgorithms

/// Words that name secrets, with the rules to find them in labels and identifiers.
///
/// A name is split into words at everything that is no letter or digit, before a capital in `camelCase`, and between letters and
/// digits. A term is found where it is a word or several in a row, however they are joined: `card number` in `cardNumber`,
/// `txt_card_number` and `CARDNUMBER`. So `pin` is found in `pinField`, and not in `spinner` or `shopping`.
///
/// Terms of eight letters and more are also found inside of words, for example in the German `Kreditkartennummer`, and so are
/// those of scripts that put no spaces between words. Case makes no difference.
///
/// These rules hold for labels, and for terms of one's own. The ``standard`` terms follow other rules in identifiers, which are
/// shorter than labels (`acno`, `cvn`, `etpass`) and full of words with another meaning: `pin` is found in `upiPin`, `enter_pin`
/// and `pin1`, and not in `mapPin` or `pinToTop`; `password` not in `passwordIcon` or `forgotPasswordLink`, because none of these
/// shows one.
public struct SensitiveTerms: Sendable {
    /// One term, with nothing between its words, in small letters.
    struct Term: Sendable {
        let bytes: [UInt8]
        let isFoundInsideWords: Bool
        let isOwn: Bool

        /// Makes a term of `text`; nil if there is no letter or digit in it.
        init?(_ text: String, isOwn: Bool) {
            let scalars = text.lowercased().unicodeScalars.map(Words.plain).filter(Words.isPart)
            guard !scalars.isEmpty else { return nil }
            bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
            isFoundInsideWords =
                scalars.count >= SensitiveTerms.longTerm
                || scalars.contains(where: SensitiveTerms.isOfUnspacedScript)
            self.isOwn = isOwn
        }
    }

    private(set) var terms: [Term] = []
    private var indices: [[UInt8]: Int] = [:]
    private(set) var includesStandard = false
    private(set) var hasOwn = false

    private static let longTerm = 8

    /// The names of secrets in the languages of `SecretTerms`.
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

final class TermSearch: Sendable {
    private let terms: [SensitiveTerms.Term]
    private let automaton: TextAutomaton

    /// The search for the standard terms, made once, because most policies add none; nil if there was no memory for it.
    private static let standard: TermSearch? = {
        var budget = WorkBudget(limit: .max)
        return try? TermSearch(of: SensitiveTerms.standard.terms, budget: &budget)
    }()

    static func search(for terms: SensitiveTerms, budget: inout WorkBudget) throws(BudgetFailure) -> TermSearch {
        if terms.includesStandard, !terms.hasOwn, let standard { return standard }
        return try TermSearch(of: terms.terms, budget: &budget)
    }

    private init(of terms: [SensitiveTerms.Term], budget: inout WorkBudget) throws(BudgetFailure) {
        var texts = try TextList()
        for term in terms { try texts.append(term.bytes.lazy.map(UInt32.init)) }
        self.terms = terms
        automaton = try texts.automaton(budget: &budget)
    }

    /// Whether any of `words` names a secret; with `ownAlone`, only by a term that was added to the standard ones.
    func matches(
        _ words: borrowing Words,
        ownAlone: Bool = false,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool {
        let units = words.units
        var node = TextAutomaton.root
        for index in units.indices {
            try budget.spend()
            node = automaton.node(after: node, UInt32(units[index].byte))
            // Few terms end at one place without an answer: at most seven of less than eight letters, and standard ones.
            var found = automaton.text(at: node)
            while let text = found {
                let term = terms[text]
                let end = index + 1
                let isFound =
                    term.isFoundInsideWords
                    || words.isBoundary(end) && words.isBoundary(end - term.bytes.count)
                if isFound, term.isOwn || !ownAlone { return true }
                found = automaton.text(shorterThan: text)
            }
        }
        return false
    }
}
