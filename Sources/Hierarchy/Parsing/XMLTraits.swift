import StrictJSON

/// Collects the traits of an element of XML, attribute by attribute.
struct XMLTraits {
    private var coordinates = InlineArray<4, Double?>(repeating: nil)
    private var bounds: Frame?
    private var traits = ElementTraits()
    /// Whether a number was none.
    private var isMalformed = false

    /// - Parameter tag: The name of the element's tag.
    init(tag: String) {
        traits.isSecure = tag == Self.secureField
    }

    /// The attributes that say something about traits.
    enum Source {
        case x, y, width, height
        case bounds
        case visibility
        case enablement
        case secrecy
        case type

        /// Nil for all others.
        init?(_ name: String, in format: HierarchyFormat) {
            switch (format, name) {
            case (.xcuiTest, "x"): self = .x
            case (.xcuiTest, "y"): self = .y
            case (.xcuiTest, "width"): self = .width
            case (.xcuiTest, "height"): self = .height
            case (.uiAutomator, "bounds"): self = .bounds
            case (.xcuiTest, "visible"), (.uiAutomator, "displayed"): self = .visibility
            case (_, "enabled"): self = .enablement
            case (.uiAutomator, "password"): self = .secrecy
            case (.xcuiTest, "type"): self = .type
            default: return nil
            }
        }
    }

    /// Takes the value of one attribute.
    mutating func read(_ source: Source, _ value: UnsafeRawBufferPointer) {
        switch source {
        case .x: read(coordinate: 0, value)
        case .y: read(coordinate: 1, value)
        case .width: read(coordinate: 2, value)
        case .height: read(coordinate: 3, value)
        case .visibility: traits.isVisible = !value.elementsEqual("false".utf8)
        case .enablement: traits.isEnabled = !value.elementsEqual("false".utf8)
        case .secrecy: if value.elementsEqual("true".utf8) { traits.isSecure = true }
        case .type: if value.elementsEqual(Self.secureField.utf8) { traits.isSecure = true }
        case .bounds:
            bounds = Frame(bounds: value)
            isMalformed = isMalformed || bounds == nil
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
