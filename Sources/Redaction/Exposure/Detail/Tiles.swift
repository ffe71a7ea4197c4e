import ImageCore
import SecureMemory

/// A number for each tile of a picture, rows from the top, in memory that is wiped. Its maker alone writes it.
final class Tiles<Value: FixedWidthInteger & BitwiseCopyable> {
    let columns: Int
    let rows: Int
    private let buffer: WipedBuffer<Value>

    init(columns: Int, rows: Int) throws(OutOfMemory) {
        (self.columns, self.rows) = (columns, rows)
        buffer = try WipedBuffer(count: columns * rows)
        buffer.base.update(repeating: 0, count: columns * rows)
    }

    var indices: Range<Int> { 0..<columns * rows }

    subscript(index: Int) -> Value {
        get { buffer.base[index] }
        set { buffer.base[index] = newValue }
    }

    subscript(column: Int, row: Int) -> Value {
        get { buffer.base[row * columns + column] }
        set { buffer.base[row * columns + column] = newValue }
    }
}

extension Tiles {
    /// For each tile, the largest value of the tiles up to so many columns and rows away, each 0 or more.
    func spread(columns across: Int = 1, rows down: Int = 1) throws(OutOfMemory) -> Tiles {
        let wide = try Tiles(columns: columns, rows: rows)
        let result = try Tiles(columns: columns, rows: rows)
        for row in 0..<rows {
            for column in 0..<columns {
                var most = self[column, row]
                for near in max(column - across, 0)...min(column + across, columns - 1) {
                    most = max(most, self[near, row])
                }
                wide[column, row] = most
            }
        }
        for row in 0..<rows {
            for near in max(row - down, 0)...min(row + down, rows - 1) {
                for column in 0..<columns { result[column, row] = max(result[column, row], wide[column, near]) }
            }
        }
        return result
    }

    /// For each tile of `shape`, whose tiles have twice the edge, the largest value of the tiles in it. None is negative.
    func reduced(to shape: Tiles<some Any>) throws(OutOfMemory) -> Tiles {
        let result = try Tiles(columns: shape.columns, rows: shape.rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let (x, y) = (min(column / 2, shape.columns - 1), min(row / 2, shape.rows - 1))
                result[x, y] = max(result[x, y], self[column, row])
            }
        }
        return result
    }
}

/// A rectangle of a picture, in pixels.
struct Area: Sendable, Equatable {
    var columns: ClosedRange<Double>
    var rows: ClosedRange<Double>

    var width: Double { columns.upperBound - columns.lowerBound }
    var height: Double { rows.upperBound - rows.lowerBound }
    var size: Double { width * height }
    var center: Double { (columns.lowerBound + columns.upperBound) / 2 }

    func encloses(_ other: Area) -> Bool { self != other && overlap(with: other) >= other.size && other.size < size }

    func union(_ other: Area) -> Area {
        Area(
            columns: min(
                columns.lowerBound,
                other.columns.lowerBound
            )...max(columns.upperBound, other.columns.upperBound),
            rows: min(rows.lowerBound, other.rows.lowerBound)...max(rows.upperBound, other.rows.upperBound)
        )
    }

    /// The size of the intersection, in pixels.
    func overlap(with other: Area) -> Double {
        let across =
            min(columns.upperBound, other.columns.upperBound) - max(columns.lowerBound, other.columns.lowerBound)
        let down = min(rows.upperBound, other.rows.upperBound) - max(rows.lowerBound, other.rows.lowerBound)
        return max(across, 0) * max(down, 0)
    }
}
