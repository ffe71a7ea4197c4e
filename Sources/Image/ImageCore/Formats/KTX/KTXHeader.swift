/// The head of a KTX 1.1 file (Khronos, KTX File Format Specification 1.1, section 2) with Apple's addition: under the key
/// `Compression_APPLE` a level is the mark `LZFS`, the length of a stream, and the stream. Its value is not documented, and
/// ignored.
struct KTXHeader {
    static let signature: [UInt8] = [0xAB, 0x4B, 0x54, 0x58, 0x20, 0x31, 0x31, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The first bytes of any version.
    static let family = signature.prefix(4)
    private static let byteCount = 64
    /// The number for the order of bytes.
    private static let byteOrderMark: UInt32 = 0x0403_0201
    private static let compressionKey = "Compression_APPLE"
    private static let compressionMark = Array("LZFS".utf8)

    private let bytes: UnsafeRawBufferPointer
    private let isBigEndian: Bool

    /// The head of a file with the signature; nil if it is cut off, or has an unknown order of bytes.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.byteCount else { return nil }
        switch bytes.littleEndian(UInt32.self, at: 12) {
        case Self.byteOrderMark: isBigEndian = false
        case Self.byteOrderMark.byteSwapped: isBigEndian = true
        default: return nil
        }
        self.bytes = bytes
    }

    var declaredSize: (width: UInt32, height: UInt32) { (number(at: 36), number(at: 40)) }

    /// The texture that the file describes; `limits` are checked first.
    func texture(_ limits: DecodingLimits) throws(DecodingError) -> KTXTexture {
        guard number(at: 16) == 0, let profile = KTXFormat.profile(number(at: 28)) else {
            throw .unsupported("a KTX texture that is not ASTC 4x4")
        }
        let (depth, layers, faces) = (number(at: 44), number(at: 48), number(at: 52))
        guard depth <= 1, layers <= 1, faces <= 1 else {
            throw .unsupported("a KTX texture of more than one picture")
        }
        let size = try limits.check(width: declaredSize.width, height: declaredSize.height)
        let keyByteCount = Int(number(at: 60))
        guard keyByteCount <= bytes.count - Self.byteCount else { throw .truncatedKTX }
        let keys = Self.byteCount..<Self.byteCount + keyByteCount
        let isCompressed = try value(of: Self.compressionKey, in: keys) != nil
        let orientation = try value(of: "KTXorientation", in: keys).map(Self.orientation) ?? .up
        let level = keys.upperBound
        return KTXTexture(
            size: size,
            profile: profile,
            orientation: orientation,
            payload: isCompressed ? try stream(at: level) : try blocks(at: level),
            packing: .ktx(isCompressed: isCompressed)
        )
    }

    private func blocks(at level: Int) throws(DecodingError) -> Range<Int> {
        guard bytes.count - level >= 4 else { throw .truncatedKTX }
        let count = Int(number(at: level))
        guard count <= bytes.count - level - 4 else { throw .truncatedKTX }
        return level + 4..<level + 4 + count
    }

    private func stream(at level: Int) throws(DecodingError) -> Range<Int> {
        guard bytes.count - level >= 12 else { throw .truncatedKTX }
        guard bytes[(level + 4)..<(level + 8)].elementsEqual(Self.compressionMark) else {
            throw .unsupported("a KTX texture whose compression is not LZFSE")
        }
        let count = Int(number(at: level + 8))
        guard count <= bytes.count - level - 12 else { throw .truncatedKTX }
        return level + 12..<level + 12 + count
    }

    private func value(of key: String, in keys: Range<Int>) throws(DecodingError) -> UnsafeRawBufferPointer? {
        var position = keys.lowerBound
        while keys.upperBound - position >= 4 {
            let count = Int(number(at: position))
            position += 4
            guard count <= keys.upperBound - position else { throw .corrupt("the keys of the KTX file are damaged") }
            let entry = bytes[position..<position + count]
            if entry.count > key.utf8.count, entry.starts(with: key.utf8), entry[position + key.utf8.count] == 0 {
                return UnsafeRawBufferPointer(rebasing: entry.dropFirst(key.utf8.count + 1))
            }
            // Entries start at multiples of four bytes.
            position += (count + 3) & ~3
        }
        return nil
    }

    /// The orientation of a picture whose columns and rows go in the named directions: `S=r,T=d` is to the right and down.
    private static func orientation(_ value: UnsafeRawBufferPointer) -> Orientation {
        let letters = value.filter { !"=,".utf8.contains($0) && $0 != 0 }
        let isMirrored = letters.starts(with: "Sl".utf8)
        let isFlipped = letters.dropFirst(2).starts(with: "Tu".utf8)
        return switch (isMirrored, isFlipped) {
        case (false, false): .up
        case (true, false): .upMirrored
        case (true, true): .down
        case (false, true): .downMirrored
        }
    }

    private func number(at offset: Int) -> UInt32 {
        let number = bytes.littleEndian(UInt32.self, at: offset)
        return isBigEndian ? number.byteSwapped : number
    }
}

extension DecodingError {
    static let truncatedKTX = DecodingError.corrupt("the KTX file is truncated")
    static let payloadDoesNotFit = DecodingError.corrupt(
        "the blocks of the KTX file do not fit the size of the picture"
    )
}
