/// A chunk of a PNG whose checksum is right.
struct PNGChunk {
    let type: PNGChunkType
    /// The bytes of the chunk, within those of the file.
    let data: UnsafeRawBufferPointer
}

/// The four letters that name a chunk; the case of each says something about it (PNG third edition, section 5.4).
struct PNGChunkType: Hashable {
    /// The letters, the first in the highest byte.
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

    /// Whether the picture can be shown without this chunk.
    var isAncillary: Bool { code & 0x2000_0000 != 0 }

    /// Whether all four are letters, and the third is the upper case that PNG asks for.
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
