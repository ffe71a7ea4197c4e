/// Forms of values that only the tool can have written. Nobody types into them, and without them a source would be of no use.
enum StructuralForm {
    /// `true` and `false`, or `1` and `0`.
    case flag
    /// A number: `12`, `-0.5`, `0x81`.
    case number
    /// A number without which an element has no place, so that a source cannot be read: `12`, `-0.5`, `inf`.
    case coordinate
    /// Four numbers: `[0,0][1080,2400]` or `{{0, 0}, {393, 852}}`.
    case frame
    /// Words of a closed list, with commas between them.
    case words
    /// The name of a type or a package: `android.widget.Button`.
    case name

    func describes(_ value: UnsafeRawBufferPointer) -> Bool {
        switch self {
        case .flag: value.matches("true") || value.matches("false") || value.matches("1") || value.matches("0")
        case .number: value.matches("#") || value.isHexadecimal
        case .coordinate: value.matches("#") || TraitReader.isInfinity(value)
        case .frame: Bounds(value) != nil || value.matches("{{#, #}, {#, #}}")
        case .words:
            value.split(separator: UInt8(ascii: ",")).allSatisfy { word in
                let word = word.drop { $0 == UInt8(ascii: " ") }
                return word.count <= 32 && Self.knownWords.contains(String(decoding: word, as: UTF8.self))
            }
        case .name:
            value.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "$"):
                    true
                default: false
                }
            }
        }
    }

    /// Replacement of a value that has not this form, and has to have it; nil for any text.
    var substitute: String? {
        switch self {
        case .coordinate: "0"
        case .flag, .number, .frame, .words, .name: nil
        }
    }

    /// The form of the attribute called `name` in `hierarchy`; nil if it may hold anything.
    init?(_ name: String, in hierarchy: Hierarchy) {
        self.init(name, in: hierarchy.format)
        // The attributes of other sources of Android that are called so place nothing.
        if hierarchy.kind == .sentry, Self.xcuiTest[name] == .coordinate { self = .coordinate }
    }

    /// The form of the attribute called `name` in sources of `format`; nil if it may hold anything.
    init?(_ name: String, in format: HierarchyFormat) {
        let forms: [String: StructuralForm] =
            switch format {
            case .xcuiTest: Self.xcuiTest
            case .uiAutomator: Self.uiAutomator
            case .playwright: [:]
            }
        guard let form = forms[name] else { return nil }
        self = form
    }

    /// Whether the attribute called `name` reveals, by its presence or its value, that its element, or one in it, shows some text
    /// or none, or has a part of it selected.
    static func isTelling(_ name: String, in format: HierarchyFormat) -> Bool {
        format == .uiAutomator && tellingOfUIAutomator.contains(name)
    }
}

// The attributes of WebDriverAgent (FBXPath.m), of Appium's UiAutomator2 server (Attribute.java), of AOSP's uiautomator
// (AccessibilityNodeInfoDumper.java), and those that only JSON has.
extension StructuralForm {
    private static let xcuiTest = table([
        .flag: [
            "accessible", "checked", "enabled", "focused", "hittable", "nativeAccessibilityElement", "selected",
            "visible",
        ],
        .number: ["alpha", "index", "processId"],
        .coordinate: ["height", "width", "x", "y"],
        .frame: ["bounds", "frame", "nativeFrame"],
        .words: ["traits"],
        .name: ["rendering_system", "view_controller"],
    ])

    // Not `showing-hint`, which reveals whether a field is empty.
    private static let uiAutomator = table([
        .flag: [
            "a11y-focused", "a11y-important", "accessibility-focused", "active", "checkable", "checked", "clickable",
            "content-invalid", "context-clickable", "dismissable", "displayed", "editable", "enabled", "focusable",
            "focused", "heading", "ignoreBoundsFiltering", "important-for-accessibility", "is-collection",
            "is-collection-item", "long-clickable", "multiline", "password", "screen-reader-focusable", "scrollable",
            "selected", "text-entry-key", "visible-to-user",
        ],
        .number: [
            "alpha", "child_count", "display-id", "drawing-order", "height", "id", "index", "input-type", "instance",
            "layer", "live-region", "max-text-length", "parent", "rotation", "temp_id", "width", "window-id", "x", "y",
        ],
        .frame: ["bounds"],
        .name: ["rendering_system"],
    ])

    // `state_str` and `view_str` are digests of texts by droidbot, for which all short texts can be tried.
    private static let tellingOfUIAutomator: Set<String> = [
        "NAF", "selection-end", "selection-start", "state_str", "text-has-clickable-span", "text-size", "text-unit",
        "view_str",
    ]

    private static func table(_ names: [StructuralForm: [String]]) -> [String: StructuralForm] {
        names.reduce(into: [:]) { forms, entry in
            for name in entry.value { forms[name] = entry.key }
        }
    }

    private static let knownWords: Set<String> = [
        "Adjustable", "AllowsDirectInteraction", "Button", "CausesPageTurn", "Header", "Image", "KeyboardKey", "Link",
        "None",
        "NotEnabled", "PlaysSound", "SearchField", "Selected", "StartsMediaSession", "StaticText", "SummaryElement",
        "SupportsZoom", "TabBar", "ToggleButton", "UpdatesFrequently",
    ]
}

extension UnsafeRawBufferPointer {
    /// Whether the text is `template` with a number instead of each `#`, of at most ten digits before the point: a card
    /// has more.
    fileprivate func matches(_ template: StaticString) -> Bool {
        var rest = self[...]
        for byte in UnsafeBufferPointer(start: template.utf8Start, count: template.utf8CodeUnitCount) {
            guard byte != UInt8(ascii: "#") else {
                guard rest.takeNumber() else { return false }
                continue
            }
            guard rest.popFirst() == byte else { return false }
        }
        return rest.isEmpty
    }

    /// Whether the text is `0x` and a number of at most 32 bits.
    fileprivate var isHexadecimal: Bool {
        starts(with: "0x".utf8) && (3...10).contains(count)
            && dropFirst(2).allSatisfy { UnicodeScalar($0).properties.isASCIIHexDigit }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate mutating func takeNumber() -> Bool {
        if first == UInt8(ascii: "-") { removeFirst() }
        guard (1...10).contains(takeDigits()) else { return false }
        if first == UInt8(ascii: ".") {
            removeFirst()
            guard (1...17).contains(takeDigits()) else { return false }
        }
        guard let exponent = first, exponent | 0x20 == UInt8(ascii: "e") else { return true }
        removeFirst()
        if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { removeFirst() }
        return (1...3).contains(takeDigits())
    }

    private mutating func takeDigits() -> Int {
        let digits = prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        removeFirst(digits.count)
        return digits.count
    }
}
