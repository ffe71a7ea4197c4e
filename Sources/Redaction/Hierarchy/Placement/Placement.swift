public import BoundedWork
public import ImageCore

/// Where the frames of a hierarchy are on its snapshot.
///
/// ```swift
/// let placement = try Placement(of: hierarchy, on: snapshot.size, scale: nil)
/// let rect = placement.rect(of: frame)
/// ```
public struct Placement: Sendable {
    /// The size of the snapshot.
    public let snapshot: PixelSize

    /// Pixels for each unit of a frame. A range where width and height of the screen give two numbers that differ by less than
    /// ``tolerance``: a frame is then covered at every scale between them.
    public let scale: ClosedRange<Double>

    /// The pixels that the hierarchy describes, where they are less than the screen: the windows that it lists. Nil for all of
    /// the screen.
    public private(set) var described: [PixelRect]?

    /// Windows whose place alone the hierarchy states, and which may hide described ones.
    public private(set) var closed: [PixelRect] = []

    /// The indices of the elements on the display of the picture; nil for all elements.
    let pictured: Range<Int>?

    /// A fact that speaks against the placement without disproving it.
    public let warning: PlacementWarning?

    private let left: ClosedRange<Double>
    private let top: ClosedRange<Double>
    private let grids: [Page.Offset]
    let blending: Double

    /// Difference of two scales that are taken for the same, as a share of the scale.
    public static let tolerance = 0.01

    /// Accepted scales: from a reduced screenshot to the densest displays.
    public static let scaleRange = 0.1...16.0

    /// Share of a pixel that is taken for an error of rounding.
    private static let rounding = 1e-6

    /// Finds the place of `hierarchy` on a snapshot.
    ///
    /// - Parameters:
    ///   - hierarchy: Of the same screen at the same time.
    ///   - snapshot: Width and height, in pixels.
    ///   - scale: Pixels for each point or CSS pixel, if known; it has to agree with the scale of the sizes. Ignored for
    ///     UiAutomator, which writes pixels.
    /// - Throws: ``PlacementError`` unless there is proof of one scale.
    public init(of hierarchy: Hierarchy, on snapshot: PixelSize, scale: Double?) throws(PlacementError) {
        let capture = try Capture(of: hierarchy, on: snapshot, scale: scale)
        self.snapshot = snapshot
        self.scale = capture.scale
        left = capture.left
        top = capture.top
        grids = capture.grids
        blending = capture.blending
        warning = capture.warning
        pictured = capture.pictured
        described = capture.described?.compactMap(innerRect)
        closed = capture.closed.compactMap { rect(of: $0) }
    }

    /// Whether the element at `index` of the hierarchy is on the display that the picture is of.
    public func isPictured(_ index: Int) -> Bool {
        pictured?.contains(index) ?? true
    }

    /// The pixels that `frame` touches, and `padding` pixels more on each side, as far as they are on the snapshot. Nil
    /// if none is, or the frame has no area.
    public func rect(of frame: Frame, padding: Double = 0) -> PixelRect? {
        guard !frame.isEmpty, let rect = outerRect(of: frame, padding: 0) else { return nil }
        // Padding does not bring in a frame that lies outside by itself.
        return padding > 0 ? outerRect(of: frame, padding: padding) : rect
    }

    /// The pixels of the snapshot that lie in `frame` whole. Nil if there are none.
    public func innerRect(of frame: Frame) -> PixelRect? {
        let frame = frame.innermost(on: grids)
        func pixels(_ lower: Double, _ upper: Double, count: Int) -> Range<Int>? {
            let first = max(lower * scale.lowerBound, lower * scale.upperBound)
            let last = min(upper * scale.lowerBound, upper * scale.upperBound)
            let start = max(Int((first - Self.rounding).rounded(.up)), 0)
            let end = min(Int((last + Self.rounding).rounded(.down)), count)
            return start < end ? start..<end : nil
        }
        guard let columns = pixels(frame.x - left.lowerBound, frame.maxX - left.upperBound, count: snapshot.width),
            let rows = pixels(frame.y - top.lowerBound, frame.maxY - top.upperBound, count: snapshot.height)
        else { return nil }
        return PixelRect(columns: columns, rows: rows)
    }

    private func outerRect(of frame: Frame, padding: Double) -> PixelRect? {
        let frame = frame.outermost(on: grids)
        func pixels(_ lower: Double, _ upper: Double, count: Int) -> Range<Int>? {
            let first = min(lower * scale.lowerBound, lower * scale.upperBound) - padding
            let last = max(upper * scale.lowerBound, upper * scale.upperBound) + padding
            let start = max(Int((first + Self.rounding).rounded(.down)), 0)
            let end = min(Int((last - Self.rounding).rounded(.up)), count)
            return start < end ? start..<end : nil
        }
        guard let columns = pixels(frame.x - left.upperBound, frame.maxX - left.lowerBound, count: snapshot.width),
            let rows = pixels(frame.y - top.upperBound, frame.maxY - top.lowerBound, count: snapshot.height)
        else { return nil }
        return PixelRect(columns: columns, rows: rows)
    }
}

extension Placement {
    /// The rectangles that cover an element.
    public struct Cover: Sendable, Equatable {
        /// The rectangle of the element, and one for each element that it holds and that sticks out of it. None if
        /// nothing of it is seen.
        public internal(set) var rects: [PixelRect] = []
        /// Whether something of the element can be seen, and nothing says where it is.
        public internal(set) var isIncomplete = false
    }

    /// The pixels that cover the element at `index` and all that it holds, as far as they are seen.
    ///
    /// An element without a frame is where the elements are that it holds. The cover is incomplete if it holds none, or if it has
    /// a text itself.
    ///
    /// - Parameters:
    ///   - index: Of an element of `hierarchy`.
    ///   - hierarchy: The one that this placement was made for.
    ///   - believesInvisible: Whether to leave out elements that the source calls invisible. Drivers say so of visible ones, too.
    ///   - padding: Pixels to cover beyond each rectangle, on each side.
    ///   - budget: Pays for elements and rectangles that are looked at, because elements may hold each other.
    public func cover(
        of index: Int,
        of hierarchy: Hierarchy,
        believesInvisible: Bool = true,
        padding: Double = 0,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> Cover {
        var cover = Cover()
        guard isPictured(index) else { return cover }
        /// The rectangles round the element at hand, the innermost last, and the ends of their elements.
        var enclosing: [(rect: PixelRect, end: Int)] = []
        for held in hierarchy.subtree(of: index) {
            try budget.spend()
            let element = hierarchy.elements[held]
            // Nothing covers an invisible element without a place.
            guard element.isVisible || !believesInvisible && element.frame != nil else { continue }
            while let last = enclosing.last, last.end <= held { enclosing.removeLast() }
            if let frame = element.frame {
                guard let rect = rect(of: frame, padding: padding + blending) else { continue }
                try budget.spend(enclosing.count)
                if enclosing.contains(where: { $0.rect.contains(rect) }) { continue }
                cover.rects.append(rect)
                enclosing.append((rect, element.end))
            } else if enclosing.isEmpty, element.end == held + 1 || hierarchy.says(held) {
                cover.isIncomplete = true
            }
        }
        return cover
    }
}
