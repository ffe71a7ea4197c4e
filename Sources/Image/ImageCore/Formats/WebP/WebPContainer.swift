import BoundedWork
import SecureMemory

/// Puts the chunks of a WebP that libwebp wrote together anew, with a profile (RFC 9649, section 2.7).
struct WebPContainer {
    /// The ICC profile.
    let profile: [UInt8]
    /// Width and height of the picture.
    let size: PixelSize

    /// Bit of the flags that says that there is a profile.
    private static let profileFlag: UInt8 = 0x20
    /// Bit of the flags that says that there is alpha.
    private static let alphaFlag: UInt8 = 0x10

    /// The picture of `file`, with the profile.
    ///
    /// - Throws: ``DecodingError``, for a file that libwebp does not write and for lack of memory.
    func file(of file: UnsafeRawBufferPointer) throws(DecodingError) -> SecureBytes {
        var pictures: [RIFFChunkReader.Chunk] = []
        var reader = try RIFFChunkReader(file: file)
        while let chunk = try reader.next() {
            if chunk.type != .extended { pictures.append(chunk) }
        }
        return try mapError(written(pictures), DecodingError.outOfMemory)
    }

    private func written(_ pictures: [RIFFChunkReader.Chunk]) throws(OutOfMemory) -> SecureBytes {
        let flags = Self.profileFlag | (pictures.contains(where: Self.hasAlpha) ? Self.alphaFlag : 0)
        let edges = [size.width, size.height].flatMap { UInt32(truncatingIfNeeded: $0 - 1).littleEndianBytes.prefix(3) }
        let head = Self.header(.extended, count: 10) + [flags, 0, 0, 0] + edges
        let paddedProfile = profile + (profile.count.isMultiple(of: 2) ? [] : [0])
        let start = head + Self.header(.profile, count: profile.count) + paddedProfile
        let count = pictures.reduce(start.count) { $0 + 8 + $1.data.count + $1.data.count % 2 }
        var builder = try SecureBytesBuilder(capacity: count + RIFFChunkReader.headerByteCount)
        try builder.append("RIFF")
        try builder.append(UInt32(truncatingIfNeeded: count + 4).littleEndianBytes)
        try builder.append("WEBP")
        try builder.append(start)
        for picture in pictures {
            try builder.append(Self.header(picture.type, count: picture.data.count))
            try builder.append(picture.data)
            if !picture.data.count.isMultiple(of: 2) { try builder.append([0]) }
        }
        return builder.finish()
    }

    private static func header(_ type: WebPChunkType, count: Int) -> [UInt8] {
        type.bytes + UInt32(truncatingIfNeeded: count).littleEndianBytes
    }

    /// Of a lossless picture it is said behind the signature and twice 14 bits of size.
    private static func hasAlpha(_ chunk: RIFFChunkReader.Chunk) -> Bool {
        chunk.type == .alpha || chunk.type == .lossless && chunk.data.count > 4 && chunk.data[4] & 0x10 != 0
    }
}
