extension Hierarchy {
    /// A word for people for the element at `index`, by its type: `password`, `field`, `text`, `button`, `choice`, `image`; nil for
    /// any other type that says nothing.
    public func noun(of index: Int) -> String? {
        if elements[index].isSecure { return "password" }
        return switch ElementKind(of: index, in: self) {
        case .input: "field"
        case .text: "text"
        case .control: "button"
        case .choice: "choice"
        case .image: "image"
        case .row, .other: says(index) ? "text" : nil
        case .window: nil
        }
    }
}
