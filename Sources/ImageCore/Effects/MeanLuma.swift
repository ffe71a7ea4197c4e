public import BoundedWork

extension PixelBuffer {
    /// How bright the picture is outside of `hidden`, on average: 0 for black to 255 (ITU-R BT.601), weighted by alpha. Nil if
    /// nothing is there to be seen.
    ///
    /// - Throws: ``WorkFailure``.
    public func meanLuma(outside hidden: [PixelRect], cancellation: Cancellation) throws(WorkFailure) -> Double? {
        let hidden = try PixelSet(hidden, in: size, cancellation: cancellation)
        var (sum, weight) = (UInt64(0), UInt64(0))
        for y in 0..<size.height {
            try cancellation.check()
            hidden.forEachRunOutside(in: 0..<size.width, ofRow: y) { columns in
                let pixels = row(y)
                for x in columns {
                    let pixel = pixels + x &* format.channels
                    let alpha = format == .rgba ? UInt64(pixel[3]) : 255
                    let luma = 299 &* UInt64(pixel[0]) &+ 587 &* UInt64(pixel[1]) &+ 114 &* UInt64(pixel[2])
                    sum &+= luma &* alpha
                    weight &+= alpha
                }
            }
        }
        return weight == 0 ? nil : Double(sum) / Double(weight) / 1000
    }
}

extension JPEGCoefficients {
    /// As that of a ``PixelBuffer``, from the means of the blocks of luma: those of minimum coded units that `hidden` touches are
    /// not looked at.
    ///
    /// - Throws: ``WorkFailure``.
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
