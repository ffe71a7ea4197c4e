import BoundedWork

/// Search for all labels of a text at once, by the automaton of Aho and Corasick ("Efficient string matching", 1975).
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

    private struct Node {
        var failure: Int32 = 0
        /// The longest term that ends here, or one that is reached by failures; -1 if there is none.
        var term: Int32 = -1
        var depth: Int32 = 0
    }

    private struct Term {
        let length: Int
        let isFoundInsideWords: Bool
        var concepts: ConceptSet
        var shorter: Int32 = -1
    }

    private let stream: LabelStream
    private let nodes: [Node]
    private let terms: [Term]
    private let children: [UInt64: Int32]

    private static let longTerm = 8

    init(_ groups: [LabelTerms], isRecognised: Bool) {
        let stream = LabelStream(isRecognised: isRecognised)
        var builder = Builder()
        for group in groups {
            for text in group.terms.split(separator: ",") {
                let isMarked = text.contains("~")
                let symbols = Self.symbols(of: text, stream)
                guard !symbols.isEmpty else { continue }
                let isInside =
                    isMarked || symbols.count >= Self.longTerm || symbols.contains(where: LabelStream.isUnspaced)
                builder.add(symbols, group.concept, isInside)
                let joined = symbols.filter { $0 != Self.space }
                // A recogniser loses spaces, and captions are written without them.
                if joined.count < symbols.count, joined.count >= Self.longTerm {
                    builder.add(joined, group.concept, isInside)
                }
            }
        }
        builder.link()
        self.stream = stream
        (nodes, terms, children) = (builder.nodes, builder.terms, builder.children)
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
        var node: Int32 = 0
        var endsWithSpace = true
        for index in units.indices {
            try budget.spend(2)
            let symbol: UInt32
            switch stream.symbol(for: units[index]) {
            case .nothing: continue
            case .stop:
                (node, endsWithSpace) = (0, true)
                continue
            case .space:
                guard !endsWithSpace else { continue }
                (symbol, endsWithSpace) = (Self.space, true)
            case .part(let part): (symbol, endsWithSpace) = (part, false)
            }
            fed.append(index)
            node = next(node, symbol)
            if !endsWithSpace { collect(at: node, units, fed, into: &labels) }
        }
        return labels
    }

    private func next(_ node: Int32, _ symbol: UInt32) -> Int32 {
        var node = node
        while true {
            if let child = children[UInt64(UInt32(node)) << 32 | UInt64(symbol)] { return child }
            guard node != 0 else { return 0 }
            node = nodes[Int(node)].failure
        }
    }

    private func collect(
        at node: Int32,
        _ units: UnsafeBufferPointer<TextUnit>,
        _ fed: [Int],
        into labels: inout [Label]
    ) {
        var index = nodes[Int(node)].term
        while index >= 0 {
            let term = terms[Int(index)]
            let start = fed[fed.count - term.length]
            let end = (fed.last ?? 0) + 1
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
            index = term.shorter
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

extension LabelLexicon {
    private struct Builder {
        var nodes = [Node()]
        var terms: [Term] = []
        var children: [UInt64: Int32] = [:]
        private var symbolsOfNode: [UInt32] = [0]
        private var parents: [Int32] = [0]

        mutating func add(_ symbols: [UInt32], _ concept: ConceptSet, _ isInside: Bool) {
            var node: Int32 = 0
            for symbol in symbols {
                let key = UInt64(UInt32(node)) << 32 | UInt64(symbol)
                if let child = children[key] {
                    node = child
                } else {
                    let child = Int32(nodes.count)
                    nodes.append(Node(depth: nodes[Int(node)].depth + 1))
                    symbolsOfNode.append(symbol)
                    parents.append(node)
                    children[key] = child
                    node = child
                }
            }
            if nodes[Int(node)].term >= 0 {
                terms[Int(nodes[Int(node)].term)].concepts.formUnion(concept)
            } else {
                nodes[Int(node)].term = Int32(terms.count)
                terms.append(Term(length: symbols.count, isFoundInsideWords: isInside, concepts: concept))
            }
        }

        mutating func link() {
            for index in nodes.indices.dropFirst().sorted(by: { nodes[$0].depth < nodes[$1].depth }) {
                let symbol = symbolsOfNode[index]
                let parent = parents[index]
                var failure: Int32 = 0
                if parent != 0 {
                    var node = nodes[Int(parent)].failure
                    while true {
                        if let child = children[UInt64(UInt32(node)) << 32 | UInt64(symbol)] {
                            failure = child
                            break
                        }
                        guard node != 0 else { break }
                        node = nodes[Int(node)].failure
                    }
                }
                nodes[index].failure = failure
                let inherited = nodes[Int(failure)].term
                if nodes[index].term >= 0 {
                    terms[Int(nodes[index].term)].shorter = inherited
                } else {
                    nodes[index].term = inherited
                }
            }
        }
    }
}
