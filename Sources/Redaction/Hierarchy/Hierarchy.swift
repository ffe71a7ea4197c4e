public import SecureMemory

/// The elements of one screen, from the page source of the tool that drove it.
///
/// ```swift
/// let hierarchy = try Hierarchy(parsing: pageSource)
/// var budget = WorkBudget(limit: Hierarchy.levelWorkLimit)
/// let secrets = try hierarchy.elements(at: .sensitive, budget: &budget)
/// let safe = try hierarchy.source(redacting: secrets).bytes
/// ```
/// Texts stay where they arrived, in wiped memory; only the names of types and attributes are copied out of it.
public struct Hierarchy: Sendable {
    /// The format of the source: the platform, whose XML gives attributes their names.
    public let format: HierarchyFormat

    /// The kind of the source: the tool that wrote it, and its notation.
    public let kind: SourceKind

    /// Facts about the page besides its boxes; nil for a bare list of boxes, and for any other source.
    public let page: Page?

    /// The elements in document order: each one before those that it holds. None for a page of which no box was sent.
    public let elements: [Element]

    /// The attributes of all elements, those of one element together, in the order in which they are written.
    public let attributes: [Attribute]

    /// The source in UTF-8. A source in another encoding was converted and declares UTF-8; one in a reply of WebDriver was taken
    /// out of it. A byte order mark, and the message that `uiautomator dump` appends, are gone.
    public let source: SecureBytes

    let unescaped: SecureBytes

    /// The names of tags and attributes, each once.
    public let names: [String]

    /// The role of each attribute name, by its index in ``names``; nil for names of no further use.
    let roles: [AttributeRole?]

    /// The size of the display in pixels, where a source of UiAutomator states it.
    public internal(set) var declaredScreen: DeclaredScreen?

    /// An element of a screen.
    public struct Element: Sendable {
        /// Index of the element that holds this one; nil at the top.
        public let parent: Int?
        /// Index after the last element that this one holds. The elements that it holds follow it immediately.
        public internal(set) var end: Int
        /// Indices in ``Hierarchy/attributes`` of the element's attributes.
        public let attributes: Range<Int>
        /// Place of the element on the screen, if the source states it.
        public let frame: Frame?
        /// Whether the element takes all of its frame. It is somewhere within where a source does not say how far a list is
        /// scrolled.
        public let fillsFrame: Bool
        /// Whether the element can be seen, as far as the source says: it may still lie outside of the screen.
        public let isVisible: Bool
        /// Whether the element can be used, according to the source.
        public let isEnabled: Bool
        /// Whether the element hides the typed text, or is declared to take a password.
        public let isSecure: Bool
        /// Whether a text can be typed into the element, whatever its type, as far as the source says.
        public let isEditable: Bool

        /// Index of the tag's name in ``Hierarchy/names``.
        public let tag: Int
    }

    /// An attribute of an element.
    public struct Attribute: Sendable {
        /// Range of the value in ``Hierarchy/source``, between the quotation marks if it has them, with its escapes.
        public let sourceRange: Range<Int>
        /// Index of the attribute's name in ``Hierarchy/names``.
        public let name: Int
        /// Whether the source writes `null`: the element has no such attribute, and a text in its place would be new.
        public let isNull: Bool
        /// The range in `unescaped`; nil if the value is written as it is.
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

    /// The text of the element in `role`, unescaped, as UTF-8; nil if there is none.
    public func text(_ role: AttributeRole, of index: Int) -> SecureBytes? {
        attribute(role, of: index).map(value).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The attribute of the element that has `role`.
    public func attribute(_ role: AttributeRole, of index: Int) -> Attribute? {
        attributes[elements[index].attributes].first { roles[$0.name] == role && !$0.isNull }
    }
}

extension Hierarchy {
    /// Marks that include each element that a marked one holds.
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

/// The platforms whose page sources are understood, with the names that their tools give to types and attributes.
public enum HierarchyFormat: String, Sendable, CaseIterable {
    /// iOS, as in the XML of Appium's XCUITest driver: frames in points.
    case xcuiTest
    /// Android, as in the XML of `uiautomator dump` and of Appium's UiAutomator2 driver: frames in pixels of the display.
    case uiAutomator
    /// A JSON list of boxes as Playwright's `boundingBox()` gives them: frames in CSS pixels.
    case playwright

    var unit: String {
        switch self {
        case .xcuiTest: "points"
        case .uiAutomator: "pixels"
        case .playwright: "CSS pixels"
        }
    }
}

/// Purpose of an attribute, whatever a tool calls it.
public enum AttributeRole: Sendable {
    /// Name of the element in code: `name`, `resource-id`, `locator`.
    case identifier
    /// Kind of the element: `type`, `class`, `role`.
    case type
    /// The app that the element belongs to: `package`.
    case package
    /// Name of the element for a screen reader: `label`, `content-desc`.
    case label
    /// Text that the element shows or that was entered: `value`, `text`.
    case value
    /// Text that the element shows while it is empty: `placeholderValue`, `hint`.
    case hint
    /// Measurement by the tool: places, sizes, flags.
    case measurement

    init?(_ name: String, in format: HierarchyFormat) {
        if let role = Self.roles(in: format)[name] {
            self = role
        } else if StructuralForm(name, in: format) != nil {
            self = .measurement
        } else {
            return nil
        }
    }

    private static func roles(in format: HierarchyFormat) -> [String: AttributeRole] {
        switch format {
        case .xcuiTest: xcuiTest
        case .uiAutomator: uiAutomator
        case .playwright: playwright
        }
    }

    private static let xcuiTest: [String: AttributeRole] = [
        "name": .identifier, "type": .type, "bundleId": .package, "label": .label, "value": .value,
        "placeholderValue": .hint, "title": .label, "text": .value,
    ]

    private static let uiAutomator: [String: AttributeRole] = [
        "resource-id": .identifier, "class": .type, "package": .package, "content-desc": .label, "text": .value,
        "original-text": .value, "hint": .hint, "tag": .identifier,
    ]

    private static let playwright: [String: AttributeRole] = [
        "locator": .identifier, "role": .type, "text": .value,
    ]
}

/// Bounds on the size of a page source.
public struct HierarchyLimits: Sendable, Equatable {
    /// Bytes of the source.
    public var byteCount: Int
    /// Depth of nested elements.
    public var depth: Int
    /// Elements of the source.
    public var elementCount: Int
    /// Attributes of one element.
    public var attributeCount: Int

    /// Sets the bounds. The defaults are far beyond the needs of a screen.
    public init(
        byteCount: Int = 8 << 20,
        depth: Int = 512,
        elementCount: Int = 50_000,
        attributeCount: Int = 256
    ) {
        self.byteCount = byteCount
        self.depth = depth
        self.elementCount = elementCount
        self.attributeCount = attributeCount
    }
}
