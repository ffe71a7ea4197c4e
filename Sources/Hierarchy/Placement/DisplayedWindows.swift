import ImageCore

/// The display of a source of UiAutomator on its snapshot.
///
/// UiAutomator counts in pixels from the corner of the display, whatever it shows of it: the whole, a window in the middle, as a
/// dialog is one, or a half of a split screen. System bars are left out on some devices.
struct DisplayedWindows {
    private let snapshot: PixelSize
    private let roots: [Frame]
    /// What the source says of the display; some tools leave the system bars out here, too.
    private let declared: DeclaredScreen?
    private let displayCount: Int

    /// The part of an edge that system bars may take.
    private static let largestSystemBars = 1.0 / 8

    init(of hierarchy: Hierarchy, snapshot: PixelSize) {
        self.snapshot = snapshot
        roots = hierarchy.outermostFrames
        declared = hierarchy.declaredScreen
        displayCount = hierarchy.displays.count
    }

    func capture() throws(PlacementError) -> Capture {
        guard displayCount <= 1 else { throw .severalDisplays }
        guard let union = roots.union else { throw .noFrames }
        let isDeclared = declared.map(declaresSnapshot) ?? false
        if isInside(union), isDeclared || declared == nil && spansAnEdge(union) { return unscaled() }
        // A picture that was made smaller or larger.
        if !isDeclared, let scale = scale(of: union) { return Capture(scale: scale) }
        if !isDeclared, let declared, let scale = scale(of: declared, holding: union) {
            return Capture(scale: scale, described: roots)
        }
        guard declared == nil, isInside(union) else {
            throw .sizeMismatch(screen: union, .uiAutomator, snapshot: snapshot)
        }
        return unscaled()
    }

    private func unscaled() -> Capture {
        let whole = Frame(
            uncheckedX: 0,
            y: 0,
            width: Double(snapshot.width),
            height: Double(snapshot.height)
        )
        return Capture(scale: 1...1, described: roots.contains(whole) ? nil : roots)
    }

    /// Whether the display has the pixels of the snapshot, with or without its system bars.
    private func declaresSnapshot(_ declared: DeclaredScreen) -> Bool {
        declared.orientations.contains { width, height in
            isEdge(width, snapshot.width) && isEdgeWithBars(height, snapshot.height)
                || isEdge(height, snapshot.height) && isEdgeWithBars(width, snapshot.width)
        }
    }

    private func isEdge(_ length: Int, _ edge: Int) -> Bool { length == edge }

    private func isEdgeWithBars(_ length: Int, _ edge: Int) -> Bool {
        length <= edge && Double(length) >= Double(edge) * (1 - Self.largestSystemBars)
    }

    /// The scale of a picture that was made smaller or larger, if the display that is declared holds all roots.
    private func scale(of declared: DeclaredScreen, holding union: Frame) -> ClosedRange<Double>? {
        declared.orientations.lazy.compactMap { width, height in
            let isHeld = union.x >= 0 && union.y >= 0 && union.maxX <= Double(width) && union.maxY <= Double(height)
            return isHeld ? snapshot.scale(ofWidth: Double(width), height: Double(height)) : nil
        }.first
    }

    private func isInside(_ union: Frame) -> Bool {
        union.x >= 0 && union.y >= 0 && union.maxX <= Double(snapshot.width)
            && union.maxY <= Double(snapshot.height)
    }

    private func spansAnEdge(_ union: Frame) -> Bool {
        union.x == 0 && union.maxX == Double(snapshot.width)
            || union.y == 0 && union.maxY == Double(snapshot.height)
    }

    /// The scale of a picture that was made smaller or larger, if the roots take the whole display.
    private func scale(of union: Frame) -> ClosedRange<Double>? {
        guard union.x == 0, union.y == 0 else { return nil }
        if let declared {
            let isDisplay = declared.orientations.contains { width, height in
                Double(width) == union.width || Double(height) == union.height
            }
            guard isDisplay else { return nil }
        }
        return snapshot.scale(ofWidth: union.width, height: union.height)
    }
}

extension DeclaredScreen {
    /// Width and height as they are said, and the other way round where the display is turned: not all tools turn them.
    fileprivate var orientations: [(width: Int, height: Int)] {
        rotation % 2 == 0 ? [(width, height)] : [(width, height), (height, width)]
    }
}
