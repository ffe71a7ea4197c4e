public import SecureMemory

/// Takes the events of a parser, in document order, and makes an ``ElementTree`` of them.
///
/// ```swift
/// var builder = try ElementTreeBuilder()
/// builder.open(builder.name("node"))
/// try builder.addAttribute(builder.name("text"), value: "Sign in")
/// builder.close()
/// let tree = builder.finish()
/// ```
public struct ElementTreeBuilder: ~Copyable {
    private var records: [ElementTree.Record]
    private var attributes: [ElementTree.Attribute] = []
    private var names: [String] = []
    private var nameIndices: [String: Int32] = [:]
    private var text: SecureBytesBuilder
    /// The document and the elements that are open, the innermost last.
    private var path: [Int32] = [0]
    /// The last child so far of each record in ``path``, or -1.
    private var lastChildren: [Int32] = [-1]

    /// Begins a document without elements.
    public init() throws(OutOfMemory) {
        text = try SecureBytesBuilder()
        records = [
            ElementTree.Record(
                name: -1,
                parent: -1,
                end: 1,
                previousSibling: -1,
                firstAttribute: 0,
                attributeEnd: 0
            )
        ]
    }

    /// The name `text`, for every element and attribute of that name.
    public mutating func name(_ text: String) -> ElementTree.Name {
        if let index = nameIndices[text] { return ElementTree.Name(index: index) }
        let index = Int32(names.count)
        names.append(text)
        nameIndices[text] = index
        return ElementTree.Name(index: index)
    }

    /// Begins an element: a child of the element that is open, or one at the top of the document.
    ///
    /// - Parameter name: One of this builder's.
    /// - Returns: Its index.
    @discardableResult
    public mutating func open(_ name: ElementTree.Name) -> Int {
        let index = Int32(records.count)
        let level = path.count - 1
        records.append(
            ElementTree.Record(
                name: name.index,
                parent: path[level],
                end: index + 1,
                previousSibling: lastChildren[level],
                firstAttribute: Int32(attributes.count),
                attributeEnd: Int32(attributes.count)
            )
        )
        lastChildren[level] = index
        path.append(index)
        lastChildren.append(-1)
        return Int(index) - 1
    }

    /// Adds an attribute to the element that was opened last. The document order of attributes is that of these calls. In
    /// front of all elements it does nothing.
    ///
    /// - Parameters:
    ///   - name: One of this builder's, that the element has no attribute of yet.
    ///   - value: Well-formed UTF-8, which is copied into wiped memory.
    /// - Throws: ``OutOfMemory``, also for more than 2 GiB of values.
    public mutating func addAttribute(
        _ name: ElementTree.Name,
        value: UnsafeRawBufferPointer
    ) throws(OutOfMemory) {
        try addAttribute(name, byteCount: value.count) { (text) throws(OutOfMemory) in try text.append(value) }
    }

    /// Adds an attribute with a short value, which is copied into wiped memory, to the element that was opened last. In
    /// front of all elements it does nothing.
    public mutating func addAttribute(_ name: ElementTree.Name, value: String) throws(OutOfMemory) {
        try addAttribute(name, byteCount: value.utf8.count) { (text) throws(OutOfMemory) in try text.append(value) }
    }

    private mutating func addAttribute(
        _ name: ElementTree.Name,
        byteCount: Int,
        append: (inout SecureBytesBuilder) throws(OutOfMemory) -> Void
    ) throws(OutOfMemory) {
        guard records.count > 1 else { return }
        let start = Int32(text.count)
        guard let end = Int32(exactly: text.count + byteCount) else { throw OutOfMemory(byteCount: byteCount) }
        try append(&text)
        attributes.append(ElementTree.Attribute(name: name.index, start: start, end: end))
        records[records.count - 1].attributeEnd = Int32(attributes.count)
    }

    /// Ends the element that is open; does nothing if none is.
    public mutating func close() {
        guard path.count > 1 else { return }
        records[Int(path.removeLast())].end = Int32(records.count)
        lastChildren.removeLast()
    }

    /// Ends every element that is still open, and the document.
    public consuming func finish() -> ElementTree {
        for index in path {
            records[Int(index)].end = Int32(records.count)
        }
        return ElementTree(
            records: records,
            attributes: attributes,
            names: names,
            nameIndices: nameIndices,
            text: text.finish()
        )
    }
}
