import CLibDeflate
import SecureMemory

struct PNGChunk {
    let type: PNGChunkType
    let data: UnsafeRawBufferPointer
}

/// The four letters that name a chunk; the case of each has a meaning (PNG third edition, section 5.4).
struct PNGChunkType: Hashable {
    let code: UInt32

    init(code: UInt32) {
        self.code = code
    }

    private init(_ letters: StaticString) {
        code = letters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    static let header = PNGChunkType("IHDR")
    static let palette = PNGChunkType("PLTE")
    static let imageData = PNGChunkType("IDAT")
    static let end = PNGChunkType("IEND")
    static let transparency = PNGChunkType("tRNS")
    static let animationControl = PNGChunkType("acTL")
    static let exif = PNGChunkType("eXIf")
    static let codedSpace = PNGChunkType("cICP")
    static let embeddedProfile = PNGChunkType("iCCP")
    static let standardSpace = PNGChunkType("sRGB")
    static let gamma = PNGChunkType("gAMA")
    static let chromaticities = PNGChunkType("cHRM")

    var isAncillary: Bool { code & 0x2000_0000 != 0 }

    /// Whether all four are letters, the third of them upper case.
    var isWellFormed: Bool {
        let letters = SIMD4<UInt8>(
            UInt8(truncatingIfNeeded: code >> 24),
            UInt8(truncatingIfNeeded: code >> 16),
            UInt8(truncatingIfNeeded: code >> 8),
            UInt8(truncatingIfNeeded: code)
        )
        let ranks = (letters | 0x20) &- UInt8(ascii: "a")
        return code & 0x2000 == 0 && ranks.max() < 26
    }
}

/// Reader of the chunks of a PNG one after the other (PNG third edition, section 5.3).
struct PNGChunkReader {
    private(set) var rest: UnsafeRawBufferPointer

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Bytes of a chunk besides its data: length, type, checksum.
    static let overhead = 12

    /// A reader at the first chunk of `file`, which outlives it; nil without the signature of PNG.
    init?(file: UnsafeRawBufferPointer) {
        guard file.starts(with: Self.signature) else { return nil }
        rest = UnsafeRawBufferPointer(rebasing: file[Self.signature.count...])
    }

    /// The next chunk; nil if it is cut off, not named in letters or has a wrong checksum.
    mutating func next() -> PNGChunk? {
        guard let chunk = peek(), chunk.type.isWellFormed else { return nil }
        let named = UnsafeRawBufferPointer(rebasing: rest[4..<8 + chunk.data.count])
        let checksum = rest.bigEndianInteger(at: 8 + chunk.data.count)
        guard UInt32(truncatingIfNeeded: libdeflate_crc32(0, named.baseAddress, named.count)) == checksum else {
            return nil
        }
        skip(chunk)
        return chunk
    }

    /// The next chunk, unchecked because ``next()`` has passed it before; nil if it is cut off.
    mutating func nextUnchecked() -> PNGChunk? {
        guard let chunk = peek() else { return nil }
        skip(chunk)
        return chunk
    }

    private func peek() -> PNGChunk? {
        guard rest.count >= Self.overhead else { return nil }
        let length = Int(rest.bigEndianInteger(at: 0))
        guard length <= Int(Int32.max), length <= rest.count - Self.overhead else { return nil }
        let data = UnsafeRawBufferPointer(rebasing: rest[8..<8 + length])
        return PNGChunk(type: PNGChunkType(code: rest.bigEndianInteger(at: 4)), data: data)
    }

    private mutating func skip(_ chunk: PNGChunk) {
        rest = UnsafeRawBufferPointer(rebasing: rest[(chunk.data.count + Self.overhead)...])
    }
}

/// Writer of a PNG file (PNG, section 5).
struct PNGChunkWriter: ~Copyable {
    private var file: SecureBytesBuilder
    /// Bytes of `file` before and with all that may come.
    private let worstCase: Int

    /// Bytes that take long to copy when the memory grows.
    private static let many = 16 << 20

    /// Begins a file of at most `byteCount` bytes behind what `builder` has.
    init(into builder: consuming SecureBytesBuilder, atMost byteCount: Int) throws(OutOfMemory) {
        worstCase = builder.count + byteCount
        var file = builder
        try file.append(PNGChunkReader.signature)
        self.file = file
    }

    /// Appends a chunk of `head`, `body` and `tail`, together below 2^31 bytes, with length and checksum.
    mutating func append(
        _ type: String,
        _ head: [UInt8],
        _ body: SecureBytes = SecureBytes(),
        _ tail: [UInt8] = []
    ) throws(OutOfMemory) {
        try append(type, byteCount: head.count + body.count + tail.count) { (file) throws(OutOfMemory) in
            try file.append(head)
            try file.append(body)
            try file.append(tail)
        }
    }

    /// Appends a chunk of `byteCount` bytes, below 2^31, that `content` appends to the file, with length and checksum.
    mutating func append(
        _ type: String,
        byteCount: Int,
        _ content: (inout SecureBytesBuilder) throws(OutOfMemory) -> Void
    ) throws(OutOfMemory) {
        try reserve(byteCount + PNGChunkReader.overhead)
        try file.append(UInt32(byteCount).bigEndianBytes)
        let start = file.count
        try file.append(type)
        try content(&file)
        precondition(file.count - start == type.utf8.count + byteCount, "a chunk has another length than it states")
        let crc32 = file.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress.map { $0 + start }, $0.count - start) }
        try file.append(crc32.bigEndianBytes)
    }

    /// Makes room for `count` more bytes. A large file gets room for the whole at once, which takes no memory before it is written,
    /// in place of a copy each time that the memory grows.
    private mutating func reserve(_ count: Int) throws(OutOfMemory) {
        let isLarge = file.count + count > max(file.capacity, Self.many)
        try file.reserve(isLarge ? max(count, worstCase - file.count) : count)
    }

    /// Ends the file, and hands back the builder.
    consuming func finish() throws(OutOfMemory) -> SecureBytesBuilder {
        try append("IEND", [])
        return file
    }
}
