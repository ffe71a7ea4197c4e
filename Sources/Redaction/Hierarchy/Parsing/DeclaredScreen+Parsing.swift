import SecureMemory

extension DeclaredScreen {
    /// What the first `<hierarchy>` of `hierarchy` states with `width`, `height` and `rotation`. Nil if it has neither `width` nor
    /// `height`, as that of `uiautomator dump`.
    ///
    /// - Throws: ``HierarchyError/Reason/malformedScreen`` if it has one alone, or what one says is out of range.
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
    /// The number that one to nine digits stand for. Nil for everything else.
    var wholeNumber: Int? {
        guard (1...9).contains(count) else { return nil }
        return withUnsafeBytes { digits in
            guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
            return digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
        }
    }
}
