import BoundedWork
import SecureMemory

/// A PNG of the kind of screenshots: 8-bit RGB or RGBA, not interlaced, without a palette or a transparent colour.
///
/// It is read several times as fast as by libpng. Nothing is refused here, for one verdict on good files: a file of another kind,
/// or one that libpng might refuse, goes to libpng.
struct TruecolorPNG {
    let size: PixelSize
    let format: PixelFormat
    /// The orientation in the first eXIf chunk, before or after the pixels.
    private(set) var orientation = Orientation.up
    private(set) var imageChunks: PNGChunkReader
    private(set) var imageByteCount = 0

    /// Longest chunk that libpng is set to take, but for image data of large pictures.
    private static let maximumChunkByteCount = 4 << 20

    /// Walks through the whole file, valid as long as this value, and checks everything but the image data. A picture that is
    /// beyond the limits or cancelled is none, either: libpng finds the words.
    init?(_ file: UnsafeRawBufferPointer, limits: DecodingLimits, _ cancellation: Cancellation) {
        guard var reader = PNGChunkReader(file: file), let header = reader.next(), header.type == .header,
            let (size, format) = Self.parse(header.data, limits: limits)
        else { return nil }
        self.size = size
        self.format = format
        self.imageChunks = reader
        guard readChunks(&reader, cancellation), imageByteCount <= maximumImageByteCount else { return nil }
    }

    /// Width, height, depth, colour type, compression, filters and interlacing (section 11.2.1).
    private static func parse(
        _ header: UnsafeRawBufferPointer,
        limits: DecodingLimits
    ) -> (PixelSize, PixelFormat)? {
        guard header.count == 13, header[8] == 8, header[10] == 0, header[11] == 0, header[12] == 0 else { return nil }
        let (width, height) = (header.bigEndianInteger(at: 0), header.bigEndianInteger(at: 4))
        guard let size = try? limits.check(width: width, height: height) else { return nil }
        switch header[9] {
        case 2: return (size, .rgb)
        case 6: return (size, .rgba)
        default: return nil
        }
    }

    /// Whether the header is followed by chunks without a bearing on the pixels, the IDAT chunks, more of the former and IEND. Like
    /// in libpng, nothing is read beyond it.
    private mutating func readChunks(_ reader: inout PNGChunkReader, _ cancellation: Cancellation) -> Bool {
        var imageChunkCount = 0
        var imageDataHasEnded = false
        var hasEXIF = false
        while !cancellation.isCancelled {
            let position = reader
            guard let chunk = reader.next() else { return false }
            switch chunk.type {
            case .imageData:
                guard !imageDataHasEnded, chunk.data.count <= maximumImageChunkByteCount else { return false }
                if imageChunkCount == 0 { imageChunks = position }
                imageChunkCount += 1
                imageByteCount += chunk.data.count
            case .end:
                return chunk.data.isEmpty && imageChunkCount > 0
            default:
                guard Self.isPassedOver(chunk) else { return false }
                imageDataHasEnded = imageChunkCount > 0
                if chunk.type == .exif, !hasEXIF {
                    hasEXIF = true
                    orientation = Orientation(exif: chunk.data.assumingMemoryBound(to: UInt8.self))
                }
            }
        }
        return false
    }

    var rowByteCount: Int { (size.width * format.channels + 1) * size.height }

    private var maximumImageChunkByteCount: Int { max(Self.maximumChunkByteCount, rowByteCount) }

    /// More than any compressor makes of the rows: no code is longer than the bytes by more than an eighth. The same
    /// bound stands in front of libpng.
    private var maximumImageByteCount: Int { rowByteCount + rowByteCount / 4 + 65_536 }

    private static func isPassedOver(_ chunk: PNGChunk) -> Bool {
        chunk.type.isAncillary && chunk.type != .transparency && chunk.data.count <= maximumChunkByteCount
    }
}
