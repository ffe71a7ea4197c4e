import SecureMemory

/// The size of the display, as Appium's UiAutomator2 driver states it on `<hierarchy>`.
public struct DeclaredScreen: Sendable, Hashable {
    /// Pixels from left to right, as the display is turned: 1 to 1 000 000.
    public let width: Int
    /// Pixels from top to bottom, as the display is turned: 1 to 1 000 000.
    public let height: Int
    /// How often the display is turned by a quarter, 0 to 3: `Display.getRotation()` of Android. 0 where nothing is said.
    public let rotation: Int

    /// Makes a size. Nil unless both lengths and the rotation are in their ranges.
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
