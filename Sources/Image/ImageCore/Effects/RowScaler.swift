import BoundedWork
import CPixelKernels
import SecureMemory

/// Scales an RGB picture row by row: first down the columns, then along the row that came out. So no more than one row of
/// each size is in memory, however tall the picture is.
struct RowScaler: ~Copyable {
    private let columns: LanczosFilter
    private let rows: LanczosFilter
    /// The pixels of a source row that are looked at.
    private let visible: Range<Int>
    /// Where the sums of ``columns`` start, counted in samples from the first visible pixel.
    private let starts: [Int32]
    /// The visible pixels, summed down the columns, and zeros after them.
    private let sums: WipedBuffer<Int16>
    /// Memory for a scaled row.
    private let output: WipedBuffer<UInt8>

    /// - Parameters:
    ///   - columns: For the pixels of a row.
    ///   - rows: For the rows.
    ///   - sourceWidth: Pixels of a row of the source.
    init(columns: LanczosFilter, rows: LanczosFilter, sourceWidth: Int) throws(OutOfMemory) {
        let first = columns.firsts.min() ?? 0
        let visible = first..<min((columns.firsts.max() ?? 0) + columns.termCount, sourceWidth)
        let sums = try WipedBuffer<Int16>(count: (visible.count + columns.termCount) * 3 + Int(PIXEL_SCALING_SLACK))
        let output = try WipedBuffer<UInt8>(count: columns.firsts.count * 3 + Int(PIXEL_SCALING_SLACK))
        sums.all.update(repeating: 0)
        self.starts = columns.firsts.map { Int32(($0 - first) * 3) }
        self.visible = visible
        self.sums = sums
        self.output = output
        self.columns = columns
        self.rows = rows
    }

    /// Samples of the source that are weighed before the next question whether the picture is still wanted: those of many
    /// rows of common pictures, but a part of one where a tall picture becomes a low one. A multiple of what a vector holds.
    private static let samplesOfStep = 1 << 21

    /// The samples of row `index` of the target, valid until the next call; they mean nothing once it is cancelled.
    func row(_ index: Int, of content: borrowing PixelBuffer, _ cancellation: Cancellation) -> UnsafePointer<UInt8> {
        let first = rows.firsts[index]
        let source = content.row(first) + visible.lowerBound * 3
        let termCount = min(rows.termCount, content.size.height - first)
        rows.weights.withUnsafeBufferPointer { weights in
            guard let weights = weights.baseAddress else { return }
            let sumWeights = weights + index * rows.termCount
            let count = visible.count * 3
            let step = max(Self.samplesOfStep / termCount & ~15, 16)
            for start in stride(from: 0, to: count, by: step).whileWanted(cancellation) {
                let length = min(step, count - start)
                pixels_sum_rows(source + start, content.rowStride, sumWeights, termCount, sums.base + start, length)
            }
        }
        pixels_scale_row(sums.base, starts, columns.weights, columns.termCount, output.base, starts.count)
        return UnsafePointer(output.base)
    }
}
