public import BoundedWork

/// Search for all places at which one of many texts ends, in one pass whatever their number: the automaton of Aho and Corasick
/// ("Efficient string matching: an aid to bibliographic search", 1975).
///
/// A node stands for the beginning of a text. The nodes are in the order of their length, so that the children of one stand side
/// by side, in the order of their last symbols. They take 16 bytes for each symbol of the texts at most, in wiped memory.
public struct TextAutomaton: ~Copyable, Sendable {
    /// A letter of a text: the number of a scalar, a byte, or any other.
    public typealias Symbol = UInt32
    /// The place of a search.
    public typealias Node = Int

    @usableFromInline
    struct Record: BitwiseCopyable {
        /// The first child; the others follow it, up to the first one of the next node.
        @usableFromInline var firstChild: Int32
        /// The longest other node that this one ends with.
        @usableFromInline var failure: Int32
        /// The longest text that this node ends with; -1 if there is none.
        @usableFromInline var text: Int32
    }

    /// A node without its children, and the range of the texts that begin with it.
    private struct Branch {
        let node: Node
        let members: Range<Int>
    }

    /// The node before the first symbol.
    @inlinable public static var root: Node { 0 }

    @usableFromInline var records: WipedArray<Record>
    @usableFromInline var symbols: WipedArray<Symbol>
    /// The node that is the whole of each text.
    @usableFromInline var ends: [Int32]
    /// The children of the root that have the lowest symbols, by symbol; 0 where there is none.
    @usableFromInline var starts = [Int32](repeating: 0, count: 256)

    /// - Parameters:
    ///   - texts: The range of each text in `symbols`. None is empty.
    ///   - symbols: All texts.
    fileprivate static func finding(
        _ texts: [Range<Int>],
        in symbols: UnsafeBufferPointer<Symbol>,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> TextAutomaton {
        var automaton = TextAutomaton(records: try WipedArray(), symbols: try WipedArray(), textCount: texts.count)
        try automaton.grow(texts, in: symbols, budget: &budget)
        return automaton
    }

    private init(records: consuming WipedArray<Record>, symbols: consuming WipedArray<Symbol>, textCount: Int) {
        self.records = records
        self.symbols = symbols
        ends = Array(repeating: 0, count: textCount)
    }

    /// The longest node that the symbols read so far end with, once `symbol` is read after those that led to `node`.
    ///
    /// Takes the time of two look-ups on average over a text.
    @inlinable @inline(__always)
    public func node(after node: Node, _ symbol: Symbol) -> Node {
        var node = node
        while node != Self.root {
            if let child = child(of: node, symbol) { return child }
            node = Int(records.values[node].failure)
        }
        return symbol < starts.count ? Int(starts[Int(symbol)]) : child(of: Self.root, symbol) ?? Self.root
    }

    /// The longest text that ends where the search is at `node`, if one does.
    @inlinable @inline(__always)
    public func text(at node: Node) -> Int? {
        let text = records.values[node].text
        return text < 0 ? nil : Int(text)
    }

    /// The next shorter text that ends where the one at index `text` does.
    @inlinable
    public func text(shorterThan text: Int) -> Int? {
        self.text(at: Int(records.values[Int(ends[text])].failure))
    }

    @inlinable @inline(__always)
    func child(of node: Node, _ symbol: Symbol) -> Node? {
        let (records, symbols) = (records.values, symbols.values)
        var (lower, upper) = (Int(records[node].firstChild), Int(records[node + 1].firstChild))
        while upper - lower > 8 {
            let middle = (lower + upper) / 2
            if symbols[middle] <= symbol { lower = middle } else { upper = middle }
        }
        while lower < upper {
            if symbols[lower] == symbol { return lower }
            lower += 1
        }
        return nil
    }
}

// The builder, level by level.
extension TextAutomaton {
    private mutating func grow(
        _ texts: [Range<Int>],
        in symbols: UnsafeBufferPointer<Symbol>,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        try append(0, failure: Self.root)
        var order = Array(texts.indices)
        var level = [Branch(node: Self.root, members: order.indices)]
        var depth = 0
        while !level.isEmpty {
            var next: [Branch] = []
            for branch in level {
                try budget.spend(branch.members.count)
                Self.sort(&order[branch.members], of: texts, in: symbols, by: depth)
                try grow(branch, order, of: texts, in: symbols, depth: depth, into: &next)
            }
            level = next
            depth += 1
        }
        // The end of the last node's children.
        try append(0, failure: Self.root)
        records[records.count - 1].firstChild = Int32(records.count - 1)
    }

    /// Sorts texts that have their first `depth` symbols in common by the next one; those without another come first.
    private static func sort(
        _ members: inout ArraySlice<Int>,
        of texts: [Range<Int>],
        in symbols: UnsafeBufferPointer<Symbol>,
        by depth: Int
    ) {
        guard members.count > 1 else { return }
        members.sort { left, right in
            let (left, right) = (texts[left], texts[right])
            guard right.count > depth else { return false }
            return left.count == depth || symbols[left.lowerBound + depth] < symbols[right.lowerBound + depth]
        }
    }

    /// Adds the children of the node of `branch`, which all shorter nodes precede.
    private mutating func grow(
        _ branch: Branch,
        _ order: [Int],
        of texts: [Range<Int>],
        in symbols: UnsafeBufferPointer<Symbol>,
        depth: Int,
        into branches: inout [Branch]
    ) throws(BudgetFailure) {
        let node = branch.node
        let failure = Int(records.values[node].failure)
        records[node].firstChild = Int32(records.count)
        records[node].text = records.values[failure].text
        var rest = branch.members
        while let first = rest.first, texts[order[first]].count == depth {
            records[node].text = Int32(order[first])
            ends[order[first]] = Int32(node)
            rest.removeFirst()
        }
        while let first = rest.first {
            let symbol = symbols[texts[order[first]].lowerBound + depth]
            let same = rest.prefix { symbols[texts[order[$0]].lowerBound + depth] == symbol }
            branches.append(Branch(node: records.count, members: same))
            try append(symbol, failure: node == Self.root ? Self.root : self.node(after: failure, symbol))
            if node == Self.root, symbol < starts.count { starts[Int(symbol)] = Int32(records.count - 1) }
            rest = same.upperBound..<rest.upperBound
        }
    }

    private mutating func append(_ symbol: Symbol, failure: Node) throws(BudgetFailure) {
        try records.append(Record(firstChild: 0, failure: Int32(failure), text: -1))
        try symbols.append(symbol)
    }
}

/// Texts in wiped memory, from which a ``TextAutomaton`` is made.
public struct TextList: ~Copyable {
    @usableFromInline var symbols: WipedArray<TextAutomaton.Symbol>
    @usableFromInline var ranges: [Range<Int>] = []

    /// Takes memory for some texts.
    public init() throws(BudgetFailure) {
        symbols = try WipedArray()
    }

    /// The number of texts.
    public var count: Int { ranges.count }

    /// The number of symbols of each text.
    public var lengths: [Int] { ranges.map(\.count) }

    /// Appends `text`, which is not empty.
    @inlinable
    public mutating func append(_ text: some Sequence<TextAutomaton.Symbol>) throws(BudgetFailure) {
        let start = symbols.count
        try symbols.reserve(text.underestimatedCount)
        for symbol in text { try symbols.append(symbol) }
        ranges.append(start..<symbols.count)
    }

    /// The automaton that finds the texts by their indices. A unit of `budget` pays for a symbol, and one for a text.
    public func automaton(budget: inout WorkBudget) throws(BudgetFailure) -> TextAutomaton {
        try TextAutomaton.finding(ranges, in: symbols.values, budget: &budget)
    }
}
