/// What a sequence parameter set says of the size of pictures (ITU-T H.265, section 7.3.2.2).
struct SequenceParameters: Equatable {
    /// Width and height as coded: multiples of the smallest block.
    let codedWidth: Int
    let codedHeight: Int
    /// Columns and rows at the edges that are not part of the picture.
    let window: (left: Int, right: Int, top: Int, bottom: Int)
    /// 0 for luma alone, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
    let chromaFormat: Int
    /// Bits of a sample of luma.
    let lumaDepth: Int
    /// Bits of a sample of chroma.
    let chromaDepth: Int
    /// Pixels across a coding tree block: 16, 32 or 64, or 8.
    let blockEdge: Int

    /// Width of the picture in pixels.
    var width: Int { codedWidth - window.left - window.right }
    /// Height of the picture in pixels.
    var height: Int { codedHeight - window.top - window.bottom }
    /// Columns that share a sample of chroma.
    var columnsPerSample: Int { chromaFormat == 1 || chromaFormat == 2 ? 2 : 1 }
    /// Rows that share a sample of chroma.
    var rowsPerSample: Int { chromaFormat == 1 ? 2 : 1 }

    /// - Parameter unit: The unit, with its header of two bytes.
    /// - Throws: ``DecodingError``.
    init(_ unit: UnsafeRawBufferPointer) throws(DecodingError) {
        var reader = BitReader(unit.dropFirst(2))
        try reader.skip(4)
        let layers = try reader.bits(3)
        try reader.skip(1)
        try Self.skipProfiles(&reader, layers: layers)
        _ = try reader.number()
        chromaFormat = try reader.number()
        guard chromaFormat <= 3 else { throw .corrupt("a parameter set has a chroma format that cannot be") }
        if chromaFormat == 3, try reader.flag() { throw .unsupported("a HEIC of separate colour planes") }
        (codedWidth, codedHeight) = (try reader.number(), try reader.number())
        window = try Self.window(&reader, chromaFormat: chromaFormat)
        (lumaDepth, chromaDepth) = (try reader.number() + 8, try reader.number() + 8)
        guard lumaDepth <= 16, chromaDepth <= 16 else { throw .corrupt("a parameter set has a depth that cannot be") }
        _ = try reader.number()
        let first = try reader.flag() ? 0 : layers
        for _ in first...layers {
            for _ in 0..<3 { _ = try reader.number() }
        }
        let logarithm = try reader.number() + 3 + reader.number()
        guard (3...6).contains(logarithm) else { throw .corrupt("a parameter set has blocks that cannot be") }
        blockEdge = 1 << logarithm
        guard width > 0, height > 0 else { throw .corrupt("nothing is left of a picture") }
    }

    /// Section 7.3.3.
    private static func skipProfiles(_ reader: inout BitReader, layers: Int) throws(DecodingError) {
        try reader.skip(96)
        guard layers > 0 else { return }
        var present: [(profile: Bool, level: Bool)] = []
        for _ in 0..<layers { present.append((try reader.flag(), try reader.flag())) }
        try reader.skip(2 * (8 - layers))
        for layer in present {
            try reader.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0))
        }
    }

    private static func window(
        _ reader: inout BitReader,
        chromaFormat: Int
    ) throws(DecodingError) -> (left: Int, right: Int, top: Int, bottom: Int) {
        guard try reader.flag() else { return (0, 0, 0, 0) }
        let (across, down) = (chromaFormat == 1 || chromaFormat == 2 ? 2 : 1, chromaFormat == 1 ? 2 : 1)
        let (left, right) = (try reader.number() * across, try reader.number() * across)
        return (left, right, try reader.number() * down, try reader.number() * down)
    }

    static func == (left: SequenceParameters, right: SequenceParameters) -> Bool {
        left.codedWidth == right.codedWidth && left.codedHeight == right.codedHeight && left.window == right.window
            && left.chromaFormat == right.chromaFormat && left.lumaDepth == right.lumaDepth
            && left.chromaDepth == right.chromaDepth && left.blockEdge == right.blockEdge
    }
}
