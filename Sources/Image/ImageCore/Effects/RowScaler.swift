import BoundedWork
import CPixelKernels
import Foundation
import SecureMemory

/// Scaling of an RGB picture row by row: down the columns, then along the resulting row, with one row of each size in memory.
struct RowScaler: ~Copyable {
    private let columns: LanczosFilter
    private let rows: LanczosFilter
    private let visible: Range<Int>
    /// Starts of the sums of ``columns``, in samples from the first visible pixel.
    private let starts: [Int32]
    /// The visible pixels, summed down the columns, and zeros after them.
    private let sums: WipedBuffer<Int16>
    private let output: WipedBuffer<UInt8>

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

    /// Samples of the source between two checks of the cancellation, many rows or a part of one; a multiple of a vector's size.
    private static let samplesOfStep = 1 << 21

    /// The samples of row `index` of the target, valid until the next call; meaningless once it is cancelled.
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

/// Terms of the weighted sum for each sample of a scaled axis: Lanczos with three lobes, widened by the scale when a picture is
/// made smaller (Duchon, "Lanczos Filtering in One and Two Dimensions", 1979).
struct LanczosFilter {
    let firsts: [Int]
    /// Terms of each sum, an even number. The last ones may weigh nothing and lie beyond the end of the source.
    let termCount: Int
    /// For each sum ``termCount`` weights that add up to 16 384, whole numbers, so that the last bit of a machine's `sin` does not
    /// reach a pixel.
    let weights: [Int16]

    init(_ placement: AxisPlacement, sourceCount: Int) {
        let scale = placement.sourceLength / Double(placement.target.count)
        let width = max(scale, 1)
        let sums = placement.target.indices.map { index in
            let center = placement.sourceStart + (Double(index - placement.target.lowerBound) + 0.5) * scale
            return Self.sum(around: center, width: width, sourceCount: sourceCount)
        }
        let longest = sums.map(\.weights.count).max() ?? 0
        let termCount = longest + longest % 2
        self.firsts = sums.map(\.first)
        self.termCount = termCount
        self.weights = sums.flatMap { $0.weights + Array(repeating: 0, count: termCount - $0.weights.count) }
    }

    private static func sum(
        around center: Double,
        width: Double,
        sourceCount: Int
    ) -> (first: Int, weights: [Int16]) {
        let reach = 3 * width
        // Samples lie half a pixel into their pixels.
        let first = max(Int((center - reach - 0.5).rounded(.up)), 0)
        let last = min(Int((center + reach - 0.5).rounded(.down)), sourceCount - 1)
        let nearest = min(max(Int(center), 0), sourceCount - 1)
        guard first < last else { return (nearest, [one]) }

        let raw = (first...last).map { lanczos((Double($0) + 0.5 - center) / width) }
        let total = raw.reduce(0, +)
        var weights = raw.map { Int16(($0 / total * Double(one)).rounded()) }
        weights[nearest - first] += one - weights.reduce(0, +)
        let leadingZeros = weights.prefix { $0 == 0 }.count
        let kept = weights.dropFirst(leadingZeros).reversed().drop { $0 == 0 }.reversed()
        return (first + leadingZeros, Array(kept))
    }

    private static let one: Int16 = 1 << 14

    private static func lanczos(_ distance: Double) -> Double {
        guard distance != 0 else { return 1 }
        // Whole distances are the zeros of the kernel; computed, they would leave a residue.
        guard abs(distance) < 3, distance.rounded() != distance else { return 0 }
        let angle = Double.pi * distance
        return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }
}
