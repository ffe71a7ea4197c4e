/// Collects the traits of an element of XML, attribute by attribute.
struct XMLTraits {
    private var coordinates = InlineArray<4, Double?>(repeating: nil)
    private var traits = ElementTraits()
    /// Whether something else than numbers was given for a frame.
    private var isMalformed = false

    /// Begins with an element of which only the name of the tag is known.
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

        /// The attribute called `name` in sources of `format`; nil if it says nothing about traits.
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
            let bounds = Bounds(value)
            traits.frame = bounds.flatMap(Frame.init)
            isMalformed = isMalformed || bounds == nil
        }
    }

    /// What was collected. Nil if a frame is incomplete or malformed.
    ///
    /// Numbers that are no place on a screen leave the element without a frame, as if it did not say where it is: drivers write such
    /// for what could not be measured, and it may be seen for all that.
    func finish() -> ElementTraits? {
        guard !isMalformed else { return nil }
        let given = coordinates.indices.compactMap { coordinates[$0] }
        guard !given.isEmpty else { return traits }
        guard given.count == 4 else { return nil }
        var traits = traits
        // What WebDriverAgent writes instead of infinite numbers.
        let isUnmeasured = given == [-1, -1, 0, 0]
        traits.frame = isUnmeasured ? nil : Frame(x: given[0], y: given[1], width: given[2], height: given[3])
        return traits
    }

    private mutating func read(coordinate: Int, _ value: UnsafeRawBufferPointer) {
        let number = Self.number(value)
        coordinates[coordinate] = number
        isMalformed = isMalformed || number == nil
    }

    /// The number that `text` is. It is not finite if `text` says so, or if it is beyond the range of `Double`. Nil if
    /// it is no number.
    private static func number(_ text: UnsafeRawBufferPointer) -> Double? {
        // The longest number that a driver writes has 24 characters.
        if text.count <= 24, text.allSatisfy(isDecimal) { return Double(String(decoding: text, as: UTF8.self)) }
        return isInfinity(text) ? .nan : nil
    }

    /// Whether `text` is a number that is not finite, as drivers write it.
    static func isInfinity(_ text: UnsafeRawBufferPointer) -> Bool {
        // A String this short has no memory of its own, which would not be wiped.
        text.count <= 9 && infinities.contains(String(decoding: text, as: UTF8.self).lowercased())
    }

    /// Whether decimal numbers are written with `byte`.
    private static func isDecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// The ways in which drivers write numbers that are not finite.
    private static let infinities: Set = ["nan", "inf", "-inf", "infinity", "+infinity", "-infinity"]

    private static let secureField = "XCUIElementTypeSecureTextField"
}
