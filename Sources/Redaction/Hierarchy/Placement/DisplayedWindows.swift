import ImageCore

/// The display of a source of UiAutomator on its snapshot.
///
/// UiAutomator counts in pixels from the corner of the display, whichever part it shows: all of it, a dialog in the middle, or a
/// half of a split screen. System bars are left out on some devices.
struct DisplayedWindows {
    private let snapshot: PixelSize
    private let roots: [Frame]
    private let closed: [Frame]
    /// The declared display; some tools leave the system bars out here, too.
    private let declared: DeclaredScreen?
    private let pictured: Range<Int>?

    private static let largestSystemBars = 1.0 / 8

    init(of hierarchy: Hierarchy, snapshot: PixelSize) throws(PlacementError) {
        self.snapshot = snapshot
        declared = hierarchy.declaredScreen
        let displays = hierarchy.displays
        guard displays.count > 1 else {
            let frames = hierarchy.windowFrames(in: hierarchy.elements.indices)
            (roots, closed, pictured) = (frames.described, frames.closed, nil)
            return
        }
        guard let own = displays.first(where: { $0.id == 0 }) else { throw .severalDisplays }
        let elements = hierarchy.subtree(of: own.element)
        let frames = hierarchy.windowFrames(in: elements)
        (roots, closed, pictured) = (frames.described, frames.closed, elements)
    }

    func capture() throws(PlacementError) -> Capture {
        var capture = try wholeCapture()
        capture.pictured = pictured
        capture.closed = closed
        return capture
    }

    private func wholeCapture() throws(PlacementError) -> Capture {
        guard let union = roots.union else { throw .noFrames }
        let isDeclared = declared.map(declaresSnapshot) ?? false
        if isInside(union), isDeclared || declared == nil && spansAnEdge(union) { return unscaled() }
        // A picture that was made smaller or larger.
        if !isDeclared, let scale = scale(of: union) { return Capture(scale: scale) }
        if !isDeclared, let declared, let scale = scale(of: declared, holding: union) {
            return Capture(scale: scale, described: roots)
        }
        // A window that starts in the corner and ends before both edges is rather the display of another device.
        guard declared == nil, isInside(union), union.x > 0 || union.y > 0 else {
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

    private func declaresSnapshot(_ declared: DeclaredScreen) -> Bool {
        declared.width == snapshot.width && isEdgeWithBars(declared.height, snapshot.height)
            || declared.height == snapshot.height && isEdgeWithBars(declared.width, snapshot.width)
    }

    private func isEdgeWithBars(_ length: Int, _ edge: Int) -> Bool {
        length <= edge && Double(length) >= Double(edge) * (1 - Self.largestSystemBars)
    }

    /// The scale of a resized picture, if the declared display holds all roots.
    private func scale(of declared: DeclaredScreen, holding union: Frame) -> ClosedRange<Double>? {
        let (width, height) = (Double(declared.width), Double(declared.height))
        guard union.x >= 0, union.y >= 0, union.maxX <= width, union.maxY <= height else { return nil }
        return scale(ofWidth: width, height: height)
    }

    private func isInside(_ union: Frame) -> Bool {
        union.x >= 0 && union.y >= 0 && union.maxX <= Double(snapshot.width)
            && union.maxY <= Double(snapshot.height)
    }

    private func spansAnEdge(_ union: Frame) -> Bool {
        union.x == 0 && union.maxX == Double(snapshot.width)
            || union.y == 0 && union.maxY == Double(snapshot.height)
    }

    /// The scale of a resized picture, if the roots take the whole display.
    private func scale(of union: Frame) -> ClosedRange<Double>? {
        guard union.x == 0, union.y == 0 else { return nil }
        if let declared {
            guard Double(declared.width) == union.width || Double(declared.height) == union.height else { return nil }
        }
        return scale(ofWidth: union.width, height: union.height)
    }

    /// The scale of a picture with so many pixels of the display, but for one by rounding: displays differ by less than screens
    /// that are counted in points.
    private func scale(ofWidth width: Double, height: Double) -> ClosedRange<Double>? {
        guard let scale = snapshot.scale(ofWidth: width, height: height) else { return nil }
        let isExact =
            width * scale.upperBound <= Double(snapshot.width) + 1
            && height * scale.upperBound <= Double(snapshot.height) + 1
        return isExact ? scale : nil
    }
}

extension Hierarchy {
    fileprivate struct WindowFrames {
        var described: [Frame] = []
        /// The frames of windows that are closed to the tool, and do not lie beneath all described ones.
        var closed: [Frame] = []
    }

    /// The windows among the elements of a display. A window that is closed to the tool has a frame, and holds no element that
    /// has one.
    fileprivate func windowFrames(in range: Range<Int>) -> WindowFrames {
        guard let tag = names.firstIndex(of: "window"), names[elements[0].tag] == "displays" else {
            return WindowFrames(described: outermostFrames(in: range))
        }
        var frames = WindowFrames()
        var closed: [(layer: Int, frame: Frame)] = []
        var lowest = Int.max
        for index in range where elements[index].tag == tag {
            let content = outermostFrames(in: index + 1..<elements[index].end)
            if content.isEmpty {
                if let frame = elements[index].frame { closed.append((layer(of: index) ?? .max, frame)) }
            } else {
                frames.described += content
                lowest = min(lowest, layer(of: index) ?? .min)
            }
        }
        frames.closed = closed.filter { $0.layer >= lowest }.map(\.frame)
        return frames
    }

    /// The layer of a window: the larger, the nearer to the viewer.
    private func layer(of index: Int) -> Int? {
        let layer = attributes[elements[index].attributes].first { names[$0.name] == "layer" }
        return layer.flatMap { value(of: $0).wholeNumber }
    }
}
