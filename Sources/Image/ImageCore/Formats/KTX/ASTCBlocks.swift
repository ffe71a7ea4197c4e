import BoundedWork
import SecureMemory

/// The blocks of a picture in memory, in whatever order.
struct ASTCBlocks: ~Copyable {
    private let bytes: UnsafeRawBufferPointer
    private let size: PixelSize
    private let profile: ASTCProfile
    private let places: WipedBuffer<UInt32>
    /// The order of the blocks.
    let order: BlockOrder
    /// Whether tiles at the edges have blocks that the picture has not.
    private let isPadded: Bool

    /// Blocks in a known order.
    ///
    /// - Parameters:
    ///   - bytes: The blocks, as many as the picture has, or as whole tiles have. Valid as long as this value.
    ///   - size: Width and height of the picture in pixels.
    ///   - profile: How endpoints are expanded.
    ///   - order: The order of the blocks.
    /// - Throws: ``DecodingError``.
    init(
        _ bytes: UnsafeRawBufferPointer,
        _ size: PixelSize,
        _ profile: ASTCProfile,
        _ order: BlockOrder
    ) throws(DecodingError) {
        let isExact = bytes.count == ASTCPicture.byteCount(size)
        let isPadded = !isExact && bytes.count == BlockOrder.paddedCount(size) * ASTCPicture.blockByteCount
        guard isExact || isPadded && order != .rows else { throw .payloadDoesNotFit }
        places = try mapError(order.places(size, isPadded: isPadded), DecodingError.outOfMemory)
        self.bytes = bytes
        self.size = size
        self.profile = profile
        self.order = order
        self.isPadded = isPadded
    }

    /// Blocks in the order, of those that fit their number, in which the picture has the fewest seams.
    ///
    /// - Parameters:
    ///   - bytes: The blocks. Valid as long as this value.
    ///   - size: Width and height of the picture in pixels.
    ///   - profile: How endpoints are expanded.
    ///   - cancellation: Whether they are still wanted.
    /// - Throws: ``DecodingError``.
    init(
        guessing bytes: UnsafeRawBufferPointer,
        _ size: PixelSize,
        _ profile: ASTCProfile,
        _ cancellation: Cancellation
    ) throws(DecodingError) {
        let isExact = bytes.count == ASTCPicture.byteCount(size)
        var best = try ASTCBlocks(bytes, size, profile, BlockOrder.all[0])
        var fewest = try best.flaws(cancellation)
        for order in BlockOrder.all.dropFirst() where isExact || order != .rows {
            let other = try ASTCBlocks(bytes, size, profile, order)
            let flaws = try other.flaws(cancellation)
            guard flaws < fewest else { continue }
            best = other
            fewest = flaws
        }
        self = best
    }

    /// The pixels as RGBA; not all of them once the work is cancelled.
    ///
    /// - Throws: ``DecodingError``.
    func pixels(_ cancellation: Cancellation) throws(DecodingError) -> PixelBuffer {
        let width = ASTCPicture.blocks(size).width
        return try mapError(
            ASTCPicture.decode(size, profile, cancellation) { column, row in block(row &* width &+ column) },
            DecodingError.outOfMemory
        )
    }

    /// The bits of a block, counted row by row.
    @inline(__always)
    private func block(_ index: Int) -> ASTCBits {
        let offset = Int(places.base[index]) &* ASTCPicture.blockByteCount
        return ASTCBits(
            low: bytes.littleEndian(UInt64.self, at: offset),
            high: bytes.littleEndian(UInt64.self, at: offset &+ 8)
        )
    }

    /// Pairs of neighbours that are looked at, at most. To look at all takes longer than to decode the picture.
    private static let maximumPairs = 16_384

    /// What speaks against the order: blocks that nothing was ever written to, then how much the pixels on both sides of the edges of
    /// blocks differ, all together. Where there are many pairs of neighbours that are not the same, some stand for all.
    ///
    /// - Throws: ``DecodingError``.
    private func flaws(_ cancellation: Cancellation) throws(DecodingError) -> (empty: Int, seams: Int) {
        let empty = isPadded ? (0..<places.count).reduce(0) { block($1) == .none ? $0 + 1 : $0 } : 0
        var pairCount = 0
        forEachPair(cancellation) { _, _, _ in pairCount &+= 1 }
        let step = pairCount / Self.maximumPairs + 1
        let pair = try mapError(BlockPair(profile), DecodingError.outOfMemory)
        var (sum, index) = (0, 0)
        forEachPair(cancellation) { first, second, isBelow in
            if index % step == 0 { sum &+= pair.difference(first, second, isBelow: isBelow) }
            index &+= 1
        }
        guard !cancellation.isCancelled else { throw .cancelled }
        return (empty, sum &* step)
    }

    /// Calls `body` with each block and the one to its right, then with it and the one below, unless both are the same, or one of
    /// them is not seen in every order.
    @inline(__always)
    private func forEachPair(_ cancellation: Cancellation, _ body: (ASTCBits, ASTCBits, _ isBelow: Bool) -> Void) {
        let (width, height) = ASTCPicture.blocks(size)
        for row in (0..<height).whileWanted(cancellation) {
            for column in 0..<width where isShared(column, row, width, height) {
                let index = row &* width &+ column
                let first = block(index)
                if column &+ 1 < width, isShared(column &+ 1, row, width, height),
                    case let next = block(index &+ 1), next != first
                {
                    body(first, next, false)
                }
                if row &+ 1 < height, isShared(column, row &+ 1, width, height),
                    case let next = block(index &+ width), next != first
                {
                    body(first, next, true)
                }
            }
        }
    }

    /// Whether a block of a tile at an edge is seen in both orders of tiles, which show each other's columns as rows. What one
    /// alone shows may be padding, which has few seams.
    @inline(__always)
    private func isShared(_ column: Int, _ row: Int, _ width: Int, _ height: Int) -> Bool {
        guard isPadded else { return true }
        let mask = BlockOrder.tileEdge &- 1
        let edge = min(width &- column & ~mask, height &- row & ~mask)
        return column & mask < edge && row & mask < edge
    }
}

/// Two blocks side by side.
private struct BlockPair: ~Copyable {
    private let decoder: ASTCBlockDecoder
    private let texels: WipedBuffer<UInt8>

    /// - Throws: `OutOfMemory`.
    init(_ profile: ASTCProfile) throws(OutOfMemory) {
        let decoder = try ASTCBlockDecoder(profile)
        texels = try WipedBuffer(count: 128)
        self.decoder = decoder
    }

    /// How much the pixels on both sides of the edge between two blocks differ.
    func difference(_ first: ASTCBits, _ second: ASTCBits, isBelow: Bool) -> Int {
        decoder.decode(first, to: UnsafeMutableRawPointer(texels.base), stride: 16)
        decoder.decode(second, to: UnsafeMutableRawPointer(texels.base + 64), stride: 16)
        var sum = 0
        for place in 0..<4 {
            let before = isBelow ? 48 &+ 4 &* place : 16 &* place &+ 12
            let after = isBelow ? 64 &+ 4 &* place : 64 &+ 16 &* place
            for channel in 0..<4 {
                sum &+= abs(Int(texels.base[before &+ channel]) &- Int(texels.base[after &+ channel]))
            }
        }
        return sum
    }
}
