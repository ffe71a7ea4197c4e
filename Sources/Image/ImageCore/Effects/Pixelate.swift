public import BoundedWork
public import SecureMemory

/// Covers with square cells, each painted with the mean of its pixels.
///
/// Cells are counted from the top left corner of the target; those at its right and bottom edges may be cut. A mean still
/// depends on what it covers: pixelated text can be recovered by trial.
public struct Pixelate: Effect, Sendable, Hashable {
    /// Edge of a cell, in pixels.
    public let block: Int

    /// Cells of `block` x `block` pixels, clamped to 1 to ``PixelSize/maximumEdge``.
    public init(block: Int) {
        self.block = min(max(block, 1), PixelSize.maximumEdge)
    }

    /// The target, whose pixels are read.
    public func source(of area: PaintArea) -> [PixelRect] { [area.target] }

    /// Paints every cell with its mean, rounded to the nearest sample value.
    public func paint(_ area: PaintArea, of pixels: inout PixelBuffer, _ work: WorkContext) throws(OutOfMemory) {
        try pixels.withAveragablePixels(in: area, work.cancellation) { (pixels, area) throws(OutOfMemory) in
            try paintCells(of: area, in: &pixels, work)
        }
    }

    /// Row after row of cells.
    public func rowwise(over area: PaintArea, of format: PixelFormat) -> (any RowwisePainting)? {
        CellRows(self, over: area)
    }

    private func paintCells(of area: PaintArea, in pixels: inout PixelBuffer, _ work: WorkContext) throws(OutOfMemory) {
        let target = area.target
        let channels = pixels.format.channels
        let count = target.width * channels
        let rows = pixels.sharedRows
        let cells = Bands(
            0..<(target.height + block - 1) / block,
            threads: work.threads,
            leastRows: Bands.leastRows / block
        )
        try cells.forEach { (_, cells) throws(OutOfMemory) in
            let sums = try WipedBuffer<UInt32>(count: count)
            let means = try WipedBuffer<UInt8>(count: count)
            var sweep = PartSweep(area.parts)
            for cell in cells.whileWanted(work.cancellation) {
                let top = target.y + cell * block
                let span = top..<min(top + block, target.maxY)
                sums.base.update(repeating: 0, count: count)
                for y in span.whileWanted(work.cancellation) {
                    Self.add(rows.row(y) + target.x * channels, to: sums.base, count: count)
                }
                average(sums.base, rows: span.count, columns: target.width, channels: channels, into: means.base)
                for part in sweep.parts(in: span) {
                    let source = means.base + (part.x - target.x) * channels
                    for y in span.clamped(to: part.rows).whileWanted(work.cancellation) {
                        (rows.row(y) + part.x * channels).update(from: source, count: part.width * channels)
                    }
                }
            }
        }
    }

    private static func add(_ samples: UnsafePointer<UInt8>, to sums: UnsafeMutablePointer<UInt32>, count: Int) {
        for index in 0..<count { sums[index] &+= UInt32(samples[index]) }
    }

    private func average(
        _ sums: UnsafePointer<UInt32>,
        rows: Int,
        columns: Int,
        channels: Int,
        into means: UnsafeMutablePointer<UInt8>
    ) {
        for left in stride(from: 0, to: columns, by: block) {
            let cell = left..<min(left + block, columns)
            let area = UInt64(rows &* cell.count)
            for channel in 0..<channels {
                var sum: UInt64 = 0
                for x in cell { sum &+= UInt64(sums[x &* channels &+ channel]) }
                let mean = UInt8(truncatingIfNeeded: (sum &+ area / 2) / area)
                for x in cell { means[x &* channels &+ channel] = mean }
            }
        }
    }
}

/// Cells that are painted as soon as all rows of them are known.
private struct CellRows: RowwisePainting {
    private let effect: Pixelate
    private let target: PixelRect
    private var sweep: PartSweep
    private var nextRow: Int

    init(_ effect: Pixelate, over area: PaintArea) {
        self.effect = effect
        target = area.target
        sweep = PartSweep(area.parts)
        nextRow = area.target.y
    }

    mutating func advance(on pixels: inout PixelBuffer, within rowCount: Int, _ work: WorkContext) throws(OutOfMemory)
        -> Int
    {
        let cells = max(rowCount - target.y, 0) / effect.block
        let end = rowCount < target.maxY ? target.y + cells * effect.block : target.maxY
        if let rows = PixelRect(columns: target.columns, rows: nextRow..<end) {
            let parts = sweep.parts(in: rows.rows).compactMap { $0.intersection(rows) }
            if !parts.isEmpty { try effect.paint(PaintArea(rows, parts: parts), of: &pixels, work) }
            nextRow = end
        }
        return nextRow == target.maxY ? rowCount : min(nextRow, rowCount)
    }
}
