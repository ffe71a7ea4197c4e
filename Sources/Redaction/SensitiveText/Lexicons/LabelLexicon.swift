import BoundedWork
import TextAlgorithms

/// Search for all labels of a text at once.
final class LabelLexicon: Sendable {
    struct Label {
        let range: Range<Int>
        let concepts: ConceptSet

        /// The merger of two labels that share a word, as in "PAN card number". A harmless or meaningless one wins only if
        /// it is longer.
        func joined(with other: Label) -> Label {
            let names = [self, other].filter { !$0.concepts.isEmpty && $0.concepts.isDisjoint(with: .nothingSensitive) }
            let concepts: ConceptSet
            switch names.count {
            case 2: concepts = self.concepts.union(other.concepts)
            default: concepts = range.count < other.range.count ? other.concepts : self.concepts
            }
            return Label(range: range.lowerBound..<max(range.upperBound, other.range.upperBound), concepts: concepts)
        }
    }

    private struct Term {
        let length: Int
        let isFoundInsideWords: Bool
        var concepts: ConceptSet
    }

    private let stream: LabelStream
    private let terms: [Term]
    private let automaton: TextAutomaton

    private static let longTerm = 8

    init(_ languages: [LanguageTerms], isRecognised: Bool) throws(BudgetFailure) {
        stream = LabelStream(isRecognised: isRecognised)
        var builder = try Builder()
        for entry in languages.lazy.flatMap(\.entries) {
            guard let concept = ConceptSet(name: entry.name) else { preconditionFailure("no kind is \(entry.name)") }
            for text in entry.terms {
                let symbols = Self.symbols(of: text, stream)
                guard !symbols.isEmpty else { continue }
                let isInside = symbols.count >= Self.longTerm || symbols.contains(where: LabelStream.isUnspaced)
                try builder.add(symbols, concept, isInside)
                let joined = symbols.filter { $0 != Self.space }
                // A recogniser loses spaces, and captions are written without them.
                if joined.count < symbols.count, joined.count >= Self.longTerm {
                    try builder.add(joined, concept, isInside)
                }
            }
        }
        terms = builder.terms
        var budget = WorkBudget(limit: .max)
        automaton = try builder.texts.automaton(budget: &budget)
    }

    private struct Builder: ~Copyable {
        var terms: [Term] = []
        var texts: TextList
        private var indices: [[UInt32]: Int] = [:]

        init() throws(BudgetFailure) {
            texts = try TextList()
        }

        mutating func add(_ symbols: [UInt32], _ concept: ConceptSet, _ isInside: Bool) throws(BudgetFailure) {
            if let index = indices[symbols] {
                terms[index].concepts.formUnion(concept)
                return
            }
            indices[symbols] = terms.count
            try texts.append(symbols)
            terms.append(Term(length: symbols.count, isFoundInsideWords: isInside, concepts: concept))
        }
    }

    private static let space: UInt32 = 0x20

    private static func symbols(of text: Substring, _ stream: LabelStream) -> [UInt32] {
        var symbols: [UInt32] = []
        for scalar in text.unicodeScalars {
            switch stream.symbol(for: TextUnit(scalar, piece: 0, offset: 0)) {
            case .part(let part): symbols.append(part)
            case .space where !symbols.isEmpty && symbols.last != space: symbols.append(space)
            default: break
            }
        }
        if symbols.last == space { symbols.removeLast() }
        return symbols
    }

    /// The labels in `units`, in order; of labels that overlap, the longest.
    func labels(in units: UnsafeBufferPointer<TextUnit>, budget: inout WorkBudget) throws(BudgetFailure) -> [Label] {
        var labels: [Label] = []
        var fed: [Int] = []
        var node = TextAutomaton.root
        var endsWithSpace = true
        for index in units.indices {
            try budget.spend(2)
            let symbol: UInt32
            switch stream.symbol(for: units[index]) {
            case .nothing: continue
            case .stop:
                (node, endsWithSpace) = (TextAutomaton.root, true)
                continue
            case .space:
                guard !endsWithSpace else { continue }
                (symbol, endsWithSpace) = (Self.space, true)
            case .part(let part): (symbol, endsWithSpace) = (part, false)
            }
            fed.append(index)
            node = automaton.node(after: node, symbol)
            if !endsWithSpace { collect(at: node, units, fed, into: &labels) }
        }
        return labels
    }

    private func collect(
        at node: TextAutomaton.Node,
        _ units: UnsafeBufferPointer<TextUnit>,
        _ fed: [Int],
        into labels: inout [Label]
    ) {
        var end = (fed.last ?? 0) + 1
        // Marks over and behind the last letter belong to it.
        while end < units.count, units[end].unitClass == .mark { end += 1 }
        var found = automaton.text(at: node)
        while let text = found {
            let term = terms[text]
            let start = fed[fed.count - term.length]
            if term.isFoundInsideWords || isBoundary(start, units) && isBoundary(end, units) {
                while let last = labels.last, last.range.lowerBound >= start { labels.removeLast() }
                guard let last = labels.last, last.range.upperBound > start else {
                    labels.append(Label(range: start..<end, concepts: term.concepts))
                    return
                }
                labels.removeLast()
                labels.append(last.joined(with: Label(range: start..<end, concepts: term.concepts)))
                return
            }
            found = automaton.text(shorterThan: text)
        }
    }

    private func isBoundary(_ index: Int, _ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        guard index > 0, index < units.count else { return true }
        let (before, after) = (units[index - 1], units[index])
        return !(before.isWordPart && after.isWordPart)
            || before.unitClass == .small && after.unitClass == .capital
            || LabelStream.isUnspaced(before.scalar) != LabelStream.isUnspaced(after.scalar)
    }
}
