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

    /// Pixels for each unit of a frame. A range where width and height of the screen give two numbers that differ by
    /// less than ``tolerance``: what a frame covers is then covered at every scale between them.
    public let scale: ClosedRange<Double>

    /// The pixels that the hierarchy is about, where that is less than the screen: the windows that it lists. It says
    /// nothing about the rest. Nil if it is about all of the screen.
    public private(set) var described: [PixelRect]?

    /// Windows of which the hierarchy says no more than where they are, and which may hide what it is about.
    public private(set) var closed: [PixelRect] = []

    /// The indices of the elements on the display that the picture is of; nil for all elements.
    let pictured: Range<Int>?

    /// What speaks against the placement without disproving it.
    public let warning: PlacementWarning?

    /// The coordinate of the snapshot's left edge; a range where it is not known exactly.
    private let left: ClosedRange<Double>
    /// The coordinate of the snapshot's top edge; a range where it is not known exactly.
    private let top: ClosedRange<Double>
    /// Corners of grids of whole units, to which edges may have been moved.
    private let grids: [Page.Offset]
    /// Pixels beyond the edges of a frame that may show something of what is in it.
    let blending: Double

    /// How far two scales that are taken for the same may differ, as a share of the scale.
    public static let tolerance = 0.01

    /// Scales that are taken: from a reduced screenshot to the densest displays.
    public static let scaleRange = 0.1...16.0

    /// The share of a pixel that is taken for an error of rounding.
    private static let rounding = 1e-6

    /// Finds out how `hierarchy` lies on a snapshot.
    ///
    /// - Parameters:
    ///   - hierarchy: Of the same screen at the same time.
    ///   - snapshot: Width and height, in pixels.
    ///   - scale: Pixels for each point or CSS pixel, if that is known; it has to agree with what the sizes tell.
    ///     UiAutomator writes pixels, so it is not looked at there.
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
        // Padding does not bring in what lies outside by itself.
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
        /// The whole pixels between two edges, grown outward, out of `count`. Nil if there are none.
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
