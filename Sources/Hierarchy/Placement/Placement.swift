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

    /// How far two scales may differ and be taken for the same, as a part of them.
    public static let tolerance = 0.01

    /// Scales that are taken: from a reduced screenshot to the densest displays.
    public static let scaleRange = 0.1...16.0

    /// Of a pixel: what lies this far beyond a whole number is there by rounding.
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
        let extent = ScreenExtent(of: hierarchy, on: snapshot)
        self.snapshot = snapshot
        self.scale = try extent.scale(given: scale)
    }

    /// The pixels that `frame` touches, and `padding` pixels more on each side, as far as they are on the snapshot. Nil
    /// if none is, or the frame has no area.
    public func rect(of frame: Frame, padding: Double = 0) -> PixelRect? {
        guard !frame.isEmpty, let columns = pixels(frame.x, frame.maxX, padding: 0, count: snapshot.width),
            let rows = pixels(frame.y, frame.maxY, padding: 0, count: snapshot.height)
        else { return nil }
        guard padding > 0 else { return PixelRect(columns: columns, rows: rows) }
        // Padding does not bring in what lies outside by itself.
        guard let columns = pixels(frame.x, frame.maxX, padding: padding, count: snapshot.width),
            let rows = pixels(frame.y, frame.maxY, padding: padding, count: snapshot.height)
        else { return nil }
        return PixelRect(columns: columns, rows: rows)
    }

    /// The pixels of the snapshot that lie in `frame` whole. Nil if there are none.
    public func innerRect(of frame: Frame) -> PixelRect? {
        func pixels(_ lower: Double, _ upper: Double, count: Int) -> Range<Int>? {
            let first = max(lower * scale.lowerBound, lower * scale.upperBound)
            let last = min(upper * scale.lowerBound, upper * scale.upperBound)
            let start = max(Int((first - Self.rounding).rounded(.up)), 0)
            let end = min(Int((last + Self.rounding).rounded(.down)), count)
            return start < end ? start..<end : nil
        }
        guard let columns = pixels(frame.x, frame.maxX, count: snapshot.width),
            let rows = pixels(frame.y, frame.maxY, count: snapshot.height)
        else { return nil }
        return PixelRect(columns: columns, rows: rows)
    }

    /// The whole pixels between two edges, grown outward, out of `count`. Nil if there are none.
    private func pixels(_ lower: Double, _ upper: Double, padding: Double, count: Int) -> Range<Int>? {
        let first = min(lower * scale.lowerBound, lower * scale.upperBound) - padding
        let last = max(upper * scale.lowerBound, upper * scale.upperBound) + padding
        let start = max(Int((first + Self.rounding).rounded(.down)), 0)
        let end = min(Int((last - Self.rounding).rounded(.up)), count)
        return start < end ? start..<end : nil
    }
}
