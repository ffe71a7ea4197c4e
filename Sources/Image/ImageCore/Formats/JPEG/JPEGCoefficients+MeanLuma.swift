public import BoundedWork

extension JPEGCoefficients {
    /// How bright the picture is outside of `hidden`, on average: 0 for black to 255 (ITU-R BT.601). Nil if nothing is there to
    /// be seen.
    ///
    /// It is worked out from the means of the blocks of luma. Blocks of minimum coded units that `hidden` touches do not count.
    ///
    /// - Throws: `WorkFailure`.
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
