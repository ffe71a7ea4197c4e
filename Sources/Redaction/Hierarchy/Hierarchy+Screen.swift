extension Hierarchy {
    /// Whether another source is of the same screen at rest: the same elements, at the same places. Texts may differ, such as the
    /// time in a status bar.
    public func showsSamePlaces(as other: Hierarchy) -> Bool {
        guard kind == other.kind, page == other.page, elements.count == other.elements.count else { return false }
        return elements.indices.allSatisfy { index in
            let (element, another) = (elements[index], other.elements[index])
            return element.frame == another.frame && element.isVisible == another.isVisible
                && element.end == another.end && tagName(of: index) == other.tagName(of: index)
                && text(.identifier, of: index) == other.text(.identifier, of: index)
        }
    }
}
