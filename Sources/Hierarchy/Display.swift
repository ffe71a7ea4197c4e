import SecureMemory

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
