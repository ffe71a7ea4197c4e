/// How a picture is placed in a target of another shape, as `UIView.ContentMode`.
public enum ContentMode: String, Sendable, CaseIterable {
    /// Scaled to cover the target, centred; what overhangs is cut off.
    case aspectFill
    /// Scaled to show all of it within the target, centred; the rest of the target shows the background.
    case aspectFit
    /// Stretched to the size of the target, whatever its shape.
    case fill
    /// Unscaled and centred; cut off where it overhangs.
    case center
}

/// A stretch of one axis of a picture and the stretch of a target that it is scaled to.
struct AxisPlacement: Equatable {
    /// Where the stretch starts in the picture, in pixels.
    let sourceStart: Double
    /// How much of the picture is shown, in pixels.
    let sourceLength: Double
    /// Columns or rows of the target that it fills.
    let target: Range<Int>

    /// Whether a pixel of the target is a pixel of the picture, from ``sourceStart`` on.
    var isUnscaled: Bool {
        sourceLength == Double(target.count) && sourceStart == sourceStart.rounded()
    }
}

extension ContentMode {
    /// Where a picture of size `content` is placed in a target of size `target`.
    func placement(of content: PixelSize, in target: PixelSize) -> (columns: AxisPlacement, rows: AxisPlacement) {
        let horizontal = Double(target.width) / Double(content.width)
        let vertical = Double(target.height) / Double(content.height)
        let scale: (x: Double, y: Double) =
            switch self {
            case .aspectFill: (max(horizontal, vertical), max(horizontal, vertical))
            case .aspectFit: (min(horizontal, vertical), min(horizontal, vertical))
            case .fill: (horizontal, vertical)
            case .center: (1, 1)
            }
        return (
            Self.place(content.width, scaledBy: scale.x, in: target.width),
            Self.place(content.height, scaledBy: scale.y, in: target.height)
        )
    }

    private static func place(_ content: Int, scaledBy scale: Double, in target: Int) -> AxisPlacement {
        let scaled = min(max(Int((Double(content) * scale).rounded()), 1), PixelSize.maximumEdge)
        if scaled <= target {
            let start = (target - scaled) / 2
            return AxisPlacement(sourceStart: 0, sourceLength: Double(content), target: start..<start + scaled)
        }
        let overhang = (scaled - target) / 2
        let unit = Double(content) / Double(scaled)
        return AxisPlacement(
            sourceStart: Double(overhang) * unit,
            sourceLength: Double(target) * unit,
            target: 0..<target
        )
    }
}
