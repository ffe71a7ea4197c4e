import ImageCore

/// What of the coordinates of a source its snapshot shows.
struct Capture {
    /// Pixels for each unit of a frame.
    var scale: ClosedRange<Double>
    /// The coordinates of the snapshot's top left corner. Ranges where it is not known how it was rounded.
    var left: ClosedRange<Double> = 0...0
    var top: ClosedRange<Double> = 0...0
    /// The parts of the screen that the source is about; nil for all of it.
    var described: [Frame]?
    /// The windows in front of those that the source is about which it only says where they are.
    var closed: [Frame] = []
    /// The elements that are on the display of the picture; nil for all.
    var pictured: Range<Int>?
    /// What speaks against the scale without disproving it.
    var warning: PlacementWarning?

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
    /// The frames with an area of those elements that are held by none that has such a frame.
    var outermostFrames: [Frame] { outermostFrames(in: elements.indices) }

    /// Those of the elements in `range`, which ends with an element that one of them may hold.
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
    /// The smallest frame that holds all of them; nil for none.
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
