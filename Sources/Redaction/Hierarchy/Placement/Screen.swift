import ImageCore

/// The screen of an XCUITest source on its snapshot.
struct Screen {
    private let snapshot: PixelSize
    private let roots: [Frame]

    init(of hierarchy: Hierarchy, snapshot: PixelSize) {
        self.snapshot = snapshot
        roots = hierarchy.outermostFrames
    }

    /// What the snapshot shows. The app has to take the whole screen, which proves one scale for both axes; or, if the
    /// scale is stated, one edge of the screen whole, as in a split view.
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
    /// The scale that was stated, if these scales hold it but for ``Placement/tolerance``; these scales, if none was
    /// stated.
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
