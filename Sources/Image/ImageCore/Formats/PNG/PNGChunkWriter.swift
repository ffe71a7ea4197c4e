import CLibDeflate
import SecureMemory

/// Puts a PNG file together (PNG, section 5).
struct PNGChunkWriter: ~Copyable {
    private var file: SecureBytesBuilder
    /// Bytes of the whole file at most, more or less.
    private let worstCase: Int

    /// Bytes that take long to copy when the memory grows.
    private static let many = 16 << 20

    /// Starts with the signature.
    ///
    /// - Parameter worstCase: Bytes of the whole file at most, more or less.
    /// - Throws: `OutOfMemory`.
    init(atMost worstCase: Int) throws(OutOfMemory) {
        var file = try SecureBytesBuilder()
        try file.append([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        self.file = file
        self.worstCase = worstCase
    }

    /// Appends a chunk, with its length and its checksum.
    ///
    /// - Parameters:
    ///   - type: Four letters.
    ///   - head: The first bytes of the data.
    ///   - body: The bytes between; all together are below 2^31.
    ///   - tail: The last bytes of the data.
    /// - Throws: `OutOfMemory`.
    mutating func append(
        _ type: String,
        _ head: [UInt8],
        _ body: SecureBytes = SecureBytes(),
        _ tail: [UInt8] = []
    ) throws(OutOfMemory) {
        let count = head.count + body.count + tail.count
        try reserve(count + 12)
        try file.append(UInt32(count).bigEndianBytes)
        let start = file.count
        try file.append(Array(type.utf8) + head)
        try file.append(body)
        try file.append(tail)
        let crc32 = file.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress.map { $0 + start }, $0.count - start) }
        try file.append(crc32.bigEndianBytes)
    }

    /// Makes room for `count` more bytes. A file of many gets room for all that may come, which takes no memory before it is
    /// written to, rather than be copied each time that the memory grows.
    private mutating func reserve(_ count: Int) throws(OutOfMemory) {
        let isLarge = file.count + count > max(file.capacity, Self.many)
        try file.reserve(isLarge ? max(count, worstCase - file.count) : count)
    }

    /// The file, which ends with IEND.
    ///
    /// - Throws: `OutOfMemory`.
    consuming func finish() throws(OutOfMemory) -> SecureBytes {
        try append("IEND", [])
        return file.finish()
    }
}
