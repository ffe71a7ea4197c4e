import BoundedWork
import CImageCodecs
import SecureMemory

/// The colours of a PNG (PNG third edition, section 11.3.2) in the chunks before the palette and the pixels: later ones are out of
/// place (section 5.6). They are read from the file itself, because libpng would refuse a picture over a malformed one.
struct PNGColorChunks {
    private let cancellation: Cancellation
    private var chunks: [PNGChunkType: UnsafeRawBufferPointer] = [:]

    private static let types: Set<PNGChunkType> = [
        .codedSpace, .embeddedProfile, .standardSpace, .gamma, .chromaticities,
    ]

    /// The colours of a PNG whose chunks up to the pixels are whole; valid as long as this value. Not all are found once it is
    /// cancelled.
    init(_ file: UnsafeRawBufferPointer, _ cancellation: Cancellation) {
        self.cancellation = cancellation
        guard var reader = PNGChunkReader(file: file) else { return }
        while !cancellation.isCancelled, let chunk = reader.nextUnchecked() {
            guard chunk.type != .palette, chunk.type != .imageData else { return }
            if Self.types.contains(chunk.type), chunks[chunk.type] == nil { chunks[chunk.type] = chunk.data }
        }
    }

    /// The declarations in the order of precedence (section 4.3).
    func declarations() throws(DecodingError) -> [ColorDeclaration] {
        if let codePoints { return [try codePoints.declaration()] }
        var declarations: [ColorDeclaration] = []
        if let profile = try embeddedProfile() { declarations.append(.profile(profile)) }
        if let data = chunks[.standardSpace], data.count == 1 { declarations.append(.space(.sRGB)) }
        if let calibration { declarations.append(calibration) }
        return declarations
    }

    /// The content of cICP: primaries, transfer characteristics, matrix coefficients, full range (section 11.3.2.6). Nil unless
    /// there are four bytes.
    var codePoints: CodePoints? {
        guard let data = chunks[.codedSpace], data.count == 4 else { return nil }
        return CodePoints(
            primaries: Int(data[0]),
            transfer: Int(data[1]),
            matrix: Int(data[2]),
            isFullRange: data[3] == 1,
            format: "a PNG"
        )
    }

    /// A name of 1 to 79 bytes, a zero, the method zlib, and the profile.
    private func embeddedProfile() throws(DecodingError) -> SecureBytes? {
        guard let data = chunks[.embeddedProfile], let end = data.prefix(80).firstIndex(of: 0), end > data.startIndex
        else {
            return nil
        }
        let compressed = data[end...].dropFirst(2)
        guard data[end...].dropFirst().first == 0, !compressed.isEmpty else { return nil }
        let stream = UnsafeRawBufferPointer(rebasing: compressed)
        // The profile begins with its size, so that no more is inflated than it needs.
        guard let head = try inflate(stream, count: 4),
            let size = head.withUnsafeBytes(ColorProfile.statedSize), size <= ColorProfile.maximumSize
        else { return nil }
        return try inflate(stream, count: size)
    }

    private func inflate(_ stream: UnsafeRawBufferPointer, count: Int) throws(DecodingError) -> SecureBytes? {
        let memory = try mapError(WipedAllocation(byteCount: count), DecodingError.outOfMemory)
        let start = stream.assumingMemoryBound(to: UInt8.self).baseAddress
        let target = memory.baseAddress.assumingMemoryBound(to: UInt8.self)
        let written = withExtendedLifetime(cancellation) {
            zlib_inflate(start, stream.count, target, count, codec_cancellation(cancellation))
        }
        guard written == count else { return nil }
        return SecureBytes(memory, count: count)
    }

    /// Without a gamma, primaries say too little; without primaries, they are those of sRGB.
    private var calibration: ColorDeclaration? {
        guard let data = chunks[.gamma], data.count == 4 else { return nil }
        let stored = data.bigEndianInteger(at: 0)
        let exponent = 100_000 / Double(stored)
        guard (0.1...10).contains(exponent) else { return nil }
        // Writers of sRGB store this value beside it, for the curve of sRGB.
        let isStandard = (45_000...46_000).contains(stored)
        return .calibration(chromaticities ?? .sRGB, isStandard ? .sRGB : .gamma(exponent))
    }

    private var chromaticities: Chromaticities? {
        guard let data = chunks[.chromaticities], data.count == 32 else { return nil }
        let numbers = (0..<8).map { Double(data.bigEndianInteger(at: $0 * 4)) / 100_000 }
        let points = stride(from: 0, to: 8, by: 2).map { SIMD2(numbers[$0], numbers[$0 + 1]) }
        let chromaticities = Chromaticities(white: points[0], red: points[1], green: points[2], blue: points[3])
        return chromaticities.isSensible ? chromaticities : nil
    }
}

extension ColorReading {
    init(
        ofPNG file: UnsafeRawBufferPointer,
        _ model: Model,
        _ cancellation: Cancellation
    ) throws(DecodingError) {
        let declarations = try PNGColorChunks(file, cancellation).declarations()
        self = try mapError(ColorReading(declarations, of: model), DecodingError.outOfMemory)
    }
}
