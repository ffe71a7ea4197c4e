import BoundedWork
import SecureMemory

/// Adds a profile to the chunks of a WebP that libwebp wrote (RFC 9649, section 2.7).
struct WebPContainer {
    let profile: [UInt8]
    let size: PixelSize

    private static let profileFlag: UInt8 = 0x20
    private static let alphaFlag: UInt8 = 0x10

    /// The picture of `file`, with the profile; an error for a file that libwebp does not write.
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

    /// The flag of a lossless picture stands behind the signature and twice 14 bits of size.
    private static func hasAlpha(_ chunk: RIFFChunkReader.Chunk) -> Bool {
        chunk.type == .alpha || chunk.type == .lossless && chunk.data.count > 4 && chunk.data[4] & 0x10 != 0
    }
}

/// Reader of the chunks of a WebP one after the other (RFC 9649, sections 2.3 and 2.4).
struct RIFFChunkReader {
    private var rest: UnsafeRawBufferPointer

    /// Bytes before the first chunk: `RIFF`, the size of the rest, `WEBP`.
    static let headerByteCount = 12

    struct Chunk {
        let type: WebPChunkType
        /// The content, without the byte that fills an odd one up.
        let data: UnsafeRawBufferPointer
    }

    /// A reader at the first chunk of a file that begins like a WebP, valid as long as this value and the chunks; corrupt if it
    /// ends before its stated end.
    init(file: UnsafeRawBufferPointer) throws(DecodingError) {
        guard file.count >= Self.headerByteCount else { throw Self.truncated }
        let end = Int(file.littleEndian(UInt32.self, at: 4)) + 8
        guard end >= Self.headerByteCount else { throw .corrupt("it states an impossible size") }
        guard end <= file.count else { throw Self.truncated }
        rest = UnsafeRawBufferPointer(rebasing: file[Self.headerByteCount..<end])
    }

    mutating func next() throws(DecodingError) -> Chunk? {
        guard !rest.isEmpty else { return nil }
        guard rest.count >= 8 else { throw Self.truncated }
        let type = WebPChunkType(code: rest.littleEndian(UInt32.self, at: 0))
        let count = Int(rest.littleEndian(UInt32.self, at: 4))
        guard count <= rest.count - 8 else { throw Self.truncated }
        let data = UnsafeRawBufferPointer(rebasing: rest[8..<8 + count])
        // Some writers leave out the last fill byte.
        rest = UnsafeRawBufferPointer(rebasing: rest[min(8 + count + count % 2, rest.count)...])
        return Chunk(type: type, data: data)
    }

    private static let truncated = DecodingError.corrupt("it ends early")
}

struct WebPChunkType: Hashable {
    /// The four characters, the first in the lowest byte.
    let code: UInt32

    /// Header of a file that is more than an image (RFC 9649, section 2.7).
    static let extended = WebPChunkType("VP8X")
    static let lossy = WebPChunkType("VP8 ")
    static let lossless = WebPChunkType("VP8L")
    static let alpha = WebPChunkType("ALPH")
    /// Common facts of the frames of an animation.
    static let animation = WebPChunkType("ANIM")
    static let frame = WebPChunkType("ANMF")
    static let profile = WebPChunkType("ICCP")
    static let exif = WebPChunkType("EXIF")

    init(code: UInt32) {
        self.code = code
    }

    private init(_ name: StaticString) {
        code = UnsafeRawPointer(name.utf8Start).loadUnaligned(as: UInt32.self).littleEndian
    }

    var bytes: [UInt8] { code.littleEndianBytes }
}
