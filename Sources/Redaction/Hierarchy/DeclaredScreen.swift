import SecureMemory

/// Size of the display that Appium's UiAutomator2 driver states on `<hierarchy>`.
public struct DeclaredScreen: Sendable, Hashable {
    /// Pixels from left to right, as the display is turned: 1 to 1 000 000.
    public let width: Int
    /// Pixels from top to bottom, as the display is turned: 1 to 1 000 000.
    public let height: Int
    /// Quarter turns of the display, 0 to 3: `Display.getRotation()` of Android. 0 where the source says nothing.
    public let rotation: Int

    init?(width: Int, height: Int, rotation: Int) {
        let lengths = 1...Int(Frame.maximumLength)
        guard lengths.contains(width), lengths.contains(height), (0...3).contains(rotation) else { return nil }
        self.width = width
        self.height = height
        self.rotation = rotation
    }
}

extension Hierarchy {
    /// A display, of which a source of `uiautomator dump --windows` has one or more.
    public struct Display: Sendable, Equatable {
        /// Index of the element of the display, which holds those of its windows. Their frames count from its corner.
        public let element: Int
        /// The number of the display: 0 for the device's own, which screenshots are of. Nil if the source does not say
        /// it.
        public let id: Int?
    }

    /// The displays of a source of `uiautomator dump --windows`, in document order; none in any other source. Takes
    /// time linear in the elements.
    public var displays: [Display] {
        guard format == .uiAutomator, names[elements[0].tag] == "displays", let tag = names.firstIndex(of: "display")
        else { return [] }
        return elements.indices.filter { elements[$0].tag == tag && elements[$0].parent == 0 }.map { index in
            let id = attributes[elements[index].attributes].first { names[$0.name] == "id" }
            return Display(element: index, id: id.flatMap { value(of: $0).wholeNumber })
        }
    }
}

extension DeclaredScreen {
    /// The size on the first `<hierarchy>`: its `width`, `height` and `rotation`. Nil without `width` and `height`, which
    /// `uiautomator dump` leaves out.
    ///
    /// - Throws: ``HierarchyError/Reason/malformedScreen`` if it has one alone, or one is out of range.
    init?(of hierarchy: Hierarchy) throws(HierarchyError) {
        guard let tag = hierarchy.names.firstIndex(of: "hierarchy"),
            let element = hierarchy.elements.first(where: { $0.tag == tag })
        else { return nil }
        let attributes = hierarchy.attributes[element.attributes]
        func value(_ name: String) -> SecureBytes? {
            attributes.first { hierarchy.names[$0.name] == name }.map(hierarchy.value)
        }
        let (width, height, rotation) = (value("width"), value("height"), value("rotation"))
        guard width != nil || height != nil else { return nil }
        guard let width = width?.wholeNumber, let height = height?.wholeNumber,
            let rotation = rotation == nil ? 0 : rotation?.wholeNumber
        else { throw HierarchyError(.malformedScreen) }
        guard let screen = DeclaredScreen(width: width, height: height, rotation: rotation) else {
            throw HierarchyError(.malformedScreen)
        }
        self = screen
    }
}

extension SecureBytes {
    /// The number that one to nine digits stand for; nil for everything else.
    var wholeNumber: Int? {
        guard (1...9).contains(count) else { return nil }
        return withUnsafeBytes { digits in
            guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
            return digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
        }
    }
}
