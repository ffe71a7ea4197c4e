/// The document, an element or an attribute. Nodes are ordered as in the document: an element, its attributes, its
/// children.
struct Node: Equatable, Comparable {
    /// The index in ``ElementTree/records``; for an attribute, that of the element that has it.
    var record: Int32
    /// One more than the index in ``ElementTree/attributes``; 0 for what is no attribute.
    private var attributeNumber: Int32 = 0

    static let document = Node(record: 0)

    /// The document or the element at `record`.
    init(record: Int32) {
        self.record = record
    }

    /// The attribute at the index `attribute` of the element at `record`.
    init(record: Int32, attribute: Int) {
        self.record = record
        attributeNumber = Int32(attribute) + 1
    }

    /// The index in ``ElementTree/attributes``, or nil for what is no attribute.
    var attribute: Int? { attributeNumber > 0 ? Int(attributeNumber) - 1 : nil }

    static func < (lhs: Node, rhs: Node) -> Bool {
        (lhs.record, lhs.attributeNumber) < (rhs.record, rhs.attributeNumber)
    }
}
