/// What ITU-T H.273 calls the code points of a video signal, as the chunk cICP of PNG and the box colr of HEIC hold them.
///
/// They say what the samples are without a doubt, and samples that are taken for others show other colours. So there is no
/// passing over those that cannot be converted.
struct CodePoints: Equatable {
    /// The white and the primaries (H.273, table 2).
    let primaries: Int
    /// How samples become light (H.273, table 3).
    let transfer: Int
    /// How red, green and blue became luma and chroma (H.273, table 4).
    let matrix: Int
    /// Whether samples take all values.
    let isFullRange: Bool
    /// The format of the file with its article, for errors.
    let format: String

    /// Of the samples once they have become RGB of full range. What is not specified is that of sRGB.
    var ofRGB: CodePoints {
        CodePoints(
            primaries: primaries == Self.unspecified ? 1 : primaries,
            transfer: transfer == Self.unspecified ? 13 : transfer,
            matrix: 0,
            isFullRange: true,
            format: format
        )
    }

    /// The code point of all three for what a file does not say.
    private static let unspecified = 2

    /// Refuses samples that are not RGB of full range.
    private func checkRGB() throws(DecodingError) {
        guard matrix == 0 else { throw .unsupported("\(format) with the matrix coefficients \(matrix) of H.273") }
        guard isFullRange else { throw .unsupported("\(format) of limited range") }
    }

    /// The space that they stand for.
    ///
    /// - Throws: ``DecodingError/unsupported(_:)`` if that is not one that is known.
    func declaration() throws(DecodingError) -> ColorDeclaration {
        try checkRGB()
        if let toneMap = try toneMap() { return .toneMap(toneMap) }
        let curve = try curve()
        switch (primaries, curve) {
        case (1, .sRGB): return .space(.sRGB)
        case (12, .sRGB): return .space(.displayP3)
        default: return .calibration(try chromaticities(), curve)
        }
    }

    /// How samples that are brighter than white are shown; nil for those that are not.
    ///
    /// - Throws: ``DecodingError/unsupported(_:)``.
    func toneMap() throws(DecodingError) -> ToneMap? {
        let curve: HDRCurve
        switch transfer {
        case 16: curve = .pq
        case 18: curve = .hlg
        default: return nil
        }
        try checkRGB()
        return ToneMap(curve, try chromaticities(), to: primaries == 12 ? .displayP3 : .sRGB)
    }

    /// The tone curve (H.273, table 3), of screens that are no brighter than white.
    private func curve() throws(DecodingError) -> ToneCurve {
        switch transfer {
        case 1, 6, 14, 15: return .bt709
        case 4: return .gamma(2.2)
        case 5: return .gamma(2.8)
        case 8: return .gamma(1)
        case 13: return .sRGB
        default: throw .unsupported("\(format) with the transfer characteristics \(transfer) of H.273")
        }
    }

    /// The white and the primaries (H.273, table 2).
    private func chromaticities() throws(DecodingError) -> Chromaticities {
        switch primaries {
        case 1: return .sRGB
        case 5: return Chromaticities(white: .d65, red: [0.64, 0.33], green: [0.29, 0.60], blue: [0.15, 0.06])
        case 6, 7: return Chromaticities(white: .d65, red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07])
        case 9: return Chromaticities(white: .d65, red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046])
        case 11:
            let white: SIMD2<Double> = [0.314, 0.351]
            return Chromaticities(white: white, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06])
        case 12: return .displayP3
        default: throw .unsupported("\(format) with the primaries \(primaries) of H.273")
        }
    }
}

extension SIMD2<Double> {
    fileprivate static let d65 = Chromaticities.sRGB.white
}
