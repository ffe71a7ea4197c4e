struct TraitReader {
    private var coordinates = InlineArray<4, Double?>(repeating: nil)
    private var traits = ElementTraits()
    private var isMalformed = false

    init(tag: String) {
        traits.isSecure = tag == Self.secureField
    }

    enum Source {
        case x, y, width, height
        case bounds
        case visibility
        case enablement
        case secrecy
        case editability
        case inputType
        case type

        /// The traits' attribute called `name` in sources of `format`, if it is one.
        init?(_ name: String, in format: HierarchyFormat) {
            switch (format, name) {
            case (.xcuiTest, "x"): self = .x
            case (.xcuiTest, "y"): self = .y
            case (.xcuiTest, "width"): self = .width
            case (.xcuiTest, "height"): self = .height
            case (_, "bounds"): self = .bounds
            case (.xcuiTest, "visible"), (.uiAutomator, "displayed"): self = .visibility
            case (_, "enabled"): self = .enablement
            case (.uiAutomator, "password"): self = .secrecy
            case (.uiAutomator, "editable"): self = .editability
            case (.uiAutomator, "input-type"): self = .inputType
            case (.xcuiTest, "type"): self = .type
            default: return nil
            }
        }
    }

    mutating func read(_ source: Source, _ value: UnsafeRawBufferPointer) {
        switch source {
        case .x: read(coordinate: 0, value)
        case .y: read(coordinate: 1, value)
        case .width: read(coordinate: 2, value)
        case .height: read(coordinate: 3, value)
        case .visibility: traits.isVisible = !value.elementsEqual("false".utf8)
        case .enablement: traits.isEnabled = !value.elementsEqual("false".utf8)
        case .secrecy: if Self.isSet(value) { traits.isSecure = true }
        case .editability: traits.isEditable = Self.isSet(value)
        case .inputType: if Self.isOfPassword(inputType: value) { traits.isSecure = true }
        case .type: if value.elementsEqual(Self.secureField.utf8) { traits.isSecure = true }
        case .bounds:
            let bounds = Bounds(value)
            traits.frame = bounds.flatMap(Frame.init)
            isMalformed = isMalformed || bounds == nil
        }
    }

    /// The traits; nil if a frame is incomplete or malformed.
    ///
    /// Numbers that are no place on a screen leave the element without a frame: drivers write such for elements that could not be
    /// measured, and that may still be seen.
    func finish() -> ElementTraits? {
        guard !isMalformed else { return nil }
        let given = coordinates.indices.compactMap { coordinates[$0] }
        guard !given.isEmpty else { return traits }
        guard given.count == 4 else { return nil }
        var traits = traits
        // WebDriverAgent writes this instead of infinite numbers.
        let isUnmeasured = given == [-1, -1, 0, 0]
        traits.frame = isUnmeasured ? nil : Frame(x: given[0], y: given[1], width: given[2], height: given[3])
        return traits
    }

    private mutating func read(coordinate: Int, _ value: UnsafeRawBufferPointer) {
        let number = Self.number(value)
        coordinates[coordinate] = number
        isMalformed = isMalformed || number == nil
    }

    /// The number in `text`, which may be infinite; nil if it is no number.
    private static func number(_ text: UnsafeRawBufferPointer) -> Double? {
        // The longest number that a driver writes has 24 characters.
        if text.count <= 24, text.allSatisfy(isDecimal) { return Double(String(decoding: text, as: UTF8.self)) }
        return isInfinity(text) ? .nan : nil
    }

    static func isInfinity(_ text: UnsafeRawBufferPointer) -> Bool {
        // A String this short has no memory of its own, which would not be wiped.
        text.count <= 9 && infinities.contains(String(decoding: text, as: UTF8.self).lowercased())
    }

    /// Whether a flag is set: in doubt it is, as a secret depends on it.
    private static func isSet(_ flag: UnsafeRawBufferPointer) -> Bool {
        !flag.isEmpty && !flag.elementsEqual("false".utf8) && !flag.elementsEqual("0".utf8)
    }

    /// Whether an `InputType` of Android is that of a password, which may be shown for the moment: the class is in the lowest four
    /// bits, the variation in the next eight.
    private static func isOfPassword(inputType text: UnsafeRawBufferPointer) -> Bool {
        guard text.count <= 11, let type = Int(String(decoding: text, as: UTF8.self)) else { return false }
        switch (type & 0xF, type & 0xFF0) {
        case (1, 0x80), (1, 0x90), (1, 0xE0), (2, 0x10): return true
        default: return false
        }
    }

    private static func isDecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private static let infinities: Set = ["nan", "inf", "-inf", "infinity", "+infinity", "-infinity"]

    private static let secureField = "XCUIElementTypeSecureTextField"
}
