import BoundedWork
import ImageCore
import SecureMemory

/// A picture whose pixels are each the mean of a square of pixels of another: three samples for each, in units of 1/64, rows
/// without padding. What lies beyond the right and the lower edge counts as what lies on it.
struct ReducedPixels: ~Copyable {
    /// Columns, at least 1.
    let width: Int
    /// Rows, at least 1.
    let height: Int
    private let samples: WipedBuffer<Int16>

    /// What a sample of 8 bits is multiplied with.
    static let unit: Int16 = 64

    /// Uninitialised.
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

    /// The picture of half the width and height, rounded up. Not all of it is there once it is cancelled.
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
