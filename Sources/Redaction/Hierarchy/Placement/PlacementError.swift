public import ImageCore

/// Reason why frames cannot be placed on a snapshot.
public enum PlacementError: Error, Equatable {
    /// The screen of the hierarchy is not that of the snapshot, at any scale.
    case sizeMismatch(screen: Frame, HierarchyFormat, snapshot: PixelSize)
    /// The scale that was stated is not the one that the sizes give.
    case scaleMismatch(given: Double, screen: Frame, HierarchyFormat, snapshot: PixelSize)
    /// The picture does not show the stated part of the page. The scale is nil where it is not stated.
    case pageMismatch(shown: Frame, scale: Double?, snapshot: PixelSize)
    /// The scale is unknown: boxes do not state the size of their page.
    case scaleUnknown(snapshot: PixelSize)
    /// The hierarchy is of several displays, and a snapshot of one.
    case severalDisplays
    /// No element has a frame.
    case noFrames
}

extension PlacementError: CustomStringConvertible {
    /// The mismatch as a sentence with both sizes.
    public var description: String {
        switch self {
        case .sizeMismatch(let screen, let format, let snapshot):
            "the page source is of another screen, or of a turned one: it takes \(screen.text(in: format)), and "
                + "the snapshot has \(snapshot) pixels"
        case .scaleMismatch(let scale, let screen, let format, let snapshot):
            "a scale of \(NumberText.text(scale)) does not fit: the page source takes \(screen.text(in: format)), and "
                + "the snapshot has \(snapshot) pixels"
        case .scaleUnknown(let snapshot):
            "the boxes do not say how many of the \(snapshot) pixels make a CSS pixel; send the viewport with them, or "
                + "state the scale: devicePixelRatio * visualViewport.scale"
        case .pageMismatch(let shown, let scale, let snapshot):
            "the snapshot does not fit the page: the page states \(shown.text(in: .playwright))"
                + (scale.map { " at a scale of \(NumberText.text($0))" } ?? "")
                + ", and the snapshot has \(snapshot) pixels"
        case .severalDisplays:
            "the page source is of several displays; send the windows of the display in the snapshot"
        case .noFrames: "no element of the page source has a frame"
        }
    }
}

extension Frame {
    /// The frame as messages show it: `393x852 points`, or `393x800 points at 0,52`.
    fileprivate func text(in format: HierarchyFormat) -> String {
        let size = "\(NumberText.text(width))x\(NumberText.text(height)) \(format.unit)"
        return x == 0 && y == 0 ? size : size + " at \(NumberText.text(x)),\(NumberText.text(y))"
    }
}

enum NumberText {
    /// The number with at most two decimals, and none if it is whole.
    static func text(_ number: Double) -> String {
        let rounded = (number * 100).rounded() / 100
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}

/// Fact that speaks against a placement without disproving it.
public enum PlacementWarning: Sendable, Equatable {
    /// All boxes stay in the left part of the picture at the scale that was stated, as they do at one that is too low.
    case scaleMayBeTooLow(Double)
}

extension PlacementWarning: CustomStringConvertible {
    /// The possible mistake, as a sentence for the reader of the receipt.
    public var description: String {
        switch self {
        case .scaleMayBeTooLow(let scale):
            "All boxes lie in the left part of the snapshot: a scale of \(NumberText.text(scale)) may be too low. Send the viewport "
                + "with the boxes, which proves the scale."
        }
    }
}
