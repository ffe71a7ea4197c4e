import CLibDeflate
import ImageCore
import SecureMemory

/// A PNG of 8-bit RGBA that is not compressed, so that its length follows from its size alone (PNG, third edition; RFC 1950 and
/// 1951). Every `IDAT` holds one stored block.
struct StoredPNG {
    private let size: PixelSize
    /// Row by row without padding.
    private let samples: UnsafeRawBufferPointer

    private static let longestBlock = 0xFFFF
    /// Bytes of a chunk besides its content: length, type, checksum.
    private static let chunkOverhead = 12

    /// - Parameter samples: As many as a picture of `size` in RGBA has; valid as long as this value.
    init(_ size: PixelSize, _ samples: UnsafeRawBufferPointer) {
        precondition(samples.count == size.area * PixelFormat.rgba.channels, "the samples do not fit the size")
        (self.size, self.samples) = (size, samples)
    }

    /// Number of bytes of the file of a picture of `size`.
    static func byteCount(of size: PixelSize) -> Int {
        let stored = byteCount(ofRowsOf: size)
        let blocks = (stored + longestBlock - 1) / longestBlock
        let header = 8 + chunkOverhead + 13
        return header + blocks * (chunkOverhead + 5) + 2 + stored + 4 + chunkOverhead
    }

    /// Bytes of all rows, each with its filter type in front.
    private static func byteCount(ofRowsOf size: PixelSize) -> Int {
        size.height * (1 + size.width * PixelFormat.rgba.channels)
    }

    func append(to file: inout SecureBytesBuilder) throws(OutOfMemory) {
        try file.append(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        try file.append(chunk: "IHDR", byteCount: 13) { (file) throws(OutOfMemory) in
            try file.append(number: UInt32(size.width).bigEndian)
            try file.append(number: UInt32(size.height).bigEndian)
            // Depth 8, colour type 6; the only methods there are; not interlaced.
            try file.append(bytes: [8, 6, 0, 0, 0])
        }
        let end = Self.byteCount(ofRowsOf: size)
        var checksum: UInt32 = 1
        for start in stride(from: 0, to: end, by: Self.longestBlock) {
            try append(start..<min(start + Self.longestBlock, end), of: end, &checksum, to: &file)
        }
        try file.append(chunk: "IEND", byteCount: 0) { (_) throws(OutOfMemory) in }
    }

    /// Appends a block with a part of the rows, of `end` bytes in all.
    private func append(
        _ part: Range<Int>,
        of end: Int,
        _ checksum: inout UInt32,
        to file: inout SecureBytesBuilder
    ) throws(OutOfMemory) {
        let (isFirst, isLast) = (part.lowerBound == 0, part.upperBound == end)
        let byteCount = (isFirst ? 2 : 0) + 5 + part.count + (isLast ? 4 : 0)
        try file.append(chunk: "IDAT", byteCount: byteCount) { (file) throws(OutOfMemory) in
            if isFirst { try file.append(bytes: [0x78, 0x01]) }
            try file.append(bytes: [isLast ? 1 : 0])
            try file.append(number: UInt16(part.count).littleEndian)
            try file.append(number: (~UInt16(part.count)).littleEndian)
            try file.appendInPlace(minimum: part.count) { (room: UnsafeMutableRawBufferPointer) -> Int in
                copy(part, to: room)
                checksum = UInt32(truncatingIfNeeded: libdeflate_adler32(checksum, room.baseAddress, part.count))
                return part.count
            }
            if isLast { try file.append(number: checksum.bigEndian) }
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

extension SecureBytesBuilder {
    fileprivate mutating func append(bytes: [UInt8]) throws(OutOfMemory) {
        try bytes.span.withUnsafeBytes { (bytes) throws(OutOfMemory) in try append(bytes) }
    }

    /// Appends the bytes of a number as they lie in memory.
    fileprivate mutating func append(number: some FixedWidthInteger) throws(OutOfMemory) {
        try Swift.withUnsafeBytes(of: number) { (bytes) throws(OutOfMemory) in try append(bytes) }
    }

    /// Appends a chunk whose content has `byteCount` bytes.
    fileprivate mutating func append(
        chunk type: String,
        byteCount: Int,
        _ content: (inout SecureBytesBuilder) throws(OutOfMemory) -> Void
    ) throws(OutOfMemory) {
        try append(number: UInt32(byteCount).bigEndian)
        let start = count
        try append(type)
        try content(&self)
        precondition(count - start == 4 + byteCount, "a chunk has another length than it states")
        let checksum = withUnsafeBytes { bytes in
            libdeflate_crc32(0, bytes.baseAddress.map { $0 + start }, bytes.count - start)
        }
        try append(number: UInt32(truncatingIfNeeded: checksum).bigEndian)
    }
}
