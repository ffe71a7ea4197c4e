import ImageCore

/// The part of the coordinates of a source that its snapshot shows.
struct Capture {
    /// Pixels for each unit of a frame.
    var scale: ClosedRange<Double>
    /// The coordinate of the snapshot's left edge; a range where its rounding is not known.
    var left: ClosedRange<Double> = 0...0
    /// The coordinate of the snapshot's top edge; a range where its rounding is not known.
    var top: ClosedRange<Double> = 0...0
    /// The parts of the screen that the source describes; nil for all of it.
    var described: [Frame]?
    /// Windows in front of the described ones, of which the source states only the place.
    var closed: [Frame] = []
    /// The elements that are on the display of the picture; nil for all.
    var pictured: Range<Int>?
    var warning: PlacementWarning?
    /// Corners of grids of whole units, to which the tool moves edges. None if it draws edges where the frames have them.
    var grids: [Page.Offset] = []
    /// Pixels beyond the edges of a frame that the tool may blend with its content.
    var blending = 0.0

    init(of hierarchy: Hierarchy, on snapshot: PixelSize, scale: Double?) throws(PlacementError) {
        switch hierarchy.format {
        case .uiAutomator: self = try DisplayedWindows(of: hierarchy, snapshot: snapshot).capture()
        case .xcuiTest: self = try Screen(of: hierarchy, snapshot: snapshot).capture(given: scale)
        case .playwright: self = try PagePicture(of: hierarchy, snapshot: snapshot).capture(given: scale)
        }
        // An edge is up to one unit farther from the corner than its frame says.
        if hierarchy.kind.truncatesEdges(in: hierarchy.format) { (left, top) = (-1...0, -1...0) }
    }

    init(
        scale: ClosedRange<Double>,
        left: ClosedRange<Double> = 0...0,
        top: ClosedRange<Double> = 0...0,
        described: [Frame]? = nil,
        warning: PlacementWarning? = nil
    ) {
        self.scale = scale
        self.left = left
        self.top = top
        self.described = described
        self.warning = warning
    }
}

extension PixelSize {
    /// The scales at which something of `width` and `height` has the size of the snapshot, but for rounding; nil if there is
    /// none.
    func scale(ofWidth width: Double, height: Double) -> ClosedRange<Double>? {
        guard width > 0, height > 0 else { return nil }
        let (horizontal, vertical) = (Double(self.width) / width, Double(self.height) / height)
        let scale = min(horizontal, vertical)...max(horizontal, vertical)
        guard scale.upperBound <= scale.lowerBound * (1 + Placement.tolerance),
            Placement.scaleRange.contains(scale.lowerBound), Placement.scaleRange.contains(scale.upperBound)
        else { return nil }
        return scale
    }
}

extension Hierarchy {
    /// The frames of the outermost elements that have one with an area.
    var outermostFrames: [Frame] { outermostFrames(in: elements.indices) }

    func outermostFrames(in range: Range<Int>) -> [Frame] {
        var frames: [Frame] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if let frame = elements[index].frame, !frame.isEmpty {
                frames.append(frame)
                index = elements[index].end
            } else {
                index += 1
            }
        }
        return frames
    }
}

extension [Frame] {
    var union: Frame? {
        guard let first else { return nil }
        return dropFirst().reduce(first) { union, frame in
            let (left, top) = (Swift.min(union.x, frame.x), Swift.min(union.y, frame.y))
            return Frame(
                uncheckedX: left,
                y: top,
                width: Swift.max(union.maxX, frame.maxX) - left,
                height: Swift.max(union.maxY, frame.maxY) - top
            )
        }
    }
}

/// The screen of an XCUITest source on its snapshot.
struct Screen {
    private let snapshot: PixelSize
    private let roots: [Frame]

    init(of hierarchy: Hierarchy, snapshot: PixelSize) {
        self.snapshot = snapshot
        roots = hierarchy.outermostFrames
    }

    /// The shown part. The app has to take the whole screen, which proves one scale for both axes; or, if the scale is stated,
    /// one edge of the screen whole, as in a split view.
    func capture(given: Double?) throws(PlacementError) -> Capture {
        guard let union = roots.union else { throw .noFrames }
        if union.x == 0, union.y == 0, let scale = snapshot.scale(ofWidth: union.width, height: union.height) {
            return Capture(scale: try scale.agreeing(with: given, orThrow: mismatch(union, given: given)))
        }
        guard let given, isSplit(union, scale: given) else { throw mismatch(union, given: nil) }
        return Capture(scale: given...given, described: roots)
    }

    /// Whether the app takes one edge of the screen from end to end at `scale`, and no more than there is of the other.
    private func isSplit(_ union: Frame, scale: Double) -> Bool {
        func spans(_ start: Double, _ end: Double, _ edge: Int) -> Bool {
            start == 0 && abs(end * scale - Double(edge)) <= 1
        }
        func isInside(_ start: Double, _ end: Double, _ edge: Int) -> Bool {
            start >= 0 && end * scale <= Double(edge) + 1
        }
        return spans(union.x, union.maxX, snapshot.width) && isInside(union.y, union.maxY, snapshot.height)
            || spans(union.y, union.maxY, snapshot.height) && isInside(union.x, union.maxX, snapshot.width)
    }

    private func mismatch(_ screen: Frame, given: Double?) -> PlacementError {
        guard let given else { return .sizeMismatch(screen: screen, .xcuiTest, snapshot: snapshot) }
        return .scaleMismatch(given: given, screen: screen, .xcuiTest, snapshot: snapshot)
    }
}

extension ClosedRange<Double> {
    /// The stated scale, if these scales hold it but for ``Placement/tolerance``; these scales, if none was stated.
    func agreeing(
        with given: Double?,
        orThrow error: @autoclosure () -> PlacementError
    ) throws(PlacementError) -> ClosedRange<Double> {
        guard let given else { return self }
        let agreeing = upperBound * (1 - Placement.tolerance)...lowerBound * (1 + Placement.tolerance)
        guard agreeing.contains(given) else { throw error() }
        return given...given
    }
}
