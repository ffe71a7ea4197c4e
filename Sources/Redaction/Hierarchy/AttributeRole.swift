/// What an attribute of an element is for, whatever a tool calls it.
public enum AttributeRole: Sendable {
    /// What the element is called in code: `name`, `resource-id`, `locator`.
    case identifier
    /// What kind of element it is: `type`, `class`, `role`.
    case type
    /// The app that the element belongs to: `package`.
    case package
    /// What a screen reader calls the element: `label`, `content-desc`.
    case label
    /// What the element shows or what was entered: `value`, `text`.
    case value
    /// What the element shows while it is empty: `placeholderValue`, `hint`.
    case hint
    /// What the tool measured: places, sizes, flags.
    case measurement

    /// The role of the attribute called `name` in sources of `format`; nil for an attribute of no further use.
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
        "placeholderValue": .hint,
    ]

    private static let uiAutomator: [String: AttributeRole] = [
        "resource-id": .identifier, "class": .type, "package": .package, "content-desc": .label, "text": .value,
        "original-text": .value, "hint": .hint,
    ]

    private static let playwright: [String: AttributeRole] = [
        "locator": .identifier, "role": .type, "text": .value,
    ]
}
