import BoundedWork
import SecureMemory

/// A snapshot of iOS that was opened: KTX 1.1 or ATX, with a texture of ASTC 4x4, compressed by LZFSE or not.
///
/// A texture is taken for sRGB, as iOS names no space. Its alpha is taken as it is.
public struct KTXFile: OpenableFile {
    private let bytes: SecureBytes
    private let texture: KTXTexture
    private let cancellation: Cancellation

    /// The format of the file: ``ImageFormat/ktx``.
    public var format: ImageFormat { .ktx }

    /// Blocks stand for themselves.
    private static let grid = BlockGrid(width: ASTCPicture.blockEdge, height: ASTCPicture.blockEdge, margin: 0)

    init(opening bytes: SecureBytes, limits: DecodingLimits, cancellation: Cancellation) throws(DecodingError) {
        texture = try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            if bytes.starts(with: ATXHeader.signature) {
                guard let header = ATXHeader(bytes) else { throw .truncatedKTX }
                return try header.texture(limits)
            }
            guard let header = KTXHeader(bytes) else { throw .truncatedKTX }
            return try header.texture(limits)
        }
        self.bytes = bytes
        self.cancellation = cancellation
    }

    static func recognizes(_ bytes: UnsafeRawBufferPointer) throws(DecodingError) -> Bool {
        if bytes.starts(with: KTXHeader.signature) || bytes.starts(with: ATXHeader.signature) { return true }
        guard !bytes.starts(with: KTXHeader.family) else { throw .unsupported("a KTX of another version than 1.1") }
        return false
    }

    static func declaredSize(_ bytes: UnsafeRawBufferPointer) -> PixelSize? {
        let isATX = bytes.starts(with: ATXHeader.signature)
        guard let size = isATX ? ATXHeader(bytes)?.declaredSize : KTXHeader(bytes)?.declaredSize else { return nil }
        return PixelSize(width: Int(size.width), height: Int(size.height))
    }

    /// Nothing, as only decoding tells whether a texture has alpha.
    ///
    /// - Returns: Nil.
    public func checkedHeader() -> ImageHeader? { nil }

    /// How the file holds its blocks, to write it back in the same way. Where the file does not tell the order of the blocks, they
    /// are looked at.
    ///
    /// - Throws: ``DecodingError``.
    public func container() throws(DecodingError) -> KTXContainer {
        switch texture.packing {
        case .ktx(let byteOrder, let isCompressed):
            KTXContainer(.ktx(byteOrder, isCompressed: isCompressed), profile: texture.profile)
        case .atxCompressed: KTXContainer(.atxRows(isCompressed: true), profile: texture.profile)
        case .atxPlain:
            switch try withBlocks({ $0.order }) {
            case .rows: KTXContainer(.atxRows(isCompressed: false), profile: texture.profile)
            case .tiles(let order): KTXContainer(.atxTiles(order), profile: texture.profile)
            }
        }
    }

    /// The picture in full size.
    ///
    /// - Throws: ``DecodingError``.
    public func decoded() throws(DecodingError) -> DecodedImage {
        guard !cancellation.isCancelled else { throw .cancelled }
        var pixels = try withBlocks { (blocks) throws(DecodingError) in try blocks.pixels(cancellation) }
        pixels.clearInvisibleColor(cancellation)
        return try DecodedImage(
            stored: pixels.withoutNeedlessAlpha(cancellation),
            format: .ktx,
            grid: Self.grid,
            orientation: texture.orientation,
            colorSpace: .sRGB,
            cancellation: cancellation
        )
    }

    /// Calls `body` with the blocks, in the order that the file says, or that they tell.
    private func withBlocks<Result: ~Copyable>(
        _ body: (borrowing ASTCBlocks) throws(DecodingError) -> Result
    ) throws(DecodingError) -> Result {
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            let payload = UnsafeRawBufferPointer(rebasing: bytes[texture.payload])
            if texture.isCompressed {
                let stream = try decompressed(payload)
                let plain = UnsafeRawBufferPointer(start: stream.baseAddress, count: stream.byteCount)
                return try body(ASTCBlocks(plain, texture.size, texture.profile, .rows))
            }
            if texture.packing == .atxPlain {
                return try body(ASTCBlocks(guessing: payload, texture.size, texture.profile, cancellation))
            }
            return try body(ASTCBlocks(payload, texture.size, texture.profile, .rows))
        }
    }

    /// The blocks that a stream of LZFSE holds, as many as the picture has.
    private func decompressed(_ stream: UnsafeRawBufferPointer) throws(DecodingError) -> WipedAllocation {
        let count = ASTCPicture.byteCount(texture.size)
        var blocks = try mapError(WipedAllocation(byteCount: count), DecodingError.outOfMemory)
        let target = UnsafeMutableRawBufferPointer(start: blocks.baseAddress, count: count)
        var decoder = LZFSEDecoder(stream, into: target, cancellation)
        let written: Int
        do {
            written = try decoder.decode().written
        } catch {
            // What was never touched needs no wiping, which would take long.
            blocks.writtenByteCount = decoder.touched
            throw error
        }
        guard written == count else {
            blocks.writtenByteCount = written
            throw .payloadDoesNotFit
        }
        return blocks
    }
}
