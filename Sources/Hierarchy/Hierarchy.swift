public import SecureMemory

/// The elements of one screen, as the tool that drove it wrote them down: a page source.
///
/// ```swift
/// let hierarchy = try Hierarchy(parsing: pageSource)
/// var budget = WorkBudget(limit: Hierarchy.levelWorkLimit)
/// let secrets = try hierarchy.elements(at: .sensitive, budget: &budget)
/// let safe = try hierarchy.source(redacting: secrets).bytes
/// ```
/// Texts stay where they arrived, in wiped memory; only the names of types and attributes are copied out of it.
public struct Hierarchy: Sendable {
    /// Which tool wrote it.
    public let format: HierarchyFormat

    /// What is said of the page beside the boxes; nil for any other source, and for a bare list.
    public let page: Page?

    /// The elements in document order: each one before those that it holds. None for a page of which no box was sent.
    public let elements: [Element]

    /// The attributes of all elements, those of one element together, in the order in which they are written.
    public let attributes: [Attribute]

    /// What was parsed, in UTF-8: a source in another encoding is converted and declares UTF-8, one in a reply of WebDriver was taken out
    /// of it, and a byte order mark and the message that `uiautomator dump` appends are gone.
    public let source: SecureBytes

    /// The values that are written with escapes, as what they stand for.
    let unescaped: SecureBytes

    /// The names of tags and attributes, each once.
    public let names: [String]

    /// What the attribute is for that the name of the same index stands for.
    let roles: [AttributeRole?]

    /// The size of the display in pixels, where a source of UiAutomator states it.
    public internal(set) var declaredScreen: DeclaredScreen?

    /// One element of a screen.
    public struct Element: Sendable {
        /// Index of the element that holds this one; nil at the top.
        public let parent: Int?
        /// Index after the last element that this one holds. Those that it holds follow it immediately.
        public internal(set) var end: Int
        /// Where its attributes are in ``Hierarchy/attributes``.
        public let attributes: Range<Int>
        /// Where it is on the screen, if the source says so.
        public let frame: Frame?
        /// Whether it can be seen, as far as the source says: it may still lie outside of the screen.
        public let isVisible: Bool
        /// Whether it takes input.
        public let isEnabled: Bool
        /// Whether what is typed into it is hidden.
        public let isSecure: Bool

        /// Index of its tag among ``Hierarchy/names``.
        public let tag: Int
    }

    /// One attribute of an element.
    public struct Attribute: Sendable {
        /// Where its value stands in ``Hierarchy/source``, between the quotation marks, escapes and all.
        public let sourceRange: Range<Int>
        /// Index of its name among ``Hierarchy/names``.
        public let name: Int
        /// Where its value stands among those that were unescaped; nil if it is written as it is.
        let unescapedRange: Range<Int>?
    }
}

extension Hierarchy {
    /// The elements that the one at `index` holds, at any depth, and itself.
    public func subtree(of index: Int) -> Range<Int> {
        index..<elements[index].end
    }

    /// What `attribute` says, unescaped, as UTF-8.
    public func value(of attribute: Attribute) -> SecureBytes {
        attribute.unescapedRange.map { unescaped[$0] } ?? source[attribute.sourceRange]
    }

    /// The name of the element's tag; for a box of Playwright its role, or `box` where it has none.
    public func tagName(of index: Int) -> String {
        names[elements[index].tag]
    }

    /// What kind of element it is, in the words of the tool: `XCUIElementTypeButton`, `android.widget.Button`,
    /// `button`.
    public func type(of index: Int) -> String {
        guard let attribute = attribute(.type, of: index) else { return tagName(of: index) }
        return value(of: attribute).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// What the element says of itself in `role`, unescaped, as UTF-8. Nil if it says nothing.
    public func text(_ role: AttributeRole, of index: Int) -> SecureBytes? {
        attribute(role, of: index).map(value).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The attribute of the element that has `role`.
    public func attribute(_ role: AttributeRole, of index: Int) -> Attribute? {
        attributes[elements[index].attributes].first { roles[$0.name] == role }
    }
}
