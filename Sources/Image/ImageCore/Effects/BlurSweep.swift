import BoundedWork
import SecureMemory

/// A narrow blur that goes down some rows of its target: a row is painted once those in reach were read.
struct BlurSweep: ~Copyable {
    private let kernel: PairKernel
    private let target: PixelRect
    private let channels: Int
    private var ring: BlurRing
    private let sums: WipedBuffer<UInt16>
    private var parts: PartSweep

    /// A sweep that begins with row `first`, of the target of `area`.
    init(_ kernel: PairKernel, over area: PaintArea, channels: Int, from first: Int) throws(OutOfMemory) {
        let target = area.target
        let begin = max(first - kernel.radius, target.y)
        let ring = try BlurRing(kernel, width: target.width, channels: channels, first: begin)
        let sums = try WipedBuffer<UInt16>(count: target.width * channels)
        self.kernel = kernel
        self.target = target
        self.channels = channels
        self.ring = ring
        self.sums = sums
        parts = PartSweep(area.parts)
    }

    /// Paints the parts in row `y`, below those painted before. Rows in reach are taken from `copy` where it has one.
    mutating func paint(_ y: Int, of rows: SharedRows, copy: (_ y: Int) -> UnsafePointer<UInt8>?) {
        while ring.next <= min(y + kernel.radius, target.maxY - 1) {
            let row = UnsafePointer(rows.row(ring.next) + target.x * channels)
            ring.append(copy(ring.next) ?? row)
        }
        ring.convolve(around: y, of: target.rows, into: sums.base)
        for part in parts.parts(in: y..<y + 1) {
            Self.round(
                sums.base + (part.x - target.x) * channels,
                count: part.width * channels,
                into: rows.row(y) + part.x * channels
            )
        }
    }

    private static func round(
        _ samples: UnsafePointer<UInt16>,
        count: Int,
        into output: UnsafeMutablePointer<UInt8>
    ) {
        let half: UInt16 = 1 << (PairKernel.fractionBits - 1)
        for index in 0..<count {
            output[index] = UInt8(truncatingIfNeeded: (samples[index] &+ half) &>> PairKernel.fractionBits)
        }
    }
}

/// A narrow blur of a picture whose rows become known from the top.
final class BlurredRows: RowwisePainting {
    private let target: PixelRect
    private let reach: Int
    private var sweep: BlurSweep
    private var nextRow: Int

    init(_ kernel: PairKernel, over area: PaintArea, channels: Int) throws(OutOfMemory) {
        sweep = try BlurSweep(kernel, over: area, channels: channels, from: area.target.y)
        target = area.target
        reach = kernel.radius
        nextRow = area.target.y
    }

    func advance(on pixels: inout PixelBuffer, within rowCount: Int, _ work: WorkContext) -> Int {
        let end = rowCount < target.maxY ? max(rowCount - reach, nextRow) : target.maxY
        let rows = pixels.sharedRows
        for y in (nextRow..<end).whileWanted(work.cancellation) { sweep.paint(y, of: rows) { _ in nil } }
        nextRow = end
        return nextRow == target.maxY ? rowCount : min(nextRow, rowCount)
    }
}
