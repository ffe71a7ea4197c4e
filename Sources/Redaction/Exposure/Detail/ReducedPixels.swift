import BoundedWork
import ImageCore
import SecureMemory

/// A picture whose pixels are each the mean of a square of pixels of another: three samples for each, in units of 1/64, rows
/// without padding. Pixels beyond the right and the lower edge equal those at the edge.
struct ReducedPixels: ~Copyable {
    let width: Int
    let height: Int
    private let samples: WipedBuffer<Int16>

    /// Factor of a sample of 8 bits.
    static let unit: Int16 = 64

    init(width: Int, height: Int) throws(OutOfMemory) {
        (self.width, self.height) = (width, height)
        samples = try WipedBuffer(count: width * height * 3)
    }

    /// The first sample of row `y`, one of ``height``; there are three times ``width`` of them.
    func row(_ y: Int) -> UnsafeMutablePointer<Int16> { samples.base + y * width * 3 }

    /// Writes row `y` from two rows of a picture of 8-bit RGB of `columns` columns: `2 * width`, or one less.
    func write(_ y: Int, from upper: UnsafePointer<UInt8>, _ lower: UnsafePointer<UInt8>, columns: Int) {
        let target = row(y)
        for x in 0..<columns / 2 {
            for channel in 0..<3 {
                let (left, right) = (6 &* x &+ channel, 6 &* x &+ channel &+ 3)
                let sum = Int16(upper[left]) &+ Int16(upper[right]) &+ Int16(lower[left]) &+ Int16(lower[right])
                target[3 &* x &+ channel] = sum &* 16
            }
        }
        guard columns % 2 == 1 else { return }
        for channel in 0..<3 {
            let last = (columns - 1) * 3 + channel
            target[(width - 1) * 3 + channel] = (Int16(upper[last]) &+ Int16(lower[last])) &* 32
        }
    }

    /// The picture of half the width and height, rounded up; not all of it once it is cancelled.
    func halved(_ cancellation: Cancellation) throws(OutOfMemory) -> ReducedPixels {
        let half = try ReducedPixels(width: (width + 1) / 2, height: (height + 1) / 2)
        for y in (0..<half.height).whileWanted(cancellation) {
            let (upper, lower, target) = (row(2 * y), row(min(2 * y + 1, height - 1)), half.row(y))
            for x in 0..<half.width {
                let (left, right) = (6 &* x, 3 &* min(2 &* x &+ 1, width &- 1))
                for channel in 0..<3 {
                    let sum =
                        Int32(upper[left &+ channel]) &+ Int32(upper[right &+ channel])
                        &+ Int32(lower[left &+ channel]) &+ Int32(lower[right &+ channel])
                    target[3 &* x &+ channel] = Int16(truncatingIfNeeded: (sum &+ 2) >> 2)
                }
            }
        }
        return half
    }
}

extension ReducedPixels {
    static let tile = 4

    /// For each tile, the largest change between the two pixels beside or above and below one of its pixels.
    func changes(_ cancellation: Cancellation) throws(OutOfMemory) -> Tiles<Int16> {
        try most(cancellation) { first, _, second in max(first, second) &- min(first, second) }
    }

    /// For each tile, the largest distance of one of its pixels from the mean of the two beside it, or above and below it.
    func bends(_ cancellation: Cancellation) throws(OutOfMemory) -> Tiles<Int16> {
        try most(cancellation) { first, middle, second in
            let mean = (first &+ second) >> 1
            return max(mean, middle) &- min(mean, middle)
        }
    }

    /// For each tile, the largest `measure` of three successive samples of a row or a column.
    @inline(__always)
    private func most(
        _ cancellation: Cancellation,
        _ measure: (Int16, Int16, Int16) -> Int16
    ) throws(OutOfMemory) -> Tiles<Int16> {
        let edge = Self.tile
        let tiles = try Tiles<Int16>(columns: (width + edge - 1) / edge, rows: (height + edge - 1) / edge)
        let count = width * 3
        let most = try WipedBuffer<Int16>(count: count)
        for tileRow in (0..<tiles.rows).whileWanted(cancellation) {
            most.base.update(repeating: 0, count: count)
            for y in tileRow * edge..<min((tileRow + 1) * edge, height) {
                let (above, center, below) = (row(max(y - 1, 0)), row(y), row(min(y + 1, height - 1)))
                // The first and the last row have nothing on one side.
                if y > 0, y < height - 1 {
                    for index in 0..<count {
                        most.base[index] = max(most.base[index], measure(above[index], center[index], below[index]))
                    }
                }
                for index in 3..<max(count - 3, 3) {
                    let value = measure(center[index &- 3], center[index], center[index &+ 3])
                    most.base[index] = max(most.base[index], value)
                }
            }
            for column in 0..<tiles.columns {
                var largest: Int16 = 0
                for index in column * edge * 3..<min((column + 1) * edge, width) * 3 {
                    largest = max(largest, most.base[index])
                }
                tiles[column, tileRow] = largest
            }
        }
        return tiles
    }
}
