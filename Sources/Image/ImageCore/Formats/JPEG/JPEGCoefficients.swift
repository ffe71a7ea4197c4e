public import BoundedWork
import CImageCodecs
public import SecureMemory

/// A JPEG as its quantised coefficients, parts of which can be covered while the others stay unchanged.
///
/// ```swift
/// if var picture = try file.coefficients() {
///     try picture.cover(area, with: GaussianBlur(sigma: 20))
///     let covered = try picture.encoded()
/// }
/// ```
/// Coefficients take as much memory as the samples in 16 bits each; of the file nothing else is kept but the quantisation tables in
/// use. Samples beyond the right and bottom edges, which no viewer shows, are replaced by repetitions of the last visible ones; the
/// blocks that hold them are quantised anew.
public struct JPEGCoefficients: ~Copyable {
    /// Width and height in pixels.
    public let size: PixelSize
    /// The colour space of the decoded samples.
    public let colorSpace: ColorSpace
    let layout: JPEGLayout
    let quantizers: [JPEGQuantizer]
    private let fileByteCount: Int
    private let decoder: JPEGDecoder
    /// Each row of blocks of each component, in memory of ``decoder``.
    private let blockRows: [[UnsafeMutablePointer<Int16>]]

    /// Whether the picture is still wanted. Otherwise it may be covered in part, and is not written.
    var cancellation: Cancellation { decoder.cancellation }

    fileprivate init?(_ file: JPEGFile) throws(DecodingError) {
        guard let layout = file.header.editableLayout else { return nil }
        let decoder = try file.withDecoder { (decoder) throws(DecodingError) in
            // The decoder does not look at the file after this.
            guard jpeg_reader_read_coefficients(decoder.reader) else { throw decoder.failure }
            return decoder
        }
        let quantizers = JPEGLayout.stored(decoder.reader).compactMap(JPEGQuantizer.init)
        guard quantizers.count == layout.components.count else { return nil }
        self.size = file.header.size
        self.colorSpace = file.header.colorSpace
        self.layout = layout
        self.quantizers = quantizers
        self.fileByteCount = file.byteCount
        blockRows = layout.components.enumerated().map { index, component in
            (0..<component.rows).map { row in
                guard let blocks = jpeg_reader_block_row(decoder.reader, Int32(index), UInt32(row)) else {
                    preconditionFailure("there is no such row of blocks")
                }
                return blocks
            }
        }
        self.decoder = decoder
        replaceHiddenSamples()
    }

    /// The blocks of a row of the component, 64 coefficients each.
    func blocks(inRow row: Int, of component: Int) -> UnsafeMutablePointer<Int16> { blockRows[component][row] }

    /// The picture as a new baseline JPEG of the same quality and subsampling: coefficients, a profile of our own where the space
    /// is not sRGB, and nothing else. Nil if a coefficient is beyond the range of a baseline file; those of covered blocks never
    /// are, so that no hidden pixel decides about the file.
    public consuming func encoded() throws(EncodingError) -> SecureBytes? {
        var output = codec_output()
        var isBeyondBaseline = false
        // Without tables of its own and in one scan, a file can be larger than before, but hardly twice as large.
        let estimate = fileByteCount + fileByteCount / 4
        let written = colorSpace.profile.withUnsafeBufferPointer { profile in
            let start = profile.isEmpty ? nil : profile.baseAddress
            return jpeg_reader_write(decoder.reader, start, profile.count, estimate, &output, &isBeyondBaseline)
        }
        guard !isBeyondBaseline else { return nil }
        return try SecureBytes(output, written: written, cancellation)
    }
}

extension JPEGFile {
    /// All coefficients, which take as much memory as the samples of the picture in 16 bits each. Nil without
    /// ``JPEGHeader/editableUnits``: such a file is for ``decoded()``.
    public func coefficients() throws(DecodingError) -> JPEGCoefficients? {
        try JPEGCoefficients(self)
    }
}

extension JPEGCoefficients {
    /// Replaces the samples beyond the right and bottom edges by the last visible ones of their row or column. Blocks wholly beyond
    /// an edge are not written.
    mutating func replaceHiddenSamples() {
        for (index, component) in layout.components.enumerated() {
            let width = (size.width + component.columnsPerSample - 1) / component.columnsPerSample
            let height = (size.height + component.rowsPerSample - 1) / component.rowsPerSample
            let lastRow = component.rows - 1
            if width % 8 != 0 {
                for row in 0..<component.rows {
                    let block = blocks(inRow: row, of: index) + (component.columns - 1) * 64
                    replaceSamples(of: block, in: quantizers[index], from: width % 8, row == lastRow ? height % 8 : 0)
                }
            }
            if height % 8 != 0 {
                let blocks = blocks(inRow: lastRow, of: index)
                for column in 0..<component.columns - (width % 8 != 0 ? 1 : 0) {
                    replaceSamples(of: blocks + column * 64, in: quantizers[index], from: 0, height % 8)
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
