public import BoundedWork
import SecureMemory

extension JPEGCoefficients {
    /// Covers `area`, within the picture, with `effect`: the minimum coded units that its parts touch are quantised anew, all
    /// others stay unchanged. Parts that are whole units change no pixel round them. After a `WorkFailure` the picture may be
    /// covered in part, and must not be shown.
    public mutating func cover(
        _ area: PaintArea,
        with effect: borrowing some Effect & ~Copyable,
        work: WorkContext = WorkContext()
    ) throws(WorkFailure) {
        try work.cancellation.finish { () throws(OutOfMemory) in try paint(effect, over: area, work) }
    }

    private mutating func paint(
        _ effect: borrowing some Effect & ~Copyable,
        over area: PaintArea,
        _ work: WorkContext
    ) throws(OutOfMemory) {
        var read = effect.source(of: area)
        let (layout, size) = (layout, size)
        read += area.parts.filter { !layout.isWholeUnits($0, in: size) }
        let rows = (read + area.parts).map { layout.unitRows(of: $0) }
        guard let first = rows.map(\.lowerBound).min(), let end = rows.map(\.upperBound).max() else { return }
        let band = first * layout.unitHeight..<end * layout.unitHeight
        var pixels = try PixelBuffer(uninitialized: size, format: .rgb, rows: band)
        for rect in read { try decode(rect, into: &pixels, work) }
        try effect.paint(area, of: &pixels, work)
        for part in area.parts { try encode(part, from: pixels, work) }
    }

    /// Covers `area` with one colour, like ``cover(_:with:work:)`` with a ``Fill``.
    public mutating func fill(
        _ area: PaintArea,
        with color: Color,
        work: WorkContext = WorkContext()
    ) throws(WorkFailure) {
        try work.cancellation.finish { () throws(OutOfMemory) in try paint(color, over: area, work) }
    }

    private mutating func paint(_ color: Color, over area: PaintArea, _ work: WorkContext) throws(OutOfMemory) {
        let (layout, size) = (layout, size)
        guard area.parts.allSatisfy({ layout.isWholeUnits($0, in: size) }) else {
            return try paint(Fill(color: color), over: area, work)
        }
        let samples = color.components
        for (index, component) in layout.components.enumerated() {
            let flat = try WipedBuffer<Int16>(count: 64)
            quantizers[index].encode(flat: samples[index], into: flat.base)
            for part in area.parts {
                let (units, unitRows) = (layout.unitColumns(of: part), layout.unitRows(of: part))
                let columns = units.lowerBound * component.across..<units.upperBound * component.across
                let rows = unitRows.lowerBound * component.down..<unitRows.upperBound * component.down
                for row in rows.clamped(to: 0..<component.rows) where !cancellation.isCancelled {
                    let blocks = blocks(inRow: row, of: index)
                    for column in columns.clamped(to: 0..<component.columns) {
                        (blocks + column &* 64).update(from: flat.base, count: 64)
                    }
                }
            }
        }
    }

    /// Rows of units that are worth a thread of their own.
    private static let leastUnitRows = 4

    /// Writes the pixels of all units that `rect` touches to `pixels`, which has their rows.
    private func decode(
        _ rect: PixelRect,
        into pixels: inout PixelBuffer,
        _ work: WorkContext
    ) throws(OutOfMemory) {
        guard let rect = rect.intersection(PixelRect(size)) else { return }
        let columns = layout.unitColumns(of: rect)
        let left = columns.lowerBound * layout.unitWidth
        let count = min(columns.upperBound * layout.unitWidth, size.width) - left
        let output = pixels.sharedRows
        try unitBands(of: rect, work).forEach { (_, band) throws(OutOfMemory) in
            let units = try UnitRow(columns, layout: layout)
            for unitRow in band.whileWanted(cancellation) {
                decode(unitRow, into: units)
                let top = unitRow * layout.unitHeight
                for y in top..<min(top + layout.unitHeight, size.height) {
                    units.writePixels(ofRow: y - top, count: count, to: output.row(y) + left * 3)
                }
            }
        }
    }

    /// Replaces all units that `rect` touches by the pixels of `pixels`, which has their rows.
    private mutating func encode(
        _ rect: PixelRect,
        from pixels: borrowing PixelBuffer,
        _ work: WorkContext
    ) throws(OutOfMemory) {
        let columns = layout.unitColumns(of: rect)
        let left = columns.lowerBound * layout.unitWidth
        try unitBands(of: rect, work).forEach { (_, band) throws(OutOfMemory) in
            let units = try UnitRow(columns, layout: layout)
            for unitRow in band.whileWanted(cancellation) {
                let top = unitRow * layout.unitHeight
                units.readPixels(count: size.width - left, of: pixels, x: left, y: top)
                encode(units, toRow: unitRow)
            }
        }
    }

    private func unitBands(of rect: PixelRect, _ work: WorkContext) -> Bands {
        Bands(layout.unitRows(of: rect), threads: work.threads, leastRows: Self.leastUnitRows)
    }

    private func decode(_ unitRow: Int, into units: borrowing UnitRow) {
        forEachBlock(of: units, inRow: unitRow) { quantizer, block, samples, stride in
            quantizer.decode(block, into: samples, stride: stride)
        }
    }

    private func encode(_ units: borrowing UnitRow, toRow unitRow: Int) {
        forEachBlock(of: units, inRow: unitRow) { quantizer, block, samples, stride in
            quantizer.encode(samples, stride: stride, into: block)
        }
    }

    /// Calls `body` with each block of some units that holds samples of the picture, and the place of its samples.
    @inline(__always)
    private func forEachBlock(
        of units: borrowing UnitRow,
        inRow unitRow: Int,
        _ body: (JPEGQuantizer, UnsafeMutablePointer<Int16>, UnsafeMutablePointer<UInt8>, Int) -> Void
    ) {
        for (index, component) in layout.components.enumerated() {
            let quantizer = quantizers[index]
            let stride = units.stride(of: index)
            let first = units.units.lowerBound * component.across
            let columns = first..<min(units.units.upperBound * component.across, component.columns)
            for offset in 0..<component.down {
                let row = unitRow * component.down + offset
                guard row < component.rows else { break }
                let blocks = blocks(inRow: row, of: index)
                let samples = units.plane(index) + offset * 8 * stride
                for column in columns {
                    body(quantizer, blocks + column &* 64, samples + (column &- first) &* 8, stride)
                }
            }
        }
    }
}
