import StrictJSON

/// What a kind of JSON tree calls things, in the words of the XML of its platform: so that an XPath, a level or a pattern that was
/// written for the XML finds the same elements.
struct Dialect {
    let kind: SourceKind
    let format: HierarchyFormat

    /// The member whose own members are attributes.
    var nested: String? {
        switch kind {
        case .maestro: "attributes"
        case .webDriverAgent: "rect"
        case .xml, .boxes, .droidbot, .sentry: nil
        }
    }

    /// The attribute for the member `name`, which keeps its name where the XML has none for it.
    func attribute(for name: String) -> String {
        Self.names[kind]?[name] ?? platformNames[name] ?? name
    }

    /// Names that depend on the platform of a tool that knows both.
    private var platformNames: [String: String] {
        switch (kind, format) {
        case (.maestro, .xcuiTest): Self.maestroOfApple
        case (.maestro, _): Self.maestroOfAndroid
        case (.sentry, .xcuiTest): Self.sentryOfApple
        case (.sentry, _): Self.sentryOfAndroid
        default: [:]
        }
    }

    /// The tag of elements without a type.
    func tag(ofRoot isRoot: Bool) -> String {
        guard isRoot, kind != .webDriverAgent else { return "node" }
        return format == .uiAutomator ? "hierarchy" : "AppiumAUT"
    }
}

extension Dialect {
    private static let names: [SourceKind: [String: String]] = [
        .webDriverAgent: [
            "isEnabled": "enabled", "isVisible": "visible", "isAccessible": "accessible", "isFocused": "focused",
            "isSelected": "selected", "isHittable": "hittable",
            "isNativeAccessibilityElement": "nativeAccessibilityElement",
        ],
        .droidbot: [
            "resource_id": "resource-id", "content_description": "content-desc", "is_password": "password",
            "visible": "displayed", "long_clickable": "long-clickable",
        ],
    ]
    private static let maestroOfApple = [
        "resource-id": "name", "accessibilityText": "label", "hintText": "placeholderValue",
    ]
    private static let maestroOfAndroid = ["accessibilityText": "content-desc", "hintText": "hint"]
    private static let sentryOfApple = ["identifier": "name"]
    private static let sentryOfAndroid = [
        "type": "class", "identifier": "resource-id", "visibility": "displayed", "visible": "displayed",
    ]
}

extension Dialect {
    /// What the XML writes instead of `value`; nil if it is the same.
    func meaning(of value: UnsafeRawBufferPointer, in attribute: String) -> String? {
        switch (kind, attribute) {
        case (.webDriverAgent, "type"):
            // Anything but a name is kept, or the places of its characters would not be those of the source. Some tools write types
            // as the XML does.
            let isShort = StructuralForm.name.describes(value) && !value.starts(with: "XCUIElementType".utf8)
            return !value.isEmpty && isShort ? "XCUIElementType" + String(decoding: value, as: UTF8.self) : nil
        case (.webDriverAgent, _) where StructuralForm(attribute, in: format) == .flag:
            if value.elementsEqual("1".utf8) { return "true" }
            return value.elementsEqual("0".utf8) ? "false" : nil
        case (.sentry, "displayed"):
            if value.elementsEqual("visible".utf8) { return "true" }
            return value.elementsEqual("invisible".utf8) || value.elementsEqual("gone".utf8) ? "false" : nil
        default: return nil
        }
    }

    /// Whether a value in `role` is that of a secure field, which the tool does not name one: a row of bullets.
    func hidesText(_ value: UnsafeRawBufferPointer, in role: AttributeRole?) -> Bool {
        kind == .maestro && role == .value && !value.isEmpty && value.count % 3 == 0
            && value.indices.allSatisfy { value[$0] == Self.bullet[$0 % 3] }
    }

    private static let bullet: [UInt8] = [0xE2, 0x80, 0xA2]
}
