public import BoundedWork
import CImageCodecs
public import SecureMemory

/// The quantised coefficients of a JPEG, parts of which can be covered while the others stay unchanged, by
/// ``JPEGFile/edited(whole:_:)``.
///
/// Coefficients take as much memory as the samples in 16 bits each, of which rows that were written are given back if the picture is
/// not kept for the next one (`IdleMemory`); of the file nothing else is kept but the quantisation tables in use. Samples beyond the
/// right and bottom edges, which no viewer shows, are replaced by repetitions of the last visible ones; the blocks that hold them are
/// quantised anew.
public struct JPEGCoefficients: ~Copyable {
    /// Width and height in pixels.
    public let size: PixelSize
    /// The colour space of the decoded samples.
    public let colorSpace: ColorSpace
    let layout: JPEGLayout
    let quantizers: [JPEGQuantizer]
    private let stored: [jpeg_component]

    /// Whether the picture is still wanted. Otherwise it may be covered in part, and is not written.
    let cancellation: Cancellation

    /// The coefficients in memory of `decoder`, which outlives this value and has read some; nil for unusual quantisation.
    fileprivate init?(_ header: JPEGHeader, _ layout: JPEGLayout, in decoder: borrowing JPEGDecoder) {
        stored = JPEGLayout.stored(decoder.reader)
        let quantizers = stored.compactMap(JPEGQuantizer.init)
        guard quantizers.count == layout.components.count else { return nil }
        self.size = header.size
        self.colorSpace = header.colorSpace
        self.layout = layout
        self.quantizers = quantizers
        self.cancellation = decoder.cancellation
    }

    /// The blocks of a row of the component, 64 coefficients each.
    func blocks(inRow row: Int, of component: Int) -> UnsafeMutablePointer<Int16> {
        guard let blocks = stored[component].blocks else { preconditionFailure("there are no blocks") }
        return blocks + row * stored[component].stride
    }

    /// A writer of all coefficients. `estimate` is the number of bytes that the file is likely to have.
    fileprivate func writer(_ estimate: Int) throws(OutOfMemory) -> CoefficientWriter {
        try CoefficientWriter(stored, size, profile: colorSpace.profile, estimate: estimate, cancellation)
    }
}

extension JPEGFile {
    /// Covers parts of the picture as its coefficients, while it is read, and written as a baseline JPEG of the same quality and
    /// subsampling: coefficients, a profile of our own where the space is not sRGB, and nothing else.
    ///
    /// ```swift
    /// let covered = try file.edited(whole: true) { picture, rowCount in
    ///     (try? picture.cover(area, with: GaussianBlur(sigma: 20))).map { rowCount }
    /// }
    /// ```
    /// - Parameters:
    ///   - isWhole: Whether `paint` can begin only once all rows are read. It is called once then, with all threads to itself.
    ///   - paint: Covers parts of a picture of which so many first rows were read, no fewer each time and all the last time. Called
    ///     on several threads, one at a time. Returns the number of first rows that it will neither read nor cover any more; nil ends
    ///     the work.
    /// - Returns: The new file. Nil if `paint` ended the work, without ``JPEGHeader/editableUnits``, and if a coefficient is beyond
    ///   the range of a baseline file; those of covered blocks never are, so that no hidden pixel decides about the file.
    public func edited(
        whole isWhole: Bool = false,
        _ paint: (_ picture: inout JPEGCoefficients, _ rowCount: Int) -> Int?
    ) throws(DecodingError) -> SecureBytes? {
        guard let layout = header.editableLayout else { return nil }
        return try withDecoder { (decoder) throws(DecodingError) in
            try decoder.startCoefficients()
            guard let coefficients = JPEGCoefficients(header, layout, in: decoder) else { return nil }
            return try edit(coefficients, in: decoder, whole: isWhole, paint)
        }
    }

    private func edit(
        _ coefficients: consuming JPEGCoefficients,
        in decoder: borrowing JPEGDecoder,
        whole isWhole: Bool,
        _ paint: (_ picture: inout JPEGCoefficients, _ rowCount: Int) -> Int?
    ) throws(DecodingError) -> SecureBytes? {
        // Without tables of its own and in one scan, a file can be larger than before, but hardly twice as large.
        let writer = try mapError(coefficients.writer(byteCount + byteCount / 4), DecodingError.outOfMemory)
        let rows = JPEGRows(coefficients.size, unitHeight: coefficients.layout.unitHeight, inOneStep: isWhole)
        return try cancellation.unlessStopped { () throws(RepaintingStop) in
            var knownCount = 0
            try rows.forEachStep(
                work,
                read: { (next) throws(RepaintingStop) in
                    let count = rows.units(of: next).upperBound
                    try mapError(decoder.readCoefficients(unitRows: count), RepaintingStop.failed)
                },
                paint: { rowCount in
                    coefficients.replaceHiddenSamples(inUnitRows: rows.units(of: knownCount..<rowCount))
                    knownCount = rowCount
                    return paint(&coefficients, rowCount)
                },
                write: { (next) throws(RepaintingStop) in
                    let units = rows.units(of: next)
                    try writer.write(units.count)
                    decoder.discardCoefficients(unitRows: units)
                }
            )
            return try writer.file()
        }
    }
}

extension JPEGCoefficients {
    /// Replaces the samples of some rows of units beyond the right and bottom edges by the last visible ones of their row or column.
    /// Blocks wholly beyond an edge are not written.
    mutating func replaceHiddenSamples(inUnitRows unitRows: Range<Int>) {
        for (index, component) in layout.components.enumerated() {
            let width = (size.width + component.columnsPerSample - 1) / component.columnsPerSample
            let height = (size.height + component.rowsPerSample - 1) / component.rowsPerSample
            let rows = unitRows.lowerBound * component.down..<unitRows.upperBound * component.down
            for row in rows.clamped(to: 0..<component.rows) {
                let (right, bottom) = (width % 8, row == component.rows - 1 ? height % 8 : 0)
                guard right != 0 || bottom != 0 else { continue }
                let blocks = blocks(inRow: row, of: index)
                let first = bottom != 0 ? 0 : component.columns - 1
                for column in first..<component.columns {
                    let columns = column == component.columns - 1 ? right : 0
                    guard columns != 0 || bottom != 0 else { continue }
                    replaceSamples(of: blocks + column * 64, in: quantizers[index], from: columns, bottom)
                }
            }
        }
    }

    private func replaceSamples(
        of block: UnsafeMutablePointer<Int16>,
        in quantizer: JPEGQuantizer,
        from columns: Int,
        _ rows: Int
    ) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
            guard let samples = buffer.baseAddress else { return }
            quantizer.decode(block, into: samples, stride: 8)
            if columns > 0 {
                for y in 0..<8 {
                    (samples + y * 8 + columns).update(repeating: samples[y * 8 + columns - 1], count: 8 - columns)
                }
            }
            if rows > 0 {
                for y in rows..<8 { (samples + y * 8).update(from: samples + (rows - 1) * 8, count: 8) }
            }
            quantizer.encode(samples, stride: 8, into: block)
            buffer.update(repeating: 0)
        }
    }

    /// Mean brightness of the picture outside of `hidden`, from 0 for black to 255 (ITU-R BT.601), by the means of the blocks of
    /// luma of untouched minimum coded units. Nil if there are none.
    public func meanLuma(outside hidden: [PixelRect], cancellation: Cancellation) throws(WorkFailure) -> Double? {
        let luma = layout.components[0]
        let (width, height) = (8 * luma.columnsPerSample, 8 * luma.rowsPerSample)
        let hiddenBlocks = hidden.compactMap { rect -> PixelRect? in
            let units = layout.units.influence(of: rect, in: size)
            return PixelRect(
                columns: units.x / width..<(units.maxX + width - 1) / width,
                rows: units.y / height..<(units.maxY + height - 1) / height
            )
        }
        let (columns, rows) = ((size.width + width - 1) / width, (size.height + height - 1) / height)
        guard let blockCounts = PixelSize(width: columns, height: rows) else { return nil }
        let visible = try PixelSet(hiddenBlocks, in: blockCounts, cancellation: cancellation)
        var (sum, count) = (0, 0)
        for row in 0..<rows {
            try cancellation.check()
            let blocks = blocks(inRow: row, of: 0)
            visible.forEachRunOutside(in: 0..<columns, ofRow: row) { columns in
                for column in columns { sum += Int(blocks[column &* 64]) }
                count += columns.count
            }
        }
        // A coefficient of 8 is a step of luma, from the middle of its range (ITU-T T.81, section A.3.3).
        return count == 0 ? nil : Double(sum) / Double(count) * quantizers[0].meanStep / 8 + 128
    }
}
