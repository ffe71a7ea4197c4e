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
    /// The format of the source, which tells the tool that wrote it.
    public let format: HierarchyFormat

    /// What is said of the page besides its boxes; nil for a bare list of boxes, and for any other source.
    public let page: Page?

    /// The elements in document order: each one before those that it holds. None for a page of which no box was sent.
    public let elements: [Element]

    /// The attributes of all elements, those of one element together, in the order in which they are written.
    public let attributes: [Attribute]

    /// What was parsed, in UTF-8. A source in another encoding was converted and declares UTF-8. One in a reply of
    /// WebDriver was taken out of the reply. A byte order mark, and the message that `uiautomator dump` appends, are
    /// gone.
    public let source: SecureBytes

    /// The values that are written with escapes in the source, unescaped.
    let unescaped: SecureBytes

    /// The names of tags and attributes, each once.
    public let names: [String]

    /// What each attribute name is for, by its index in ``names``; nil for names of no further use.
    let roles: [AttributeRole?]

    /// The size of the display in pixels, where a source of UiAutomator states it.
    public internal(set) var declaredScreen: DeclaredScreen?

    /// An element of a screen.
    public struct Element: Sendable {
        /// Index of the element that holds this one; nil at the top.
        public let parent: Int?
        /// Index after the last element that this one holds. The elements that it holds follow it immediately.
        public internal(set) var end: Int
        /// Where the attributes of the element are in ``Hierarchy/attributes``.
        public let attributes: Range<Int>
        /// Where the element is on the screen, if the source says so.
        public let frame: Frame?
        /// Whether the element can be seen, as far as the source says: it may still lie outside of the screen.
        public let isVisible: Bool
        /// Whether the element can be used, as the source says it.
        public let isEnabled: Bool
        /// Whether the element hides what is typed into it.
        public let isSecure: Bool

        /// Index of the tag's name in ``Hierarchy/names``.
        public let tag: Int
    }

    /// An attribute of an element.
    public struct Attribute: Sendable {
        /// Where the value stands in ``Hierarchy/source``, between the quotation marks, escapes and all.
        public let sourceRange: Range<Int>
        /// Index of the attribute's name in ``Hierarchy/names``.
        public let name: Int
        /// Where the value stands among those that were unescaped; nil if it is written without escapes.
        let unescapedRange: Range<Int>?
    }
}

extension Hierarchy {
    /// The indices of the element at `index` and of all that it holds, at any depth.
    public func subtree(of index: Int) -> Range<Int> {
        index..<elements[index].end
    }

    /// The value of `attribute`, unescaped, as UTF-8.
    public func value(of attribute: Attribute) -> SecureBytes {
        attribute.unescapedRange.map { unescaped[$0] } ?? source[attribute.sourceRange]
    }

    /// The name of the element's tag; for a box of Playwright the role, or `box` if it has no role.
    public func tagName(of index: Int) -> String {
        names[elements[index].tag]
    }

    /// The type of the element, in the words of the tool: `XCUIElementTypeButton`, `android.widget.Button`, `button`.
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

extension Hierarchy {
    /// Which elements are marked, by themselves or with one that holds them.
    ///
    /// - Parameter marks: Whether each element is marked by itself.
    public func includingHeld(_ marks: [Bool]) -> [Bool] {
        var end = 0
        return marks.indices.map { index in
            if marks[index] { end = max(end, elements[index].end) }
            return index < end
        }
    }
}
