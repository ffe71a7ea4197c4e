import BoundedWork

/// Finds labels in what a recogniser made of them that does not know their script, as "HoMep KapTbI" of "Номер карты".
///
/// All terms are in one tree, which is walked with the costs of the differences between a term and the text ("Fast string
/// correction with Levenshtein automata", Schulz and Mihov, 2002, does the same with an automaton). What costs more than any term
/// may is not followed further.
final class LookAlikeLexicon: Sendable {
    private struct Node {
        let symbol: UInt32
        var children: [Int] = []
        var concepts: ConceptSet?
        /// What any term on the way may cost.
        var limit: UInt8 = 0
        /// Letters on the way from the root.
        let letters: Int
    }

    private let nodes: [Node]
    private let shapes: LookAlikeShapes

    /// Units of a text that may have a label: what is longer is prose.
    static let lengthLimit = 140
    /// Symbols of a text that are compared with terms.
    private static let textLimit = 40
    /// Words at whose start a term may begin, and characters in a script without spaces.
    private static let wordLimit = 4
    private static let characterLimit = 24
    /// How much longer or shorter a text is than the term.
    private static let band = 7
    /// Letters of the shortest term: two letters look like too much.
    private static let shortest = 3

    private enum Cost {
        /// Another letter, or one too many, or one that is hardly ever lost.
        static let other: UInt8 = 4
        /// A letter that is lost or changed now and then, and a space too many.
        static let unsteady: UInt8 = 2
        /// A space that is lost.
        static let space: UInt8 = 1
        static let none: UInt8 = 200

        /// What a term with this many letters may cost.
        static func limit(_ letters: Int) -> UInt8 {
            switch letters {
            case ..<4: 0
            case 4...5: unsteady
            case 6...9: other
            default: 2 * other
            }
        }
    }

    private static let space: UInt32 = 0x20

    /// - Parameter isRead: Whether a letter is one of the script. A term without any is found as it is written.
    init(_ groups: [LabelTerms], _ shapes: LookAlikeShapes, isRead: (UInt32) -> Bool) {
        var nodes = [Node(symbol: 0, letters: 0)]
        for group in groups {
            for term in group.terms.split(separator: ",") {
                let symbols = Self.symbols(of: term)
                guard symbols.count(where: { $0 != Self.space }) >= Self.shortest,
                    symbols.contains(where: isRead),
                    shapes.isUnspaced || symbols.allSatisfy({ $0 == Self.space || shapes.reading(of: $0) != nil })
                else { continue }
                var node = 0
                let limit = Cost.limit(symbols.count { $0 != Self.space })
                for symbol in symbols {
                    if let child = nodes[node].children.first(where: { nodes[$0].symbol == symbol }) {
                        node = child
                    } else {
                        let letters = nodes[node].letters + (symbol == Self.space ? 0 : 1)
                        nodes[node].children.append(nodes.count)
                        node = nodes.count
                        nodes.append(Node(symbol: symbol, letters: letters))
                    }
                    nodes[node].limit = max(nodes[node].limit, limit)
                }
                nodes[node].concepts = (nodes[node].concepts ?? []).union(group.concept)
            }
        }
        (self.nodes, self.shapes) = (nodes, shapes)
    }

    private static func symbols(of term: Substring) -> [UInt32] {
        var symbols: [UInt32] = []
        for scalar in term.unicodeScalars {
            let unit = TextUnit(scalar, piece: 0, offset: 0)
            if unit.isWordPart {
                if unit.unitClass != .mark { symbols.append(unit.folded) }
            } else if scalar != "~", !symbols.isEmpty, symbols.last != space {
                symbols.append(space)
            }
        }
        if symbols.last == space { symbols.removeLast() }
        return symbols
    }

    /// The label that one of the first words of `units` begins; nil if none does.
    ///
    /// - Parameter budget: Pays for each symbol that is compared.
    func label(in units: UnsafeBufferPointer<TextUnit>, budget: inout WorkBudget) throws(BudgetFailure)
        -> LabelLexicon.Label?
    {
        try budget.spend(min(units.count, Self.lengthLimit))
        guard units.count <= Self.lengthLimit else { return nil }
        var words = 0
        for index in units.indices where isStart(index, units) {
            guard words < (shapes.isUnspaced ? Self.characterLimit : Self.wordLimit) else { return nil }
            words += 1
            if let label = try label(at: index, units, budget: &budget) { return label }
        }
        return nil
    }

    private func isStart(_ index: Int, _ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        guard units[index].isWordPart else { return false }
        return index == 0 || !units[index - 1].isWordPart
            || shapes.isUnspaced && LabelStream.isUnspaced(units[index].scalar)
    }

    /// The longest label that begins at `start`.
    private func label(at start: Int, _ units: UnsafeBufferPointer<TextUnit>, budget: inout WorkBudget)
        throws(BudgetFailure) -> LabelLexicon.Label?
    {
        var text = try WipedList<UInt32>()
        var ends: [Int] = []
        for index in units[start...].indices.prefix(2 * Self.textLimit) where text.count < Self.textLimit {
            switch shapes.symbol(for: units[index]) {
            case .part(let symbol): try text.append(symbol)
            case .space, .stop:
                guard text.values.last != Self.space else { continue }
                try text.append(Self.space)
            case .nothing: continue
            }
            ends.append(index + 1)
        }
        let count = text.count
        var rows = [[UInt8]](repeating: [], count: Self.textLimit + 3)
        rows[0] = (0...count).map { UInt8(min($0 * Int(Cost.other), Int(Cost.none))) }
        var best: (letters: Int, end: Int, concepts: ConceptSet)?
        // Where a term may begin anywhere, its first letter has to be read.
        var pending = nodes[0].children.filter {
            !shapes.isUnspaced || count > 0 && isReading(text.values[0], of: nodes[$0].symbol)
        }.map { (node: $0, depth: 1) }
        while let (index, depth) = pending.popLast() {
            try budget.spend(4 + min(count, Self.band))
            let node = nodes[index]
            rows[depth] = row(for: node.symbol, at: depth, after: rows[depth - 1], text.values)
            guard let least = rows[depth].min(), least <= node.limit else { continue }
            if let concepts = node.concepts, node.letters > best?.letters ?? 0 {
                let limit = Cost.limit(node.letters)
                let match = (1...max(count, 1)).filter { end in
                    end <= count && rows[depth][end] <= limit
                        && (shapes.isUnspaced || end == count || text.values[end] == Self.space)
                        && text.values[end - 1] != Self.space
                }.min { (rows[depth][$0], $1) < (rows[depth][$1], $0) }
                if let match { best = (node.letters, ends[match - 1], concepts) }
            }
            if depth + 1 < rows.count { pending += node.children.map { ($0, depth + 1) } }
        }
        return best.map { LabelLexicon.Label(range: start..<$0.end, concepts: $0.concepts, isLookAlike: true) }
    }

    private func isReading(_ symbol: UInt32, of letter: UInt32) -> Bool {
        shapes.reading(of: letter)?.symbols.contains(symbol) ?? (symbol == letter)
    }

    /// The costs of a term up to `symbol`, which is its `depth`th one, against each beginning of the text that is about as long,
    /// from those of the term before it.
    private func row(
        for symbol: UInt32,
        at depth: Int,
        after before: [UInt8],
        _ text: UnsafeBufferPointer<UInt32>
    ) -> [UInt8] {
        let reading = shapes.reading(of: symbol)
        let loss = symbol == Self.space ? Cost.space : reading?.isUnsteady ?? false ? Cost.unsteady : Cost.other
        var row = [UInt8](repeating: Cost.none, count: before.count)
        row[0] = min(Cost.none, before[0] + loss)
        for index in text.indices.clamped(to: depth - Self.band..<depth + Self.band) {
            let isRead = reading?.symbols.contains(text[index]) ?? (text[index] == symbol)
            let isLost = reading?.isUnsteady ?? false && text[index] == Self.space
            let change = isRead ? 0 : isLost ? Cost.unsteady : Cost.other
            let extra = text[index] == Self.space ? Cost.unsteady : Cost.other
            var cost = min(before[index] + change, before[index + 1] + loss, row[index] + extra)
            if let pair = reading?.pair, index > 0, text[index - 1] == pair.0, text[index] == pair.1 {
                cost = min(cost, before[index - 1])
            }
            row[index + 1] = min(cost, Cost.none)
        }
        return row
    }
}
