/// What a file says of its texture before its blocks.
struct KTXTexture {
    /// Width and height in pixels.
    let size: PixelSize
    /// How endpoints are expanded.
    let profile: ASTCProfile
    /// How the picture is turned.
    let orientation: Orientation
    /// Where the blocks are in the file, or the stream that they are compressed to.
    let payload: Range<Int>
    /// How the blocks are held.
    let packing: Packing

    /// How the blocks of a texture are held in its file.
    enum Packing: Equatable {
        /// KTX 1.1: row by row.
        case ktx(isCompressed: Bool)
        /// ATX: a stream of LZFSE that holds them row by row.
        case atxCompressed
        /// ATX: in an order that only they tell.
        case atxPlain
    }

    /// Whether the payload is a stream of LZFSE.
    var isCompressed: Bool {
        switch packing {
        case .ktx(let isCompressed): isCompressed
        case .atxCompressed: true
        case .atxPlain: false
        }
    }
}

/// The internal formats of OpenGL, which both kinds of file name.
enum KTXFormat {
    /// `GL_COMPRESSED_RGBA_ASTC_4x4_KHR`
    static let linear: UInt32 = 0x93B0
    /// `GL_COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR`
    static let sRGB: UInt32 = 0x93D0
    /// The formats of ASTC whose blocks are larger than 4x4 pixels.
    static let otherFootprints = Set(Array(0x93B1...0x93BD) + Array<UInt32>(0x93D1...0x93DD))

    /// How endpoints of a format are expanded; nil for a format that is not read.
    static func profile(_ format: UInt32) -> ASTCProfile? {
        switch format {
        case linear: .linear
        case sRGB: .sRGB
        default: nil
        }
    }
}
