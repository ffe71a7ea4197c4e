import BoundedWork
import TextAlgorithms

/// Reading of identifiers by the words of an ``IdentifierLexicon``.
///
/// Words are separated where an identifier separates them (``Words``), and where a run of letters is made of known words as a
/// whole: `etpass` is, and `compass` is not. Of all such ways, the one with the fewest letters in unknown words counts, and of
/// these the one with the fewest words. Work and memory grow with the length of an identifier.
struct IdentifierReader: ~Copyable {
    struct Reading {
        var namesSecret = false
        var isOfCaption = false
    }

    /// The best way to a place between two letters.
    private struct Step: BitwiseCopyable {
        /// The cost of all words up to here; beyond ``unreached`` there is no way.
        var cost: Int32
        var start: Int32
        /// The index of the last word in the lexicon, or ``unknown`` or ``digits``.
        var entry: Int32
    }

    private static let unreached = Int32.max
    private static let unknown: Int32 = -1
    private static let digits: Int32 = -2
    /// Cost of an unknown word in known words: no way round it is longer.
    private static let costOfUnknown: Int32 = 16

    private let lexicon: IdentifierLexicon
    private var steps: WipedArray<Step>

    init() throws(BudgetFailure) {
        let lexicon = try IdentifierLexicon.standard()
        steps = try WipedArray()
        self.lexicon = lexicon
    }

    mutating func read(
        _ words: borrowing Words,
        of kind: ElementKind,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Reading {
        guard let holdsTerm = try takeApart(words, budget: &budget) else { return Reading() }
        var evidence = Evidence(isInput: kind == .input, isControl: kind == .control || kind == .choice)
        var end = steps.count - 1
        while end > 0 {
            let step = steps[end]
            switch step.entry {
            case Self.unknown: evidence.addUnknown()
            case Self.digits: evidence.add(IdentifierLexicon.Entry(traits: [.entry, .plain], byteCount: 1))
            default: evidence.add(lexicon.entries[Int(step.entry)])
            }
            end = Int(step.start)
        }
        if holdsTerm { evidence.add(IdentifierLexicon.Entry(traits: .secret, byteCount: 1)) }
        return Reading(namesSecret: evidence.namesSecret, isOfCaption: evidence.traits.contains(.caption))
    }

    /// Finds the best way through `words`, and returns whether a term stands inside of the words that is a secret there, too; nil
    /// if no known word is in them.
    private mutating func takeApart(
        _ words: borrowing Words,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Bool? {
        let units = words.units
        var (holdsTerm, isKnown, wordStart) = (false, false, 0)
        var node = TextAutomaton.root
        steps.removeAll()
        try steps.append(Step(cost: 0, start: 0, entry: Self.unknown))
        for (index, unit) in units.enumerated() {
            try budget.spend()
            if unit.startsWord { wordStart = index }
            node = lexicon.automaton.node(after: node, UInt32(unit.byte))
            let end = index + 1
            var best = Step(cost: Self.unreached, start: 0, entry: Self.unknown)
            // The longest first, so that of ways of the same cost the one with the longest last word is kept.
            var found = lexicon.automaton.text(at: node)
            while let text = found {
                try budget.spend()
                let entry = lexicon.entries[text]
                holdsTerm = holdsTerm || entry.isFoundInsideWords
                let start = end - entry.byteCount
                let cost = steps[start].cost
                let isWhole = !entry.traits.contains(.whole) || words.isBoundary(start) && words.isBoundary(end)
                if isWhole, cost < Self.unreached, cost + 1 < best.cost {
                    best = Step(cost: cost + 1, start: Int32(start), entry: Int32(text))
                    isKnown = true
                }
                found = lexicon.automaton.text(shorterThan: text)
            }
            if words.isBoundary(end) {
                let isNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(units[wordStart].byte)
                let cost = steps[wordStart].cost + (isNumber ? 1 : Self.costOfUnknown * Int32(end - wordStart))
                if cost < best.cost {
                    best = Step(cost: cost, start: Int32(wordStart), entry: isNumber ? Self.digits : Self.unknown)
                }
            }
            try steps.append(best)
        }
        return isKnown || holdsTerm ? holdsTerm : nil
    }
}

/// The joint meaning of the words of one identifier; the last one is added first.
private struct Evidence {
    let isInput: Bool
    let isControl: Bool
    private(set) var traits: IdentifierLexicon.Traits = []
    private var topics: IdentifierLexicon.Topics = 0
    private var spoiledTopics: IdentifierLexicon.Topics = 0
    /// Words that name a secret where something is entered.
    private var enteredCount = 0
    private var isAboutOther = false
    /// Whether a word without a value stands behind the last one that holds a value.
    private var isValueless = false

    init(isInput: Bool, isControl: Bool) {
        self.isInput = isInput
        self.isControl = isControl
    }

    mutating func addUnknown() {
        isAboutOther = true
    }

    mutating func add(_ entry: IdentifierLexicon.Entry) {
        if entry.traits.contains(.valueless), !traits.contains(.field) { isValueless = true }
        traits.formUnion(entry.traits)
        topics |= entry.topics
        spoiledTopics |= entry.spoiledTopics
        if entry.traits.contains(.entered) { enteredCount += 1 }
        if entry.traits.isDisjoint(with: [.secret, .mostly, .alone, .entered, .plain]) { isAboutOther = true }
    }

    var namesSecret: Bool {
        guard isNamed else { return false }
        // An input takes the value that it is called, whatever else its name says.
        if isInput || traits.contains(.field) && !isValueless { return true }
        let isAction = traits.contains(.action) && (isControl || traits.contains(.control))
        return !isValueless && !isAction && !traits.contains(.request)
    }

    private var isNamed: Bool {
        if traits.contains(.secret) || topics & ~spoiledTopics != 0 { return true }
        guard !isAboutOther else { return false }
        let isEntered = isInput || traits.contains(.entry) || enteredCount > 1
        return traits.contains(.alone) || traits.contains(.entered) && isEntered
    }
}
