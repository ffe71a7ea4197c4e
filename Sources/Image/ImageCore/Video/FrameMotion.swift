/// A part of a frame of a video whose content has moved since the frame before, as by scrolling.
public struct FrameMotion: Sendable, Hashable {
    /// What has become of a block of the frame.
    enum Block: UInt8, Sendable {
        /// It shows the same.
        case still
        /// It shows what was elsewhere.
        case moved
        /// It shows something else.
        case new
    }

    /// The part that content moves within, and is cut off by.
    public let area: PixelRect
    /// The way that it has gone.
    public let vector: MotionVector
    /// What has become of each block of the frame, row by row.
    let blocks: [Block]
    /// The blocks in a row.
    let columns: Int

    /// The parts of the area that moved content does not reach: what they show was not in it before.
    public var exposed: [PixelRect] { area.moved(by: vector, within: area).map(area.subtracting) ?? [area] }

    /// Whether a block shows what was elsewhere, by its index.
    public func hasMoved(block index: Int) -> Bool { blocks[index] == .moved }

    /// Whether a block lies in the area, by its index.
    public func holds(block index: Int) -> Bool {
        let edge = VideoFrameLayout.blockEdge
        return area.columns.contains(index % columns * edge) && area.rows.contains(index / columns * edge)
    }

    /// Whether something in a rectangle has changed in the area.
    public func concerns(_ rect: PixelRect) -> Bool {
        rect.intersection(area).map { counts(in: $0) }.map { $0.moved + $0.new > 0 } ?? false
    }

    /// Where all that was in a rectangle is now; nil if it has not moved, or is cut off.
    public func followed(_ rect: PixelRect) -> PixelRect? {
        guard lane.contains(rect), concerns(rect), let now = rect.moved(by: vector, within: lane),
            now.size == rect.size, brought(now)
        else { return nil }
        return now
    }

    /// The area with all that lies beside it: nothing is cut off across the way.
    public var lane: PixelRect {
        let edge = VideoFrameLayout.blockEdge
        let (width, height) = (columns * edge, blocks.count / max(columns, 1) * edge)
        return PixelRect(
            columns: vector.x == 0 ? 0..<width : area.columns,
            rows: vector.x == 0 ? area.rows : 0..<height
        ) ?? area
    }

    /// Whether some of what is in a rectangle now has come there by the motion.
    public func brought(anyOf rect: PixelRect) -> Bool { counts(in: rect).moved > 0 }

    /// Whether what is in a rectangle now has come there by the motion, but for little.
    public func brought(_ rect: PixelRect) -> Bool {
        let (moved, new) = counts(in: rect)
        return moved > 0 && new * 4 <= moved
    }

    private func counts(in rect: PixelRect) -> (moved: Int, new: Int) {
        var (moved, new) = (0, 0)
        let edge = VideoFrameLayout.blockEdge
        for row in rect.y / edge...(rect.maxY - 1) / edge {
            for column in rect.x / edge...(rect.maxX - 1) / edge {
                switch blocks[row * columns + column] {
                case .still: break
                case .moved: moved += 1
                case .new: new += 1
                }
            }
        }
        return (moved, new)
    }
}

/// A way in whole pixels.
public struct MotionVector: Sendable, Hashable {
    /// Pixels to the right.
    public let x: Int
    /// Pixels down.
    public let y: Int

    /// A way from its pixels to the right and down.
    public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

    /// The way back.
    public var reversed: MotionVector { MotionVector(x: -x, y: -y) }
}

extension PixelRect {
    /// The rectangle at another place, as far as that is within `area`; nil if none of it is.
    public func moved(by vector: MotionVector, within area: PixelRect) -> PixelRect? {
        func moved(_ range: Range<Int>, _ way: Int) -> Range<Int> { range.lowerBound + way..<range.upperBound + way }
        return PixelRect(
            columns: moved(columns, vector.x).clamped(to: area.columns),
            rows: moved(rows, vector.y).clamped(to: area.rows)
        )
    }
}
