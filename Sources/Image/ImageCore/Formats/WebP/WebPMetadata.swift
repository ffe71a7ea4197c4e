import BoundedWork
import SecureMemory

/// Facts of a WebP besides its pixels (RFC 9649, section 2.7).
struct WebPMetadata {
    /// The orientation in the first chunk of EXIF, before or after the pixels.
    private(set) var orientation = Orientation.up
    private(set) var isLossy = false
    private(set) var profile: UnsafeRawBufferPointer?

    /// Bound on chunks of a file. At most eight are known.
    private static let maximumChunkCount = 1000

    /// Reads all chunks of the whole file, valid as long as this value; an error for an animation and for chunks that are cut off.
    /// Chunks behind a plain image have no meaning, like in libwebp.
    init(_ file: UnsafeRawBufferPointer, _ cancellation: Cancellation) throws(DecodingError) {
        var reader = try RIFFChunkReader(file: file)
        guard let first = try reader.next() else { throw .corrupt("it has no picture") }
        let isExtended = first.type == .extended
        var pictureCount = Self.isPicture(first) ? 1 : 0
        guard isExtended || pictureCount == 1 else { throw .corrupt("its first chunk does not belong to a WebP") }
        isLossy = first.type == .lossy
        if isExtended, Self.isAnimated(first.data) { throw Self.animated }
        var (chunkCount, hasEXIF) = (1, false)
        while let chunk = try reader.next() {
            chunkCount += 1
            guard chunkCount <= Self.maximumChunkCount else { throw .corrupt("it has too many chunks") }
            guard !cancellation.isCancelled else { throw .cancelled }
            if chunk.type == .animation || chunk.type == .frame { throw Self.animated }
            if Self.isPicture(chunk) {
                pictureCount += 1
                isLossy = isLossy || chunk.type == .lossy
            }
            guard isExtended else { continue }
            if chunk.type == .profile, profile == nil { profile = chunk.data }
            if chunk.type == .exif, !hasEXIF {
                hasEXIF = true
                orientation = Self.orientation(chunk.data)
            }
        }
        guard pictureCount == 1 else { throw .corrupt("it has \(pictureCount == 0 ? "no picture" : "two pictures")") }
    }

    private static let animated = DecodingError.unsupported("an animated WebP")

    private static func isPicture(_ chunk: RIFFChunkReader.Chunk) -> Bool {
        chunk.type == .lossy || chunk.type == .lossless
    }

    private static func isAnimated(_ extended: UnsafeRawBufferPointer) -> Bool {
        extended.first.map { $0 & 2 != 0 } ?? false
    }

    /// The orientation in EXIF data, which some writers put behind the name that JPEG has there.
    private static func orientation(_ data: UnsafeRawBufferPointer) -> Orientation {
        let name = "Exif\0\0"
        let isNamed = data.starts(with: name.utf8)
        let block = isNamed ? UnsafeRawBufferPointer(rebasing: data[name.utf8.count...]) : data
        return Orientation(exif: block.assumingMemoryBound(to: UInt8.self))
    }

    func colorReading(_ format: PixelFormat) throws(DecodingError) -> ColorReading {
        guard let profile, !profile.isEmpty, profile.count <= ColorProfile.maximumSize else { return .unchanged(.sRGB) }
        let copy = try mapError(SecureBytes(copying: profile), DecodingError.outOfMemory)
        return try mapError(ColorReading([.profile(copy)], of: .rgb(format)), DecodingError.outOfMemory)
    }
}
