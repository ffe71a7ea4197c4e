import ImageCore

/// What a hierarchy tells about the size of its screen, and what follows from it for the scale.
struct ScreenExtent {
    private let format: HierarchyFormat
    private let snapshot: PixelSize
    /// All that the outermost elements that have a frame cover. Nil if none has one.
    private let screen: Frame?
    /// The widest of all frames.
    private let widest: Frame?

    /// The part of an edge that system bars may take, which UiAutomator leaves out of the root on some devices.
    private static let largestSystemBars = 1.0 / 8

    /// The part of a page's width that an element has to take to tell how wide the page is.
    private static let pageWide = 0.9

    init(of hierarchy: Hierarchy, on snapshot: PixelSize) {
        self.format = hierarchy.format
        self.snapshot = snapshot
        self.screen = hierarchy.outermostFrames.reduce(nil) { screen, frame in screen?.union(frame) ?? frame }
        self.widest = hierarchy.elements.lazy.compactMap(\.frame).max { $0.width < $1.width }
    }

    /// Pixels for each unit of a frame.
    func scale(given: Double?) throws(PlacementError) -> ClosedRange<Double> {
        guard let screen, let widest else { throw .noFrames }
        switch format {
        case .uiAutomator where isInPixels(screen): return 1...1
        case .uiAutomator: return try scale(of: screen, given: nil)
        case .xcuiTest: return try scale(of: screen, given: given)
        case .playwright: return try scale(ofPageWith: widest, given: given)
        }
    }

    /// The quotient of both sizes, which has to be the same for width and height.
    private func scale(of screen: Frame, given: Double?) throws(PlacementError) -> ClosedRange<Double> {
        guard screen.x == 0, screen.y == 0, !screen.isEmpty else { throw mismatch(screen) }
        let horizontal = Double(snapshot.width) / screen.width
        let vertical = Double(snapshot.height) / screen.height
        let scale = min(horizontal, vertical)...max(horizontal, vertical)
        guard scale.upperBound <= scale.lowerBound * (1 + Placement.tolerance),
            Placement.scaleRange.contains(scale.lowerBound), Placement.scaleRange.contains(scale.upperBound)
        else { throw mismatch(screen) }
        guard let given else { return scale }
        let agreeing = scale.upperBound * (1 - Placement.tolerance)...scale.lowerBound * (1 + Placement.tolerance)
        guard agreeing.contains(given) else {
            throw .scaleMismatch(given: given, screen: screen, format, snapshot: snapshot)
        }
        return given...given
    }

    /// Whether the screen is that of the snapshot as it is, with or without its system bars. UiAutomator counts from
    /// the corner of the display whether it shows them or not, so one edge that fits proves the scale and the
    /// orientation.
    private func isInPixels(_ screen: Frame) -> Bool {
        func fits(_ start: Double, _ end: Double, _ edge: Int) -> Bool { start == 0 && end == Double(edge) }
        func fitsWithBars(_ start: Double, _ end: Double, _ edge: Int) -> Bool {
            start >= 0 && end <= Double(edge) && end - start >= Double(edge) * (1 - Self.largestSystemBars)
        }
        let (width, height) = (snapshot.width, snapshot.height)
        return fits(screen.x, screen.maxX, width) && fitsWithBars(screen.y, screen.maxY, height)
            || fits(screen.y, screen.maxY, height) && fitsWithBars(screen.x, screen.maxX, width)
    }

    /// Boxes have no root. That a box is wider than the snapshot disproves the scale that was given, and that one takes
    /// most of its width proves a scale of 1: on a denser display it would be wider than its page.
    private func scale(ofPageWith widest: Frame, given: Double?) throws(PlacementError) -> ClosedRange<Double> {
        let width = Double(snapshot.width)
        let limit = width * (1 + Placement.tolerance)
        if let given {
            guard widest.width * given <= limit else {
                throw .scaleMismatch(given: given, screen: widest, format, snapshot: snapshot)
            }
            return given...given
        }
        guard widest.width <= limit else { throw mismatch(widest) }
        guard widest.width >= width * Self.pageWide, widest.x >= 0, widest.maxX <= limit else {
            throw .scaleUnknown(snapshot: snapshot)
        }
        return 1...1
    }

    private func mismatch(_ screen: Frame) -> PlacementError {
        .sizeMismatch(screen: screen, format, snapshot: snapshot)
    }
}

extension Hierarchy {
    /// The frames of those elements that have one and are held by none that has.
    fileprivate var outermostFrames: [Frame] {
        var frames: [Frame] = []
        var index = 0
        while index < elements.count {
            if let frame = elements[index].frame {
                frames.append(frame)
                index = elements[index].end
            } else {
                index += 1
            }
        }
        return frames
    }
}

extension Frame {
    /// The smallest frame that holds both.
    fileprivate func union(_ other: Frame) -> Frame {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Frame(
            uncheckedX: left,
            y: top,
            width: max(maxX, other.maxX) - left,
            height: max(maxY, other.maxY) - top
        )
    }
}
