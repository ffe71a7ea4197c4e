/// A rectangle of a picture, in pixels.
struct Area: Sendable, Equatable {
    /// From the left edge to the right one.
    var columns: ClosedRange<Double>
    /// From the upper edge to the lower one.
    var rows: ClosedRange<Double>

    var width: Double { columns.upperBound - columns.lowerBound }
    var height: Double { rows.upperBound - rows.lowerBound }
    /// Width times height.
    var size: Double { width * height }
    /// The column in the middle.
    var center: Double { (columns.lowerBound + columns.upperBound) / 2 }

    /// Whether another, smaller one is within this one.
    func encloses(_ other: Area) -> Bool { self != other && overlap(with: other) >= other.size && other.size < size }

    /// The smallest that holds both.
    func union(_ other: Area) -> Area {
        Area(
            columns: min(
                columns.lowerBound,
                other.columns.lowerBound
            )...max(columns.upperBound, other.columns.upperBound),
            rows: min(rows.lowerBound, other.rows.lowerBound)...max(rows.upperBound, other.rows.upperBound)
        )
    }

    /// The size of what is in both, in pixels.
    func overlap(with other: Area) -> Double {
        let across =
            min(columns.upperBound, other.columns.upperBound) - max(columns.lowerBound, other.columns.lowerBound)
        let down = min(rows.upperBound, other.rows.upperBound) - max(rows.lowerBound, other.rows.lowerBound)
        return max(across, 0) * max(down, 0)
    }
}
