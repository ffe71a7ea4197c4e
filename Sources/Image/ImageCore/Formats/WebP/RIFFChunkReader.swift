/// Reads the chunks of a WebP one after the other (RFC 9649, sections 2.3 and 2.4).
struct RIFFChunkReader {
    /// What has not been read yet, to the end that the file states.
    private var rest: UnsafeRawBufferPointer

    /// Bytes before the first chunk: `RIFF`, the size of what follows it, `WEBP`.
    static let headerByteCount = 12

    /// One chunk.
    struct Chunk {
        /// The four characters of its name.
        let type: WebPChunkType
        /// What it holds, without the byte that an odd number of bytes is filled up with.
        let data: UnsafeRawBufferPointer
    }

    /// A reader at the first chunk.
    ///
    /// - Parameter file: A file that begins as a WebP does; valid as long as this value and the chunks.
    /// - Throws: ``DecodingError/corrupt(_:)`` if it ends before the end that it states.
    init(file: UnsafeRawBufferPointer) throws(DecodingError) {
        guard file.count >= Self.headerByteCount else { throw Self.truncated }
        let end = Int(file.littleEndian(UInt32.self, at: 4)) + 8
        guard end >= Self.headerByteCount else { throw .corrupt("it states a size that cannot be") }
        guard end <= file.count else { throw Self.truncated }
        rest = UnsafeRawBufferPointer(rebasing: file[Self.headerByteCount..<end])
    }

    /// The next chunk; nil after the last.
    ///
    /// - Throws: ``DecodingError/corrupt(_:)`` if it reaches beyond the end.
    mutating func next() throws(DecodingError) -> Chunk? {
        guard !rest.isEmpty else { return nil }
        guard rest.count >= 8 else { throw Self.truncated }
        let type = WebPChunkType(code: rest.littleEndian(UInt32.self, at: 0))
        let count = Int(rest.littleEndian(UInt32.self, at: 4))
        guard count <= rest.count - 8 else { throw Self.truncated }
        let data = UnsafeRawBufferPointer(rebasing: rest[8..<8 + count])
        // The last chunk of some writers lacks the byte that fills it up.
        rest = UnsafeRawBufferPointer(rebasing: rest[min(8 + count + count % 2, rest.count)...])
        return Chunk(type: type, data: data)
    }

    private static let truncated = DecodingError.corrupt("it ends early")
}

/// The name of a chunk of a WebP.
struct WebPChunkType: Hashable {
    /// The four characters, the first in the lowest byte.
    let code: UInt32

    /// What stands before all others in a file that is more than an image (RFC 9649, section 2.7).
    static let extended = WebPChunkType("VP8X")
    /// A picture in the lossy format.
    static let lossy = WebPChunkType("VP8 ")
    /// A picture in the lossless format.
    static let lossless = WebPChunkType("VP8L")
    /// The alpha of a lossy picture.
    static let alpha = WebPChunkType("ALPH")
    /// What frames of an animation have in common.
    static let animation = WebPChunkType("ANIM")
    /// A frame of an animation.
    static let frame = WebPChunkType("ANMF")
    /// An ICC profile.
    static let profile = WebPChunkType("ICCP")
    /// A TIFF block with the orientation.
    static let exif = WebPChunkType("EXIF")

    init(code: UInt32) {
        self.code = code
    }

    /// - Parameter name: Four characters of ASCII.
    private init(_ name: StaticString) {
        code = UnsafeRawPointer(name.utf8Start).loadUnaligned(as: UInt32.self).littleEndian
    }

    /// The four characters as they stand in a file.
    var bytes: [UInt8] { code.littleEndianBytes }
}
