import ImageCore

/// The part of the coordinates of a source that its snapshot shows.
struct Capture {
    /// Pixels for each unit of a frame.
    var scale: ClosedRange<Double>
    /// The coordinate of the snapshot's left edge; a range where it is not known how it was rounded.
    var left: ClosedRange<Double> = 0...0
    /// The coordinate of the snapshot's top edge; a range where it is not known how it was rounded.
    var top: ClosedRange<Double> = 0...0
    /// The parts of the screen that the source is about; nil for all of it.
    var described: [Frame]?
    /// Windows in front of those that the source is about, of which it says only where they are.
    var closed: [Frame] = []
    /// The elements that are on the display of the picture; nil for all.
    var pictured: Range<Int>?
    /// What speaks against the scale without disproving it.
    var warning: PlacementWarning?
    /// Corners of grids of whole units, to which the tool moves the edges of what it draws. None if it draws edges where the
    /// frames have them.
    var grids: [Page.Offset] = []
    /// Pixels beyond the edges of a frame that the tool may blend with what is in it.
    var blending = 0.0

    /// Finds out what the snapshot shows.
    ///
    /// - Parameters:
    ///   - hierarchy: Of the same screen at the same time.
    ///   - snapshot: Width and height, in pixels.
    ///   - scale: Pixels for each point or CSS pixel, if that is known.
    init(of hierarchy: Hierarchy, on snapshot: PixelSize, scale: Double?) throws(PlacementError) {
        switch hierarchy.format {
        case .uiAutomator: self = try DisplayedWindows(of: hierarchy, snapshot: snapshot).capture()
        case .xcuiTest: self = try Screen(of: hierarchy, snapshot: snapshot).capture(given: scale)
        case .playwright: self = try PagePicture(of: hierarchy, snapshot: snapshot).capture(given: scale)
        }
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
    /// The scales at which something of `width` and `height` has the size of the snapshot, which are one but for rounding. Nil if
    /// it has another shape, or there is no such scale.
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

    /// The frames of the outermost elements in `range` that have one with an area.
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
    /// The smallest frame that holds all frames; nil if there are none.
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
