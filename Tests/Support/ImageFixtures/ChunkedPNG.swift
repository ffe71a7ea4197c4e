/// The chunks of a PNG file, written without libpng.
struct ChunkedPNG {
    struct Chunk: Equatable {
        var type: String
        var data: [UInt8]

        /// Length, type, data and checksum.
        var bytes: [UInt8] {
            let body = Array(type.utf8) + data
            return bigEndian(UInt32(data.count)) + body + bigEndian(crc32(body))
        }
    }

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    var chunks: [Chunk]

    var bytes: [UInt8] { Self.signature + chunks.flatMap(\.bytes) }

    func index(of type: String) -> Int? { chunks.firstIndex { $0.type == type } }

    /// The file with `chunk` in front of the first one of `type`.
    func inserting(_ chunk: Chunk, before type: String) -> ChunkedPNG {
        var file = self
        file.chunks.insert(chunk, at: index(of: type) ?? chunks.count)
        return file
    }

    /// The file without the chunks of `type`.
    func removing(_ type: String) -> ChunkedPNG {
        ChunkedPNG(chunks: chunks.filter { $0.type != type })
    }

    /// The file with the first chunk of `type` changed.
    func changing(_ type: String, _ change: (inout [UInt8]) -> Void) -> ChunkedPNG {
        var file = self
        if let index = index(of: type) { change(&file.chunks[index].data) }
        return file
    }

    /// The chunks of a file that is well formed; nil if its frame is not.
    init?(parsing bytes: [UInt8]) {
        guard bytes.starts(with: Self.signature) else { return nil }
        chunks = []
        var offset = 8
        while offset < bytes.count {
            guard bytes.count - offset >= 12 else { return nil }
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - offset - 12 else { return nil }
            let chunk = Chunk(
                type: String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self),
                data: Array(bytes[offset + 8..<offset + 8 + length])
            )
            guard chunk.bytes.elementsEqual(bytes[offset..<offset + 12 + length]) else { return nil }
            chunks.append(chunk)
            offset += 12 + length
        }
    }

    init(chunks: [Chunk]) {
        self.chunks = chunks
    }

    static func header(width: UInt32, height: UInt32, depth: UInt8, colorType: UInt8, interlaced: Bool) -> Chunk {
        let data = bigEndian(width) + bigEndian(height) + [depth, colorType, 0, 0, interlaced ? 1 : 0]
        return Chunk(type: "IHDR", data: data)
    }
}

func bigEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
}

private let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
}

/// The checksum of a chunk (PNG, annex D).
func crc32(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    bytes.withUnsafeBufferPointer { bytes in
        crcTable.withUnsafeBufferPointer { table in
            var index = 0
            while index < bytes.count {
                value = table[Int((value ^ UInt32(bytes[index])) & 0xFF)] ^ value >> 8
                index &+= 1
            }
        }
    }
    return ~value
}

/// A zlib stream that does not compress (RFC 1950, RFC 1951 section 3.2.4).
///
/// - Parameter blockSize: Bytes of a stored block, at most 65 535.
func zlibStored(_ bytes: [UInt8], blockSize: Int = 61) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
        let end = min(start + blockSize, bytes.count)
        let count = UInt16(end - start)
        stream.append(end == bytes.count ? 1 : 0)
        stream += [count, ~count].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        stream += bytes[start..<end]
        start = end
    } while start < bytes.count
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
        low = (low + UInt32(byte)) % 65_521
        high = (high + low) % 65_521
    }
    return stream + bigEndian(high << 16 | low)
}

/// A zlib stream that inflates to about `count` zeros at 1 : 158, without its end.
func zlibBomb(count: Int) -> [UInt8] {
    // A fixed-Huffman block, the literal 0, then copies of 258 bytes from distance 1: 13 bits each.
    let head = "1" + "10" + "00110000"
    let copy = "11000101" + "00000"
    var bits = Array((head + String(repeating: copy, count: 16)).utf8.map { $0 - UInt8(ascii: "0") })
    bits.removeLast(bits.count % 8)
    let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
        (0..<8).reduce(UInt8(0)) { $0 | bits[start + $1] << $1 }
    }
    // Eight copies are 13 bytes, so from the second byte on the stream repeats.
    let period = Array(bytes[2..<15])
    let repeated = Array(repeating: period, count: count / (8 * 258))
    return [0x78, 0x01] + bytes[..<2] + repeated.joined()
}
