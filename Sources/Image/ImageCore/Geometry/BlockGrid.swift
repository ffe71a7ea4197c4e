/// The grid of the blocks that a codec treats as one, in which a change to one pixel can show in all.
///
/// For JPEG it is the grid of minimum coded units: 8x8 pixels, or more where chroma is subsampled. For PNG every pixel
/// stands for itself.
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
    /// Whether an encoder predicts blocks from those before them, so that a pixel may have changed others anywhere a little by how
    /// they were rounded. No margin takes that in.
    public let isPredicted: Bool

    /// No blocks: each pixel is on its own.
    public static let pixels = BlockGrid(width: 1, height: 1)

    /// Blocks of `width` x `height` pixels, both 1 or more, with the first grid line at the offset.
    ///
    /// - Parameters:
    ///   - width: Width of a block in pixels.
    ///   - height: Height of a block in pixels.
    ///   - offsetX: Column of the first vertical grid line.
    ///   - offsetY: Row of the first horizontal grid line.
    ///   - margin: Pixels round a block that it may change; 0 where whole blocks are replaced.
    ///   - isPredicted: Whether an encoder predicts blocks from others.
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

    /// The smallest rectangle that holds every pixel in which a pixel of `rect` may show, clipped to a picture of `size`:
    /// `rect` grown to the grid plus the margin. A rectangle wholly outside the picture is returned as it is.
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

    /// The largest rectangle within `rect` in which no pixel from outside it can show, or nil if there is none.
    /// The edges of a picture of `size` need no distance.
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

    /// The last grid line at or before `position`.
    static func floor(_ position: Int, _ block: Int, _ offset: Int) -> Int {
        let distance = (position - offset) % block
        return position - (distance < 0 ? distance + block : distance)
    }

    /// The first grid line at or after `position`.
    static func ceiling(_ position: Int, _ block: Int, _ offset: Int) -> Int {
        floor(position + block - 1, block, offset)
    }
}
