import BoundedWork
import ImageCore
import SecureMemory

/// The grid of a mosaic that covers a picture: all columns and rows between which anything changes are equally far from each
/// other.
struct MosaicGrid: Sendable {
    /// The edge of a cell in pixels; not whole where cells of two sizes alternate.
    let block: Double

    /// The least change between neighbouring pixels that counts, of 255.
    private static let leastChange: UInt8 = 3
    private static let leastShare = 0.93
    private static let leastLines = 6
    private static let leastBlock = 3
    /// Pixels that a line may be off the grid, because cells are of whole pixels.
    private static let tolerance = 1.1
    /// The part of a small cell that a line may be off the grid: any line would be within more.
    private static let relativeTolerance = 0.3
    private static let triedGaps = 6
    private static let mostStretch = 1.06

    init?(_ pixels: borrowing PixelBuffer, _ cancellation: Cancellation) throws(OutOfMemory) {
        let (columns, rows) = try Self.changes(in: pixels, cancellation)
        guard let across = Self.period(of: columns), let down = Self.period(of: rows),
            max(across, down) <= Self.mostStretch * min(across, down)
        else { return nil }
        block = (across + down) / 2
    }

    /// For each column, and each row, the samples that differ from those before them, to the left or above.
    private static func changes(
        in pixels: borrowing PixelBuffer,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) -> (columns: [Int], rows: [Int]) {
        let (width, height, channels) = (pixels.size.width, pixels.size.height, pixels.format.channels)
        let count = width * channels
        var rows = [Int](repeating: 0, count: height)
        let above = try WipedBuffer<UInt8>(count: count)
        let sums = try WipedBuffer<UInt16>(count: count)
        sums.base.update(repeating: 0, count: count)
        for y in (0..<height).whileWanted(cancellation) {
            pixels.withRow(y) { samples in
                guard let row = samples.baseAddress else { return }
                if y > 0 { rows[y] = differences(row, above.base, count: count) }
                addDifferences(row, step: channels, count: count, to: sums.base)
                above.base.update(from: row, count: count)
            }
        }
        let columns = (0..<width).map { x in (0..<channels).reduce(0) { $0 + Int(sums.base[x * channels + $1]) } }
        return (columns, rows)
    }

    /// The number of `count` samples that differ between two rows.
    private static func differences(_ row: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, count: Int) -> Int {
        var total: UInt32 = 0
        for index in 0..<count {
            let difference = max(row[index], other[index]) &- min(row[index], other[index])
            total &+= difference >= leastChange ? 1 : 0
        }
        return Int(total)
    }

    /// Counts the samples that differ from those `step` before them. Full counts begin anew, which takes a picture of more than
    /// 65 535 rows.
    private static func addDifferences(
        _ row: UnsafePointer<UInt8>,
        step: Int,
        count: Int,
        to sums: UnsafeMutablePointer<UInt16>
    ) {
        for index in min(step, count)..<count {
            let difference = max(row[index], row[index &- step]) &- min(row[index], row[index &- step])
            sums[index] &+= difference >= leastChange ? 1 : 0
        }
    }

    /// The distance of the counted places from each other, if it is the same for all.
    static func period(of counts: [Int]) -> Double? {
        let total = counts.reduce(0, +)
        let least = max(2, (counts.max() ?? 0) / 200)
        let lines = counts.indices.filter { counts[$0] >= least }
        guard total > 0, lines.count >= leastLines, lines.count * 3 <= counts.count else { return nil }
        // The smallest gaps are cells, or cells that are a pixel narrower than others.
        let gaps = Set(zip(lines.dropFirst(), lines).map { $0 - $1 }).sorted().prefix(triedGaps)
        for gap in gaps where gap >= leastBlock {
            if let period = period(Double(gap), of: lines, counts), Double(counts.count) / period >= 4 { return period }
        }
        return nil
    }

    /// The distance near `first`, if nearly all counted places are a multiple of it from each other.
    private static func period(_ first: Double, of lines: [Int], _ counts: [Int]) -> Double? {
        var (period, number) = (first, 0.0)
        for line in lines.dropFirst() {
            let distance = Double(line - lines[0])
            let next = (distance / period).rounded()
            // The further away a line is, the better it measures the distance: to a pixel over the cells before it.
            let error = min(tolerance + (next - number) / max(number, 1), period * relativeTolerance)
            guard next > number, abs(distance - next * period) <= error else { continue }
            (period, number) = (distance / next, next)
        }
        let error = min(tolerance, period * relativeTolerance)
        let onGrid = lines.reduce(0) { sum, line in
            let distance = Double(line - lines[0])
            let isOnGrid = abs(distance - (distance / period).rounded() * period) <= error
            return isOnGrid ? sum + counts[line] : sum
        }
        return Double(onGrid) >= leastShare * Double(counts.reduce(0, +)) ? period : nil
    }
}
