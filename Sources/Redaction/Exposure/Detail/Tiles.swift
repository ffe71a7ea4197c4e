import ImageCore
import SecureMemory

/// A number for each tile of a picture, rows from the top, in memory that is wiped. Whoever makes it writes it; nobody else does.
final class Tiles<Value: FixedWidthInteger & BitwiseCopyable> {
    /// Tiles side by side, at least 1.
    let columns: Int
    /// Tiles above each other, at least 1.
    let rows: Int
    private let buffer: WipedBuffer<Value>

    /// Zeros.
    init(columns: Int, rows: Int) throws(OutOfMemory) {
        (self.columns, self.rows) = (columns, rows)
        buffer = try WipedBuffer(count: columns * rows)
        buffer.base.update(repeating: 0, count: columns * rows)
    }

    /// All tiles, row by row.
    var indices: Range<Int> { 0..<columns * rows }

    /// The value of one of ``indices``.
    subscript(index: Int) -> Value {
        get { buffer.base[index] }
        set { buffer.base[index] = newValue }
    }

    /// The value of a tile within the picture.
    subscript(column: Int, row: Int) -> Value {
        get { buffer.base[row * columns + column] }
        set { buffer.base[row * columns + column] = newValue }
    }
}

extension Tiles {
    /// For each tile the largest value of those up to so many columns and rows away, each 0 or more.
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

    /// For each tile of `shape`, whose tiles have twice the edge, the largest value of those that it covers. None is negative.
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
