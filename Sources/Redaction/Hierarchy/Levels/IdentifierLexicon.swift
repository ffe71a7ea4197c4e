import BoundedWork
import SensitiveText
import TextAlgorithms

/// The words that decide whether an identifier names a secret.
///
/// An identifier follows other rules than a label. It is short, so that `pan` alone is a card's number; it is made of parts, so
/// that `pan` beside `view` is a gesture; and words run together in it: `etpass`, `upipin`.
final class IdentifierLexicon: Sendable {
    /// Meaning of a word for its identifier: an ``IdentifierWords/Role``, or several.
    struct Traits: OptionSet, Sendable {
        let rawValue: UInt16

        static let secret = Traits(rawValue: 1 << 0)
        /// The word names a secret unless a word beside it changes its meaning: `pin`, but not `mapPin`.
        static let mostly = Traits(rawValue: 1 << 1)
        static let alone = Traits(rawValue: 1 << 2)
        static let entered = Traits(rawValue: 1 << 3)
        static let plain = Traits(rawValue: 1 << 4)
        static let entry = Traits(rawValue: 1 << 5)
        static let field = Traits(rawValue: 1 << 6)
        static let valueless = Traits(rawValue: 1 << 7)
        static let control = Traits(rawValue: 1 << 8)
        static let action = Traits(rawValue: 1 << 9)
        static let request = Traits(rawValue: 1 << 10)
        static let caption = Traits(rawValue: 1 << 11)
        static let whole = Traits(rawValue: 1 << 12)
    }

    /// Words that mostly name secrets, by the words that change their meaning: a bit for each row of
    /// ``IdentifierWords/mostlySecret``.
    typealias Topics = UInt8

    struct Entry: Sendable {
        var traits: Traits = []
        /// The topics of the word, if it has ``Traits/mostly``.
        var topics: Topics = 0
        /// The topics of the words whose meaning this word changes.
        var spoiledTopics: Topics = 0
        var isFoundInsideWords = false
        let byteCount: Int
    }

    let entries: [Entry]
    let automaton: TextAutomaton

    /// The lexicon of the process, made once; nil if there was no memory for it.
    private static let shared: IdentifierLexicon? = try? IdentifierLexicon()

    static func standard() throws(BudgetFailure) -> IdentifierLexicon {
        if let shared { return shared }
        return try IdentifierLexicon()
    }

    private init() throws(BudgetFailure) {
        let words = Self.words()
        var texts = try TextList()
        for word in words.keys { try texts.append(word.lazy.map(UInt32.init)) }
        entries = Array(words.values)
        var budget = WorkBudget(limit: .max)
        automaton = try texts.automaton(budget: &budget)
    }

    private static func words() -> [[UInt8]: Entry] {
        var words: [[UInt8]: Entry] = [:]
        func change(_ word: [UInt8], by change: (inout Entry) -> Void) {
            change(&words[word, default: Entry(byteCount: word.count)])
        }
        for term in SensitiveTerms.standard.terms {
            change(term.bytes) { entry in
                entry.traits = .secret
                entry.isFoundInsideWords = term.isFoundInsideWords
            }
        }
        for word in list(IdentifierWords.notInIdentifiers) { words[word] = nil }
        for (list, roles) in IdentifierWords.wordsByRoles {
            for word in Self.list(list) { change(word) { $0.traits.formUnion(Traits(roles)) } }
        }
        for compound in IdentifierWords.compounds {
            let lasts = list(compound.last)
            for first in list(compound.first) {
                for last in lasts { change(first + last) { $0.traits.formUnion(Traits(compound.roles)) } }
            }
        }
        for (topic, (terms, company)) in IdentifierWords.mostlySecret.enumerated() {
            for word in list(terms) {
                change(word) { entry in
                    entry.traits = entry.traits.subtracting(.secret).union(.mostly)
                    entry.topics |= 1 << topic
                }
            }
            for word in list(company) { change(word) { $0.spoiledTopics |= 1 << topic } }
        }
        // Words that only change the meaning of others do not run together with them: `pinboard` is a word.
        return words.mapValues { entry in
            var entry = entry
            if entry.traits == [] { entry.traits = .whole }
            return entry
        }
    }

    /// The words in `text`, which has commas between them, with nothing between the words of a compound.
    private static func list(_ text: String) -> [[UInt8]] {
        text.split(separator: ",").compactMap { SensitiveTerms.Term(String($0), isOwn: false)?.bytes }
    }
}

extension IdentifierLexicon.Traits {
    fileprivate init(_ roles: [IdentifierWords.Role]) {
        self = roles.reduce(into: []) { $0.formUnion(Self($1)) }
    }

    private init(_ role: IdentifierWords.Role) {
        self =
            switch role {
            case .secret: .secret
            case .alone: .alone
            case .entered: .entered
            case .plain: .plain
            case .entry: .entry
            case .field: .field
            case .valueless: .valueless
            case .control: .control
            case .action: .action
            case .request: .request
            case .caption: .caption
            case .whole: .whole
            }
    }
}
