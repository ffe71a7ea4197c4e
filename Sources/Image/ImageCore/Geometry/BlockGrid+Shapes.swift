extension BlockGrid {
    /// Every pixel in which a pixel of `shape` may show, clipped to a picture of `size`: the blocks that it touches, and the
    /// margin round them.
    public func influence(of shape: PixelShape, in size: PixelSize) -> PixelShape {
        guard max(width, height) > 1 else { return shape }
        if let rect = shape.rect { return PixelShape(influence(of: rect, in: size)) }
        return resolved(shape, in: size) { bands, _ in
            bands.flatMap(\.spans).map { span in
                let lower = Self.floor(span.lowerBound, width, offsetX) - margin
                return max(lower, 0)..<min(Self.ceiling(span.upperBound, width, offsetX) + margin, size.width)
            }.merged
        } joining: {
            ($0 + $1).merged
        }
    }

    /// The pixels of `shape` in which no pixel from outside it can show. The edges of a picture of `size` need no distance.
    public func sheltered(in shape: PixelShape, of size: PixelSize) -> PixelShape {
        guard max(width, height) > 1 else { return shape }
        if let rect = shape.rect { return sheltered(in: rect, of: size).map(PixelShape.init) ?? PixelShape() }
        return resolved(shape, in: size) { bands, rows in
            guard bands.reduce(0, { $0 + $1.rows.count }) == rows.count, var common = bands.first?.spans else {
                return []
            }
            for band in bands.dropFirst() { common = common.intersection(band.spans) }
            return common.compactMap { span in
                let isFirst = span.lowerBound == 0
                let isLast = span.upperBound >= size.width
                let lower = isFirst ? 0 : Self.ceiling(span.lowerBound, width, offsetX) + margin
                let upper = isLast ? size.width : Self.floor(span.upperBound, width, offsetX) - margin
                return lower < upper ? lower..<upper : nil
            }
        } joining: {
            $0.intersection($1)
        }
    }

    /// Goes through `shape` by rows of blocks.
    ///
    /// - Parameters:
    ///   - columns: What becomes of the columns of a row of blocks, of which the shape has some bands.
    ///   - joining: The columns of the rows of a block that lie within the margin of the next row of blocks.
    private func resolved(
        _ shape: PixelShape,
        in size: PixelSize,
        columns: ([PixelShape.Band], Range<Int>) -> [Range<Int>],
        joining: ([Range<Int>], [Range<Int>]) -> [Range<Int>]
    ) -> PixelShape {
        guard let bounds = shape.bounds else { return shape }
        var rest = shape.bands[...]
        var blocks: [(rows: Range<Int>, spans: [Range<Int>])] = []
        // A row of blocks more at each end: the margin reaches into it.
        var top = Self.floor(bounds.y, height, offsetY) - height
        while top < bounds.maxY + height {
            let rows = (top..<top + height).clamped(to: 0..<size.height)
            while let band = rest.first, band.rows.upperBound <= rows.lowerBound { rest.removeFirst() }
            let own = rest.prefix { $0.rows.lowerBound < rows.upperBound }.map { band in
                PixelShape.Band(rows: band.rows.clamped(to: rows), spans: band.spans)
            }
            if !rows.isEmpty { blocks.append((rows, own.isEmpty ? [] : columns(own, rows))) }
            top += height
        }
        var result = PixelShape()
        for (index, block) in blocks.enumerated() {
            let above = index > 0 ? joining(block.spans, blocks[index - 1].spans) : block.spans
            let below = index + 1 < blocks.count ? joining(block.spans, blocks[index + 1].spans) : block.spans
            // Where a picture ends within a block, its neighbours on both sides may reach all of it.
            guard block.rows.count >= 2 * margin else {
                result.append(rows: block.rows, spans: joining(above, below))
                continue
            }
            let inner = block.rows.lowerBound + margin..<block.rows.upperBound - margin
            result.append(rows: block.rows.lowerBound..<inner.lowerBound, spans: above)
            result.append(rows: inner, spans: block.spans)
            result.append(rows: inner.upperBound..<block.rows.upperBound, spans: below)
        }
        return result
    }
}
