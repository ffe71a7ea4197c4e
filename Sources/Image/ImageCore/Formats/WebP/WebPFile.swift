import BoundedWork
import SecureMemory

/// A WebP that was opened: its chunks were read, its size checked.
public struct WebPFile: OpenableFile {
    private let bytes: SecureBytes
    private let limits: DecodingLimits
    private let cancellation: Cancellation

    /// The format of the file: ``ImageFormat/webp``.
    public var format: ImageFormat { .webp }

    /// The direct influence of a pixel of a lossy picture: a macroblock of 16 x 16 pixels (RFC 6386, section 2), up to 3 samples
    /// beyond it by the loop filter (section 15), 6 pixels where they are chroma, and 2 pixels more by the interpolation of chroma.
    ///
    /// Beyond that a pixel shows in the encoder's choices alone: blocks are predicted from earlier ones, then corrected at a
    /// precision that depends on the whole picture. With other noise under 4 % of a screenshot, libwebp at a quality of 80 gave
    /// other samples to 14 % of these pixels, by 3 levels on average and 26 at most.
    static let lossyGrid = BlockGrid(width: 16, height: 16, margin: 8, isPredicted: true)

    init(opening bytes: SecureBytes, limits: DecodingLimits, work: WorkContext) throws(DecodingError) {
        let cancellation = work.cancellation
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            _ = try WebPMetadata(bytes, cancellation)
            _ = try WebPDecoder(bytes, limits: limits)
        }
        self.bytes = bytes
        self.limits = limits
        self.cancellation = cancellation
    }

    static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    }

    /// The size in the first chunk: of the canvas, of the first frame of VP8 (RFC 6386, section 9.1), or of the lossless
    /// picture (RFC 9649, section 3.4).
    ///
    /// A lossy picture with alpha, which only an extended file has, was seen to take 11 bytes a pixel: libwebp has the colours, the alpha,
    /// and what that was read from.
    static func declaration(_ bytes: UnsafeRawBufferPointer) -> PictureDeclaration? {
        guard bytes.count >= 30 else { return nil }
        func integer(at offset: Int) -> Int { Int(bytes.littleEndian(UInt32.self, at: offset)) }
        switch WebPChunkType(code: bytes.littleEndian(UInt32.self, at: 12)) {
        case .extended:
            return PictureDeclaration(
                width: integer(at: 24) & 0xFF_FFFF + 1,
                height: integer(at: 26) >> 8 + 1,
                decodingBytesOfPixel: 3 * PixelFormat.rgba.channels
            )
        case .lossy:
            return PictureDeclaration(width: integer(at: 26) & 0x3FFF, height: integer(at: 26) >> 16 & 0x3FFF)
        case .lossless:
            return PictureDeclaration(width: integer(at: 21) & 0x3FFF + 1, height: integer(at: 21) >> 14 & 0x3FFF + 1)
        default: return nil
        }
    }

    /// Nil: only decoding shows whether the pixels are whole, because there is no checksum.
    public func checkedHeader() throws(DecodingError) -> ImageHeader? { nil }

    /// The picture in full size.
    public func decoded() throws(DecodingError) -> DecodedImage {
        try bytes.withUnsafeBytes { (bytes) throws(DecodingError) in
            let metadata = try WebPMetadata(bytes, cancellation)
            let decoder = try WebPDecoder(bytes, limits: limits)
            let color = try metadata.colorReading(decoder.format)
            var pixels = try decoder.decode(cancellation)
            pixels.apply(color, cancellation)
            pixels.clearInvisibleColor(cancellation)
            return try DecodedImage(
                stored: pixels,
                format: .webp,
                grid: metadata.isLossy ? Self.lossyGrid : .pixels,
                orientation: metadata.orientation,
                colorSpace: color.space,
                cancellation: cancellation
            )
        }
    }
}
