public import SecureMemory

/// Elements of a document with their attributes: the input of an ``XPath``.
///
/// An element is known by its index in document order, counted from 0. There is no text between the tags, no comment, no
/// processing instruction and no namespace: page sources have everything in attributes. Made by an ``ElementTreeBuilder``.
public struct ElementTree: Sendable {
    let records: [Record]
    let attributes: [Attribute]
    /// The names of elements and attributes, each once.
    let names: [String]
    /// The index of each name in ``names``.
    let nameIndices: [String: Int32]
    let text: SecureBytes

    /// A name of elements or attributes, known to its ``ElementTreeBuilder`` alone.
    public struct Name: Sendable, Hashable {
        let index: Int32
    }

    /// An element, or the document. Every index counts ``ElementTree/records``.
    struct Record: Sendable {
        /// The index of the element's name in ``ElementTree/names``; -1 for the document.
        var name: Int32
        /// The index of the element's parent; -1 for the document.
        var parent: Int32
        /// The index behind the last descendant.
        var end: Int32
        /// The index of the sibling before this one; -1 for a first child.
        var previousSibling: Int32
        var firstAttribute: Int32
        var attributeEnd: Int32
    }

    /// A name and a value, as a range of ``ElementTree/text``.
    struct Attribute: Sendable {
        var name: Int32
        var start: Int32
        var end: Int32

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// The number of elements.
    public var count: Int { records.count - 1 }

    /// The name of the element's tag.
    ///
    /// - Parameter element: Within `0..<count`, as everywhere here.
    public func name(of element: Int) -> String {
        names[Int(records[element + 1].name)]
    }

    /// The element that holds `element`, or nil at the top of the document.
    public func parent(of element: Int) -> Int? {
        let parent = records[element + 1].parent
        return parent > 0 ? Int(parent) - 1 : nil
    }

    /// The indices of `element` and of all that it holds.
    public func subtree(of element: Int) -> Range<Int> {
        element..<Int(records[element + 1].end) - 1
    }

    /// The value of the attribute called `name`, as UTF-8; nil if the element has none.
    public func value(of name: String, of element: Int) -> SecureBytes? {
        guard let index = nameIndices[name] else { return nil }
        let record = records[element + 1]
        let range = Int(record.firstAttribute)..<Int(record.attributeEnd)
        return attributes[range].first { $0.name == index }.map { text[$0.range] }
    }
}
