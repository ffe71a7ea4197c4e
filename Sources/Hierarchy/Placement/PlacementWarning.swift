/// What speaks against a placement without disproving it.
public enum PlacementWarning: Sendable, Equatable {
    /// All boxes stay in the left part of the picture at the scale that was stated, as they do at one that is too low.
    case scaleMayBeTooLow(Double)
}

extension PlacementWarning: CustomStringConvertible {
    /// What may be wrong, as a sentence for the reader of the receipt.
    public var description: String {
        switch self {
        case .scaleMayBeTooLow(let scale):
            "All boxes lie in the left part of the picture: a scale of \(NumberText.text(scale)) may be too low. Send the viewport "
                + "with the boxes, which proves it."
        }
    }
}
