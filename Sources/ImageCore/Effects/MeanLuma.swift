public import BoundedWork

extension PixelBuffer {
    /// How bright the picture is outside of `hidden`, on average: 0 for black to 255 (ITU-R BT.601), weighted by alpha. Nil if
    /// nothing is there to be seen. The number means nothing once it is cancelled.
    public func meanLuma(outside hidden: [PixelRect], _ cancellation: Cancellation = Cancellation()) -> Double? {
        let visible = PaintArea(PixelRect(size), excluding: hidden)?.parts ?? []
        var (sum, weight) = (UInt64(0), UInt64(0))
        for part in visible {
            for y in part.rows.whileWanted(cancellation) {
                let pixels = row(y) + part.x * format.channels
                for x in 0..<part.width {
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
    /// As that of a ``PixelBuffer``, from the means of the blocks of luma. Best with rectangles that are whole minimum coded
    /// units: a block that they touch is not looked at.
    public func meanLuma(outside hidden: [PixelRect], _ cancellation: Cancellation = Cancellation()) -> Double? {
        let luma = layout.components[0]
        let (width, height) = (8 * luma.columnsPerSample, 8 * luma.rowsPerSample)
        let hidden = hidden.map { layout.units.influence(of: $0, in: size) }
        let visible = PaintArea(PixelRect(size), excluding: hidden)?.parts ?? []
        var (sum, count) = (0, 0)
        for part in visible {
            let columns = part.x / width..<(part.maxX + width - 1) / width
            for row in (part.y / height..<(part.maxY + height - 1) / height).whileWanted(cancellation) {
                let blocks = blocks(inRow: row, of: 0)
                for column in columns { sum += Int(blocks[column &* 64]) }
                count += columns.count
            }
        }
        // A coefficient of 8 is a step of luma, from the middle of its range (ITU-T T.81, section A.3.3).
        return count == 0 ? nil : Double(sum) / Double(count) * quantizers[0].meanStep / 8 + 128
    }
}
