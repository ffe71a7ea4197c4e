import CLibDeflate
public import SecureMemory

/// A PNG of 8-bit RGBA that is not compressed, so that its length follows from its size alone (PNG, third edition; RFC 1950 and
/// 1951). Every `IDAT` holds one stored block.
public struct StoredPNG {
    private let size: PixelSize
    /// Row by row without padding.
    private let samples: UnsafeRawBufferPointer

    private static let longestBlock = 0xFFFF
    /// Bytes of a block besides its content: its kind, its length twice.
    private static let blockOverhead = 5

    /// - Parameters:
    ///   - size: Of the picture, in pixels.
    ///   - samples: As many as a picture of `size` in RGBA has, row by row without padding; valid as long as this value.
    public init(_ size: PixelSize, _ samples: UnsafeRawBufferPointer) {
        precondition(samples.count == size.area * PixelFormat.rgba.channels, "the samples do not fit the size")
        (self.size, self.samples) = (size, samples)
    }

    /// Number of bytes of the file of a picture of `size`.
    public static func byteCount(of size: PixelSize) -> Int {
        let stored = byteCount(ofRowsOf: size)
        let blocks = (stored + longestBlock - 1) / longestBlock
        let chunks = 2 + blocks
        let stream = PNGWriter.zlibHeader.count + blocks * blockOverhead + stored + 4
        return PNGChunkReader.signature.count + chunks * PNGChunkReader.overhead + PNGWriter.headerByteCount + stream
    }

    /// Bytes of all rows, each with its filter type in front.
    private static func byteCount(ofRowsOf size: PixelSize) -> Int {
        size.height * (1 + size.width * PixelFormat.rgba.channels)
    }

    /// Appends the file to `builder`, which is empty after an error.
    public func append(to builder: inout SecureBytesBuilder) throws(OutOfMemory) {
        var taken = try SecureBytesBuilder()
        swap(&taken, &builder)
        var file = try PNGChunkWriter(into: taken, atMost: Self.byteCount(of: size))
        try file.append("IHDR", PNGWriter.header(size, depth: 8, colorType: 6))
        let end = Self.byteCount(ofRowsOf: size)
        var checksum: UInt32 = 1
        for start in stride(from: 0, to: end, by: Self.longestBlock) {
            try append(start..<min(start + Self.longestBlock, end), of: end, &checksum, to: &file)
        }
        builder = try file.finish()
    }

    /// Appends a block with a part of the rows, of `end` bytes in all.
    private func append(
        _ part: Range<Int>,
        of end: Int,
        _ checksum: inout UInt32,
        to file: inout PNGChunkWriter
    ) throws(OutOfMemory) {
        let isLast = part.upperBound == end
        let length = UInt16(part.count)
        let lengths = [length, ~length].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let head = (part.lowerBound == 0 ? PNGWriter.zlibHeader : []) + [isLast ? 1 : 0] + lengths
        let byteCount = head.count + part.count + (isLast ? 4 : 0)
        try file.append("IDAT", byteCount: byteCount) { (file) throws(OutOfMemory) in
            try file.append(head)
            try file.appendInPlace(minimum: part.count) { (room: UnsafeMutableRawBufferPointer) -> Int in
                copy(part, to: room)
                checksum = UInt32(truncatingIfNeeded: libdeflate_adler32(checksum, room.baseAddress, part.count))
                return part.count
            }
            if isLast { try file.append(checksum.bigEndianBytes) }
        }
    }

    /// Copies a part of the rows, each of which begins with a filter type of 0.
    private func copy(_ part: Range<Int>, to room: UnsafeMutableRawBufferPointer) {
        let rowCount = size.width * PixelFormat.rgba.channels
        var place = part.lowerBound
        var rest = room[...]
        while place < part.upperBound {
            let (row, offset) = place.quotientAndRemainder(dividingBy: 1 + rowCount)
            if offset == 0 {
                rest[rest.startIndex] = 0
                rest = rest.dropFirst()
                place += 1
                continue
            }
            let count = min(1 + rowCount - offset, part.upperBound - place)
            let start = row * rowCount + offset - 1
            UnsafeMutableRawBufferPointer(rebasing: rest).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: samples[start..<start + count])
            )
            rest = rest.dropFirst(count)
            place += count
        }
    }
}
