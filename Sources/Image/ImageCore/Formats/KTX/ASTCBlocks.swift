import BoundedWork
import SecureMemory

/// The blocks of a picture in memory, in any order.
struct ASTCBlocks: ~Copyable {
    private let bytes: UnsafeRawBufferPointer
    private let size: PixelSize
    private let profile: ASTCProfile
    private let places: WipedBuffer<UInt32>
    let order: BlockOrder

    /// The blocks in `bytes`, for the picture or for whole tiles; valid as long as this value.
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
    }

    /// The pixels as RGBA; not all once the work is cancelled.
    func pixels(_ work: WorkContext) throws(DecodingError) -> PixelBuffer {
        let width = ASTCPicture.blocks(size).width
        return try mapError(
            ASTCPicture.decode(size, profile, work) { column, row in block(row &* width &+ column) },
            DecodingError.outOfMemory
        )
    }

    /// The bits of a block, counted row by row.
    @inline(__always)
    func block(_ index: Int) -> ASTCBits {
        let offset = place(index) &* ASTCPicture.blockByteCount
        return ASTCBits(
            low: bytes.littleEndian(UInt64.self, at: offset),
            high: bytes.littleEndian(UInt64.self, at: offset &+ 8)
        )
    }

    /// The place in the file of a block that is counted row by row.
    @inline(__always)
    func place(_ index: Int) -> Int { Int(places.base[index]) }

    var count: Int { places.count }

    /// Whether each block has the same place in the order of `other`, blocks of the same picture.
    func hasSamePlaces(as other: borrowing ASTCBlocks) -> Bool {
        (0..<count).allSatisfy { places.base[$0] == other.places.base[$0] }
    }
}
