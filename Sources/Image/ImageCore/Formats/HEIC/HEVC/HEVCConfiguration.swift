/// The box `hvcC`: the parameter sets of a picture (ISO/IEC 14496-15, section 8.3.3).
struct HEVCConfiguration {
    /// Bytes of the length in front of each unit of a picture.
    let lengthSize: Int
    private(set) var units: [UnsafeRawBufferPointer] = []
    let parameters: SequenceParameters

    private static let maximumSetCount = 4
    /// Video, sequence and picture parameter sets (ITU-T H.265, table 7-1).
    static let setTypes: Set<Int> = [32, 33, 34]

    init(_ box: UnsafeRawBufferPointer) throws(DecodingError) {
        var reader = BigEndianReader(box)
        try reader.skip(21)
        lengthSize = try reader.integer(1) & 3 + 1
        var parameters: SequenceParameters?
        var counts: [Int: Int] = [:]
        for _ in 0..<(try reader.integer(1)) {
            try reader.skip(1)
            for _ in 0..<(try reader.integer(2)) {
                let unit = try reader.take(reader.integer(2))
                guard let type = Self.type(of: unit), Self.setTypes.contains(type) else { continue }
                counts[type, default: 0] += 1
                let isFew = counts[type, default: 0] <= Self.maximumSetCount
                guard isFew else { throw .corrupt("it has too many parameter sets") }
                units.append(unit)
                guard type == 33 else { continue }
                let found = try SequenceParameters(unit)
                guard parameters == nil || parameters == found else { throw .corrupt("its parameter sets differ") }
                parameters = found
            }
        }
        guard let parameters else { throw .corrupt("it has no parameter set") }
        self.parameters = parameters
    }

    func isSame(as other: HEVCConfiguration) -> Bool {
        lengthSize == other.lengthSize && units.count == other.units.count
            && zip(units, other.units).allSatisfy { $0.elementsEqual($1) }
    }

    /// The type of a unit (ITU-T H.265, section 7.3.1.2); nil if it has no header.
    static func type(of unit: UnsafeRawBufferPointer) -> Int? {
        unit.count >= 2 ? Int(unit[0] >> 1 & 0x3F) : nil
    }
}

/// The size of pictures in a sequence parameter set (ITU-T H.265, section 7.3.2.2).
struct SequenceParameters: Equatable {
    let codedWidth: Int
    let codedHeight: Int
    /// Columns and rows at the edges that are not part of the picture.
    let window: (left: Int, right: Int, top: Int, bottom: Int)
    /// 0 for luma alone, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
    let chromaFormat: Int
    let lumaDepth: Int
    let chromaDepth: Int
    /// Pixels across a coding tree block: 16, 32 or 64, or 8.
    let blockEdge: Int

    var width: Int { codedWidth - window.left - window.right }
    var height: Int { codedHeight - window.top - window.bottom }
    var columnsPerSample: Int { chromaFormat == 1 || chromaFormat == 2 ? 2 : 1 }
    var rowsPerSample: Int { chromaFormat == 1 ? 2 : 1 }

    /// Bytes of the samples of two pixels.
    var bytesOfTwoPixels: Int {
        let chroma = chromaFormat == 0 ? 0 : 4 * ((chromaDepth + 7) / 8) / (columnsPerSample * rowsPerSample)
        return 2 * ((lumaDepth + 7) / 8) + chroma
    }

    init(_ unit: UnsafeRawBufferPointer) throws(DecodingError) {
        var reader = BitReader(unit.dropFirst(2))
        try reader.skip(4)
        let layers = try reader.bits(3)
        try reader.skip(1)
        try Self.skipProfiles(&reader, layers: layers)
        _ = try reader.number()
        chromaFormat = try reader.number()
        guard chromaFormat <= 3 else { throw .corrupt("a parameter set has an impossible chroma format") }
        if chromaFormat == 3, try reader.flag() { throw .unsupported("a HEIC of separate colour planes") }
        (codedWidth, codedHeight) = (try reader.number(), try reader.number())
        window = try Self.window(&reader, chromaFormat: chromaFormat)
        (lumaDepth, chromaDepth) = (try reader.number() + 8, try reader.number() + 8)
        guard lumaDepth <= 16, chromaDepth <= 16 else { throw .corrupt("a parameter set has an impossible depth") }
        _ = try reader.number()
        let first = try reader.flag() ? 0 : layers
        for _ in first...layers {
            for _ in 0..<3 { _ = try reader.number() }
        }
        let logarithm = try reader.number() + 3 + reader.number()
        guard (3...6).contains(logarithm) else { throw .corrupt("a parameter set has an impossible block size") }
        blockEdge = 1 << logarithm
        guard width > 0, height > 0 else { throw .corrupt("the crop of a picture leaves no pixels") }
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

/// Reader of the bits of a parameter set (ITU-T H.265, section 9.2), without the bytes that keep start codes out of it.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    /// Bytes of a parameter set that are read: the needed fields stand at the beginning.
    private static let maximumByteCount = 512

    init(_ unit: some Sequence<UInt8>) {
        var bytes: [UInt8] = []
        var zeros = 0
        for byte in unit {
            guard bytes.count < Self.maximumByteCount else { break }
            // Two zeros and a three: the three is not part of it (section 7.4.2).
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    mutating func bits(_ count: Int) throws(DecodingError) -> Int {
        guard position + count <= bytes.count * 8 else { throw .corrupt("a parameter set ends early") }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[position >> 3] >> (7 - UInt8(position & 7)) & 1)
            position += 1
        }
        return value
    }

    mutating func flag() throws(DecodingError) -> Bool { try bits(1) == 1 }

    mutating func skip(_ count: Int) throws(DecodingError) {
        guard position + count <= bytes.count * 8 else { throw .corrupt("a parameter set ends early") }
        position += count
    }

    mutating func number() throws(DecodingError) -> Int {
        var length = 0
        while try !flag() {
            length += 1
            guard length < 32 else { throw .corrupt("a parameter set has an impossible number") }
        }
        return try (1 << length) - 1 + bits(length)
    }
}
