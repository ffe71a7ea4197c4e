/// The grid of blocks that a codec treats as one, in which a change to one pixel can show in all.
///
/// For JPEG it is the grid of minimum coded units: 8x8 pixels, or more where chroma is subsampled; for PNG every pixel.
public struct BlockGrid: Sendable, Hashable {
    /// Block width, in pixels.
    public let width: Int
    /// Block height, in pixels.
    public let height: Int
    /// Columns before the first grid line, less than ``width``: not 0 where the picture was mirrored after decoding.
    public let offsetX: Int
    /// Rows before the first grid line, less than ``height``.
    public let offsetY: Int
    /// Pixels beyond a block in which it is taken to show.
    public let margin: Int
    /// Whether an encoder predicts blocks from earlier ones, so that a pixel may change others anywhere a little by rounding,
    /// beyond any margin.
    public let isPredicted: Bool

    /// No blocks: each pixel is on its own.
    public static let pixels = BlockGrid(width: 1, height: 1)

    /// Blocks of `width` x `height` pixels, both 1 or more, with the first grid lines at the offset. They show in `margin` pixels
    /// round them; 0 where whole blocks are replaced.
    public init(
        width: Int,
        height: Int,
        offsetX: Int = 0,
        offsetY: Int = 0,
        margin: Int = 1,
        isPredicted: Bool = false
    ) {
        self.width = max(width, 1)
        self.height = max(height, 1)
        self.offsetX = offsetX
        self.offsetY = offsetY
        self.margin = max(width, height) > 1 ? margin : 0
        self.isPredicted = isPredicted
    }

    /// The smallest rectangle of all pixels in which a pixel of `rect` may show, clipped to a picture of `size`: `rect` grown to
    /// the grid plus the margin. A rectangle wholly outside the picture stays.
    public func influence(of rect: PixelRect, in size: PixelSize) -> PixelRect {
        func grown(_ span: Range<Int>, block: Int, offset: Int, limit: Int) -> Range<Int> {
            let lower = max(Self.floor(span.lowerBound, block, offset) - margin, 0)
            let upper = min(Self.ceiling(span.upperBound, block, offset) + margin, limit)
            return lower..<max(lower, upper)
        }
        let columns = grown(rect.columns, block: width, offset: offsetX, limit: size.width)
        let rows = grown(rect.rows, block: height, offset: offsetY, limit: size.height)
        return PixelRect(columns: columns, rows: rows) ?? rect
    }

    /// The largest rectangle within `rect` in which no pixel from outside can show; nil if there is none. The edges of a picture of
    /// `size` need no distance.
    public func sheltered(in rect: PixelRect, of size: PixelSize) -> PixelRect? {
        func shrunk(_ span: Range<Int>, block: Int, offset: Int, limit: Int) -> Range<Int>? {
            let lower = span.lowerBound == 0 ? 0 : Self.ceiling(span.lowerBound, block, offset) + margin
            let upper = span.upperBound >= limit ? limit : Self.floor(span.upperBound, block, offset) - margin
            return lower < upper ? lower..<upper : nil
        }
        guard let columns = shrunk(rect.columns, block: width, offset: offsetX, limit: size.width),
            let rows = shrunk(rect.rows, block: height, offset: offsetY, limit: size.height)
        else { return nil }
        return PixelRect(columns: columns, rows: rows)
    }

    static func floor(_ position: Int, _ block: Int, _ offset: Int) -> Int {
        let distance = (position - offset) % block
        return position - (distance < 0 ? distance + block : distance)
    }

    static func ceiling(_ position: Int, _ block: Int, _ offset: Int) -> Int {
        floor(position + block - 1, block, offset)
    }
}

extension BlockGrid {
    /// The pixels in which a pixel of `shape` may show, clipped to a picture of `size`: the touched blocks, and their margin.
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

    /// Goes through `shape` by rows of blocks: `columns` maps the columns of a row, `joining` those within the margin of the next
    /// row.
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
