/// The description of a texture before its blocks.
struct KTXTexture {
    let size: PixelSize
    let profile: ASTCProfile
    let orientation: Orientation
    /// The blocks in the file, or the stream that they are compressed to.
    let payload: Range<Int>
    let packing: Packing

    enum Packing: Equatable {
        /// KTX 1.1: row by row.
        case ktx(isCompressed: Bool)
        /// ATX: a stream of LZFSE that holds them row by row.
        case atxCompressed
        /// ATX: in an order that no field names.
        case atxPlain
    }

    var isCompressed: Bool {
        switch packing {
        case .ktx(let isCompressed): isCompressed
        case .atxCompressed: true
        case .atxPlain: false
        }
    }
}

/// Internal formats of OpenGL, in both kinds of file.
enum KTXFormat {
    /// `GL_COMPRESSED_RGBA_ASTC_4x4_KHR`
    static let linear: UInt32 = 0x93B0
    /// `GL_COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR`
    static let sRGB: UInt32 = 0x93D0
    /// The formats of ASTC whose blocks are larger than 4x4 pixels.
    static let otherFootprints = Set(Array(0x93B1...0x93BD) + Array<UInt32>(0x93D1...0x93DD))

    static func profile(_ format: UInt32) -> ASTCProfile? {
        switch format {
        case linear: .linear
        case sRGB: .sRGB
        default: nil
        }
    }
}
