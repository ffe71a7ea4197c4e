import CLibDeflate

/// Reads the chunks of a PNG one after the other (PNG third edition, section 5.3).
struct PNGChunkReader {
    /// What has not been read yet.
    private(set) var rest: UnsafeRawBufferPointer

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Bytes of a chunk besides its data: length, type, checksum.
    static let overhead = 12

    /// A reader at the first chunk; nil if the file does not begin with the signature of PNG.
    ///
    /// - Parameter file: Valid as long as this value and the chunks.
    init?(file: UnsafeRawBufferPointer) {
        guard file.starts(with: Self.signature) else { return nil }
        rest = UnsafeRawBufferPointer(rebasing: file[Self.signature.count...])
    }

    /// A reader of chunks that stand one after the other.
    init(chunks: UnsafeRawBufferPointer) {
        rest = chunks
    }

    /// The next chunk; nil if it is not all there, is not named in letters or has a wrong checksum.
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

    /// The next chunk as it stands there, for chunks that ``next()`` has passed before; nil if it is not all there.
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
