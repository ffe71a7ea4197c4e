import BoundedWork
import ImageCore
import RawVideo
import SecureMemory

/// Reads the chunks of an animated WebP one after the other (RFC 9649, sections 2.3 and 2.7), from bytes that may be anybody's.
struct WebPStream<Source: ByteSource>: ~Copyable {
    /// Pixels of the canvas.
    let size: PixelSize
    /// The number of times that the animation is shown, 0 for ever; nil until it was read.
    private(set) var plays: Int?

    private var source: Source
    /// Bytes to the end that the file states.
    private var rest: Int
    /// Bytes of the last chunk that were not read.
    private var chunkRest: Int
    /// The first bytes of the image of the last frame, which were.
    private var imageBeginning: [UInt8] = []

    private static var headerByteCount: Int { 12 }
    private static var chunkHeadByteCount: Int { 8 }
    private static var typeByteCount: Int { 4 }
    /// Bytes of the longest image that is read: a picture of 50 megapixels without loss takes less.
    private static var longestImage: Int { 256 << 20 }

    private static var truncated: RecordingError { .animation("it ends early") }

    /// Reads the beginning.
    ///
    /// - Parameters:
    ///   - source: Bytes of the file from its start.
    ///   - limits: The largest canvas.
    init(_ source: Source, limits: DecodingLimits) throws(RecordingError) {
        let extendedByteCount = 10
        var source = source
        let start = try Self.bytes(&source, Self.headerByteCount + Self.chunkHeadByteCount + extendedByteCount)
        guard start.starts(with: "RIFF".utf8), start[8...].starts(with: "WEBPVP8X".utf8), start[20] & 2 != 0 else {
            throw .animation("it is no animated WebP")
        }
        let extendedRest = start[16..<20].littleEndianNumber - extendedByteCount
        let (width, height) = (start[24..<27].littleEndianNumber + 1, start[27..<30].littleEndianNumber + 1)
        let size = try mapError(
            limits.check(width: UInt32(width), height: UInt32(height)),
            RecordingError.init(animation:)
        )
        guard extendedRest >= 0 else { throw .animation("its first chunk is too short") }
        (self.size, self.source) = (size, source)
        rest = start[4..<8].littleEndianNumber + Self.chunkHeadByteCount - start.count
        chunkRest = Self.padded(extendedRest)
    }

    // MARK: - Frames

    /// The next frame, whose image follows; nil at the end. What was not read of the image before is passed over.
    mutating func nextFrame() throws(RecordingError) -> (frame: WebPFrame, isLossless: Bool)? {
        try skip(chunkRest)
        chunkRest = 0
        while rest > 0 {
            let head = try take(Self.chunkHeadByteCount)
            let count = head[4...].littleEndianNumber
            guard head.starts(with: WebPFrame.chunkType) else {
                try readFacts(head, count)
                continue
            }
            guard plays != nil else { throw .animation("a frame of it comes before what all have in common") }
            let headCount = WebPFrame.headByteCount
            guard count >= headCount + Self.typeByteCount else { throw .animation("a frame of it is too short") }
            guard count <= Self.longestImage else { throw .animation("a frame of it is too long") }
            guard Self.padded(count) <= rest + 1 else { throw Self.truncated }
            let frameHead = try take(headCount)
            let frame = try mapError(WebPFrame(frameHead, in: size), RecordingError.init(animation:))
            imageBeginning = try take(Self.typeByteCount)
            chunkRest = Self.padded(count) - headCount - Self.typeByteCount
            return (frame, WebPFrame.isLossless(imageBeginning: imageBeginning))
        }
        return nil
    }

    /// Bytes of the image of the last frame.
    var imageByteCount: Int { imageBeginning.count + min(chunkRest, rest) }

    /// Reads the image of the last frame into the first ``imageByteCount`` bytes of memory that has as many.
    mutating func readImage(into memory: UnsafeMutableRawBufferPointer) throws(RecordingError) {
        memory.copyBytes(from: imageBeginning)
        let count = min(chunkRest, rest)
        let image = memory[imageBeginning.count..<imageBeginning.count + count]
        try Self.read(&source, into: UnsafeMutableRawBufferPointer(rebasing: image))
        rest -= count
        chunkRest = 0
    }

    /// Reads a chunk that is no frame.
    private mutating func readFacts(_ head: [UInt8], _ count: Int) throws(RecordingError) {
        let playsEnd = 6
        guard head.starts(with: "ANIM".utf8), plays == nil else { return try skip(Self.padded(count)) }
        guard count >= playsEnd else { throw .animation("what its frames have in common is too short") }
        plays = try take(playsEnd)[4...].littleEndianNumber
        try skip(Self.padded(count) - playsEnd)
    }

    // MARK: - Bytes

    private mutating func take(_ count: Int) throws(RecordingError) -> [UInt8] {
        guard count <= rest else { throw Self.truncated }
        rest -= count
        return try Self.bytes(&source, count)
    }

    /// Passes over bytes. The one that fills an odd chunk up may be missing at the end.
    private mutating func skip(_ count: Int) throws(RecordingError) {
        guard count <= rest + 1 else { throw Self.truncated }
        let pieceByteCount = 1 << 16
        var left = min(count, rest)
        rest -= left
        while left > 0 {
            let piece = min(left, pieceByteCount)
            _ = try Self.bytes(&source, piece)
            left -= piece
        }
    }

    private static func bytes(_ source: inout Source, _ count: Int) throws(RecordingError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var span = bytes.mutableSpan
        try span.withUnsafeMutableBytes { (bytes) throws(RecordingError) in try read(&source, into: bytes) }
        return bytes
    }

    private static func read(
        _ source: inout Source,
        into bytes: UnsafeMutableRawBufferPointer
    ) throws(RecordingError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeMutableRawBufferPointer(rebasing: rest)
            let count = try mapError(source.read(into: part)) { RecordingError.reading(.stream($0)) }
            guard count > 0 else { throw truncated }
            rest = rest.dropFirst(count)
        }
    }

    private static func padded(_ count: Int) -> Int { count + count % 2 }
}
