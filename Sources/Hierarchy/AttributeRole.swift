/// What an attribute is for.
public enum AttributeRole: Sendable {
    /// What the element is called in code: `name`, `resource-id`, `locator`.
    case identifier
    /// What kind of element it is: `type`, `class`, `role`.
    case type
    /// The app that it belongs to: `package`.
    case package
    /// What a screen reader calls it: `label`, `content-desc`.
    case label
    /// What it shows or what was entered: `value`, `text`.
    case value
    /// What it shows while it is empty: `placeholderValue`, `hint`.
    case hint
    /// What the tool measured: places, sizes, flags.
    case measurement

    /// The role of the attribute called `name` in sources of `format`; nil for those of no further use.
    init?(_ name: String, in format: HierarchyFormat) {
        guard let role = Self.roles(in: format)[name] else { return nil }
        self = role
    }

    private static func roles(in format: HierarchyFormat) -> [String: AttributeRole] {
        switch format {
        case .xcuiTest: xcuiTest
        case .uiAutomator: uiAutomator
        case .playwright: playwright
        }
    }

    private static let xcuiTest: [String: AttributeRole] = [
        "name": .identifier, "type": .type, "label": .label, "value": .value, "placeholderValue": .hint,
        "x": .measurement, "y": .measurement, "width": .measurement, "height": .measurement, "index": .measurement,
        "enabled": .measurement, "visible": .measurement, "accessible": .measurement, "hittable": .measurement,
        "focused": .measurement, "selected": .measurement,
    ]

    private static let uiAutomator: [String: AttributeRole] = [
        "resource-id": .identifier, "class": .type, "content-desc": .label, "text": .value, "hint": .hint,
        "package": .package, "bounds": .measurement, "index": .measurement, "instance": .measurement,
        "rotation": .measurement, "width": .measurement, "height": .measurement,
        "checkable": .measurement, "checked": .measurement, "clickable": .measurement, "displayed": .measurement,
        "enabled": .measurement, "focusable": .measurement, "focused": .measurement, "long-clickable": .measurement,
        "password": .measurement, "scrollable": .measurement, "selected": .measurement,
    ]

    private static let playwright: [String: AttributeRole] = [
        "locator": .identifier, "role": .type, "text": .value,
    ]
}
