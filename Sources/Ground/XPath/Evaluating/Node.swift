/// The document, an element or an attribute. Nodes are ordered as in the document: an element, its attributes, its
/// children.
struct Node: Equatable, Comparable {
    /// The index in ``ElementTree/records``; for an attribute, that of the element that has it.
    var record: Int32
    /// One more than the index in ``ElementTree/attributes``; 0 for any other node.
    private var attributeNumber: Int32 = 0

    static let document = Node(record: 0)

    init(record: Int32) {
        self.record = record
    }

    init(record: Int32, attribute: Int) {
        self.record = record
        attributeNumber = Int32(attribute) + 1
    }

    /// The index in ``ElementTree/attributes``; nil for any other node.
    var attribute: Int? { attributeNumber > 0 ? Int(attributeNumber) - 1 : nil }

    static func < (lhs: Node, rhs: Node) -> Bool {
        (lhs.record, lhs.attributeNumber) < (rhs.record, rhs.attributeNumber)
    }
}

/// Puts nodes into the order of the document, each once, without sorting them: a bit for each record.
struct NodeCollector {
    private var words: [UInt64]
    /// The words that may hold a bit.
    private var dirty = 0..<0
    private var attributes: [Node] = []

    init(recordCount: Int) {
        words = [UInt64](repeating: 0, count: (recordCount + 63) / 64)
    }

    /// Adds `node`, and returns whether it was not there yet. Attributes have to come in the order of the document, each once.
    @discardableResult
    mutating func insert(_ node: Node) -> Bool {
        guard node.attribute == nil else {
            attributes.append(node)
            return true
        }
        let word = Int(node.record) >> 6
        let bit: UInt64 = 1 << UInt64(node.record & 63)
        guard words[word] & bit == 0 else { return false }
        words[word] |= bit
        dirty = dirty.isEmpty ? word..<word + 1 : min(dirty.lowerBound, word)..<max(dirty.upperBound, word + 1)
        return true
    }

    /// The cost of ``removeAll()`` besides the nodes, in units of work.
    var cost: Int { 1 + dirty.count / 16 }

    /// Returns the nodes that were added, in document order, and empties the collector.
    mutating func removeAll() -> [Node] {
        var nodes: [Node] = []
        for word in dirty {
            var bits = words[word]
            words[word] = 0
            while bits != 0 {
                nodes.append(Node(record: Int32(word << 6 + bits.trailingZeroBitCount)))
                bits &= bits - 1
            }
        }
        dirty = 0..<0
        guard !attributes.isEmpty else { return nodes }
        defer { attributes = [] }
        return nodes.isEmpty ? attributes : (nodes + attributes).sorted()
    }
}
