import StrictJSON

/// Collects the traits of an element of XML, attribute by attribute.
struct XMLTraits {
    private var coordinates = InlineArray<4, Double?>(repeating: nil)
    private var bounds: Frame?
    private var traits = ElementTraits()
    /// Whether a number was none.
    private var isMalformed = false

    /// - Parameters:
    ///   - tag: The name of the element's tag.
    init(tag: String) {
        traits.isSecure = tag == Self.secureField
    }

    /// Takes one attribute. Those that say nothing about traits are passed over.
    mutating func read(_ name: String, _ value: UnsafeRawBufferPointer, in format: HierarchyFormat) {
        switch (format, name) {
        case (.xcuiTest, "x"): read(coordinate: 0, value)
        case (.xcuiTest, "y"): read(coordinate: 1, value)
        case (.xcuiTest, "width"): read(coordinate: 2, value)
        case (.xcuiTest, "height"): read(coordinate: 3, value)
        case (.xcuiTest, "visible"), (.uiAutomator, "displayed"): traits.isVisible = !value.elementsEqual("false".utf8)
        case (_, "enabled"): traits.isEnabled = !value.elementsEqual("false".utf8)
        case (.xcuiTest, "type"): if value.elementsEqual(Self.secureField.utf8) { traits.isSecure = true }
        case (.uiAutomator, "password"): if value.elementsEqual("true".utf8) { traits.isSecure = true }
        case (.uiAutomator, "bounds"):
            bounds = Frame(bounds: value)
            isMalformed = isMalformed || bounds == nil
        default: break
        }
    }

    /// What was collected. Nil if a frame is incomplete or malformed.
    func finish() -> ElementTraits? {
        guard !isMalformed else { return nil }
        var traits = traits
        traits.frame = bounds
        let given = coordinates.indices.compactMap { coordinates[$0] }
        guard !given.isEmpty else { return traits }
        guard given.count == 4, let frame = Frame(x: given[0], y: given[1], width: given[2], height: given[3]) else {
            return nil
        }
        traits.frame = frame
        return traits
    }

    private mutating func read(coordinate: Int, _ value: UnsafeRawBufferPointer) {
        // Longer ones are no coordinates of a screen; this one fits a String without memory of its own.
        let number = value.count <= 15 ? Double(json: String(decoding: value, as: UTF8.self)) : nil
        coordinates[coordinate] = number
        isMalformed = isMalformed || number == nil
    }

    private static let secureField = "XCUIElementTypeSecureTextField"
}
