import BoundedWork
import SecureMemory

/// A snapshot of iOS that was opened: KTX 1.1 or ATX, with a texture of ASTC 4x4, compressed by LZFSE or not.
///
/// A texture counts as sRGB, because iOS names no space. Its alpha stays.
public struct KTXFile: OpenableFile {
    private let bytes: SecureBytes
    private let texture: KTXTexture
    private let work: WorkContext
    private var cancellation: Cancellation { work.cancellation }

    /// The format of the file: ``ImageFormat/ktx``.
    public var format: ImageFormat { .ktx }

    /// Blocks stand for themselves.
    private static let grid = BlockGrid(width: ASTCPicture.blockEdge, height: ASTCPicture.blockEdge, margin: 0)

    init(opening bytes: SecureBytes, limits: DecodingLimits, work: WorkContext) throws(DecodingError) {
        texture = try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            if bytes.starts(with: ATXHeader.signature) {
                guard let header = ATXHeader(bytes) else { throw .truncatedKTX }
                return try header.texture(limits)
            }
            guard let header = KTXHeader(bytes) else { throw .truncatedKTX }
            return try header.texture(limits)
        }
        self.bytes = bytes
        self.work = work
    }

    static func recognizes(_ bytes: UnsafeRawBufferPointer) throws(DecodingError) -> Bool {
        if bytes.starts(with: KTXHeader.signature) || bytes.starts(with: ATXHeader.signature) { return true }
        guard !bytes.starts(with: KTXHeader.family) else { throw .unsupported("a KTX of another version than 1.1") }
        return false
    }

    static func declaration(_ bytes: UnsafeRawBufferPointer) -> PictureDeclaration? {
        let isATX = bytes.starts(with: ATXHeader.signature)
        guard let size = isATX ? ATXHeader(bytes)?.declaredSize : KTXHeader(bytes)?.declaredSize else { return nil }
        return PictureDeclaration(width: Int(size.width), height: Int(size.height))
    }

    /// Nil: only decoding shows whether a texture has alpha.
    public func checkedHeader() -> ImageHeader? { nil }

    /// The picture, if no field of the file names the order of its blocks: an ATX that is not compressed.
    public var unordered: UnorderedPicture? {
        guard texture.packing == .atxPlain else { return nil }
        return UnorderedPicture(file: self, size: texture.size, grid: Self.grid, colorSpace: .sRGB)
    }

    /// The picture in full size; ``DecodingError/undecided`` if the pixels do not say the order of the blocks.
    public func decoded() throws(DecodingError) -> DecodedImage {
        try decoded(texture.packing == .atxPlain ? order(outside: [], orLikeliest: false) : .rows)
    }

    /// The order of the blocks of a file that does not name it, without a look at `hidden`; in doubt the likeliest, or an error.
    fileprivate func order(
        outside hidden: [PixelRect],
        orLikeliest takesLikeliest: Bool
    ) throws(DecodingError) -> BlockOrder {
        let answer = try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            let payload = UnsafeRawBufferPointer(rebasing: bytes[texture.payload])
            return try BlockOrderSearch(payload, texture.size, texture.profile, outside: hidden, cancellation).answer()
        }
        guard answer.isCertain || takesLikeliest else { throw .undecided }
        return answer.order
    }

    fileprivate func decoded(_ order: BlockOrder) throws(DecodingError) -> DecodedImage {
        guard !cancellation.isCancelled else { throw .cancelled }
        var pixels = try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            let payload = UnsafeRawBufferPointer(rebasing: bytes[texture.payload])
            guard texture.isCompressed else {
                return try ASTCBlocks(payload, texture.size, texture.profile, order).pixels(work)
            }
            let stream = try decompressed(payload)
            let plain = UnsafeRawBufferPointer(start: stream.baseAddress, count: stream.byteCount)
            return try ASTCBlocks(plain, texture.size, texture.profile, order).pixels(work)
        }
        pixels.clearInvisibleColor(cancellation)
        return try DecodedImage(
            stored: pixels.withoutNeedlessAlpha(work),
            format: .ktx,
            grid: Self.grid,
            orientation: texture.orientation,
            colorSpace: .sRGB,
            cancellation: cancellation
        )
    }

    private func decompressed(_ stream: UnsafeRawBufferPointer) throws(DecodingError) -> WipedAllocation {
        let count = ASTCPicture.byteCount(texture.size)
        var blocks = try mapError(WipedAllocation(byteCount: count), DecodingError.outOfMemory)
        let target = UnsafeMutableRawBufferPointer(start: blocks.baseAddress, count: count)
        var decoder = LZFSEDecoder(stream, into: target, cancellation)
        let written: Int
        do {
            written = try decoder.decode().written
        } catch {
            // Untouched memory needs no wiping, which takes long.
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

/// A picture whose order of blocks only its pixels say.
///
/// It is decoded once the covered pixels are known: they must not decide about the order, and so about the places of covered
/// pixels.
public struct UnorderedPicture {
    fileprivate let file: KTXFile
    /// Width and height in pixels.
    public let size: PixelSize
    /// The blocks within which a pixel of the file shows in its neighbours.
    public let grid: BlockGrid
    /// The meaning of the samples.
    public let colorSpace: ColorSpace

    /// The picture in full size, in the order that its other pixels say.
    ///
    /// - Parameters:
    ///   - hidden: The pixels that must not have a say.
    ///   - takesLikeliest: Whether the likeliest order is taken in doubt, instead of ``DecodingError/undecided``: for pictures of
    ///     which nothing stays.
    public func decoded(
        outside hidden: [PixelRect],
        orLikeliest takesLikeliest: Bool
    ) throws(DecodingError) -> DecodedImage {
        try file.decoded(file.order(outside: hidden, orLikeliest: takesLikeliest))
    }

    /// Whether the pixels outside of `hidden` say the same as all of them, which decide in ``KTXFile/decoded()``;
    /// ``DecodingError/undecided`` if all of them say nothing.
    public func decodesAlike(outside hidden: [PixelRect]) throws(DecodingError) -> Bool {
        let order = try file.order(outside: [], orLikeliest: false)
        do {
            return try file.order(outside: hidden, orLikeliest: false) == order
        } catch .undecided {
            return false
        }
    }
}
