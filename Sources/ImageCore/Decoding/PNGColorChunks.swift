import CImageCodecs
import SecureMemory

/// What the chunks before the pixels of a PNG say about its colours (PNG third edition, section 11.3.2).
///
/// They are read from the file itself, as libpng would refuse a picture over one that is malformed.
struct PNGColorChunks {
    /// The data of the first chunk of each type.
    private var chunks: [String: Slice<UnsafeRawBufferPointer>] = [:]

    private static let types: Set = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM"]

    /// - Parameter file: A PNG whose chunks up to the pixels libpng has found whole; valid as long as this value.
    init(_ file: UnsafeRawBufferPointer) {
        var rest = file.dropFirst(8)
        while let length = rest.fourByteInteger(at: 0), rest.count >= 12, length <= rest.count - 12 {
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            if type == "IDAT" { return }
            if Self.types.contains(type), chunks[type] == nil { chunks[type] = rest.dropFirst(8).prefix(length) }
            rest = rest.dropFirst(12 + length)
        }
    }

    /// What they declare, in the order of precedence (section 4.3).
    ///
    /// - Throws: ``OutOfMemory``.
    func declarations() throws(OutOfMemory) -> [ColorDeclaration] {
        var declarations: [ColorDeclaration] = []
        if let space = codedSpace { declarations.append(.space(space)) }
        if let profile = try embeddedProfile() { declarations.append(.profile(profile)) }
        if let data = chunks["sRGB"], data.count == 1 { declarations.append(.space(.sRGB)) }
        if let calibration { declarations.append(calibration) }
        return declarations
    }

    /// Code points of ITU-T H.273: primaries, transfer, matrix, full range. Spaces beyond the two are not known here.
    private var codedSpace: ColorSpace? {
        switch chunks["cICP"].map(Array.init) {
        case [1, 13, 0, 1]: .sRGB
        case [12, 13, 0, 1]: .displayP3
        default: nil
        }
    }

    /// A name of 1 to 79 bytes, a zero, the method zlib, and the profile.
    private func embeddedProfile() throws(OutOfMemory) -> SecureBytes? {
        guard let data = chunks["iCCP"], let end = data.prefix(80).firstIndex(of: 0), end > data.startIndex else {
            return nil
        }
        let compressed = data[end...].dropFirst(2)
        guard data[end...].dropFirst().first == 0, !compressed.isEmpty else { return nil }
        let stream = UnsafeRawBufferPointer(rebasing: compressed)
        // The profile begins with its size, so that no more is inflated than it needs.
        guard let head = try inflate(stream, count: 4), let size = head.withUnsafeBytes(ColorProfile.statedSize),
            size <= ColorProfile.maximumSize
        else { return nil }
        return try inflate(stream, count: size)
    }

    /// The first `count` bytes of a zlib stream; nil if it has fewer.
    private func inflate(_ stream: UnsafeRawBufferPointer, count: Int) throws(OutOfMemory) -> SecureBytes? {
        let memory = try WipedAllocation(byteCount: count)
        let start = stream.assumingMemoryBound(to: UInt8.self).baseAddress
        let target = memory.baseAddress.assumingMemoryBound(to: UInt8.self)
        guard zlib_inflate(start, stream.count, target, count) == count else { return nil }
        return SecureBytes(memory, count: count)
    }

    /// Without a gamma, primaries say too little; without primaries, they are those of sRGB.
    private var calibration: ColorDeclaration? {
        guard let data = chunks["gAMA"], data.count == 4, let stored = data.fourByteInteger(at: 0) else { return nil }
        let exponent = 100_000 / Double(stored)
        guard (0.1...10).contains(exponent) else { return nil }
        // What writers of sRGB are told to write beside it stands for the curve of sRGB.
        let isStandard = (45_000...46_000).contains(stored)
        return .calibration(chromaticities ?? .sRGB, isStandard ? .sRGB : .gamma(exponent))
    }

    private var chromaticities: Chromaticities? {
        guard let data = chunks["cHRM"], data.count == 32 else { return nil }
        let numbers = (0..<8).compactMap { data.fourByteInteger(at: $0 * 4) }.map { Double($0) / 100_000 }
        guard numbers.count == 8 else { return nil }
        let points = stride(from: 0, to: 8, by: 2).map { SIMD2(numbers[$0], numbers[$0 + 1]) }
        let chromaticities = Chromaticities(white: points[0], red: points[1], green: points[2], blue: points[3])
        return chromaticities.isSensible ? chromaticities : nil
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// The PNG four-byte unsigned integer at `offset` from the start; nil if it is not all there.
    fileprivate func fourByteInteger(at offset: Int) -> Int? {
        let bytes = dropFirst(offset).prefix(4)
        return bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | Int($1) } : nil
    }
}
