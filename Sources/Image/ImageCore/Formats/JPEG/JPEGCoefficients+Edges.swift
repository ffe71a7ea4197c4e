extension JPEGCoefficients {
    /// Replaces the samples that lie beyond the right and bottom edges by the last visible ones of their row or column.
    ///
    /// Blocks wholly beyond an edge are not written, so they need no care.
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

    /// Replaces the columns and rows of a block from those on; none if 0.
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
}
