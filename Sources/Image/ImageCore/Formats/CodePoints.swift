/// The code points of a video signal (ITU-T H.273), which the chunk cICP of PNG and the box colr of HEIC hold.
///
/// Unknown ones are refused, not passed over: samples taken for others show other colours.
struct CodePoints: Equatable {
    /// The white and the primaries (H.273, table 2).
    let primaries: Int
    /// The tone curve (H.273, table 3).
    let transfer: Int
    /// The conversion of red, green and blue to luma and chroma (H.273, table 4).
    let matrix: Int
    let isFullRange: Bool
    let format: String

    /// The code points once the samples are RGB of full range. An unspecified one becomes that of sRGB.
    var ofRGB: CodePoints {
        CodePoints(
            primaries: primaries == Self.unspecified ? 1 : primaries,
            transfer: transfer == Self.unspecified ? 13 : transfer,
            matrix: 0,
            isFullRange: true,
            format: format
        )
    }

    /// The code point for an unspecified value, the same in all three tables.
    private static let unspecified = 2

    private func checkRGB() throws(DecodingError) {
        guard matrix == 0 else { throw .unsupported("\(format) with the matrix coefficients \(matrix) of H.273") }
        guard isFullRange else { throw .unsupported("\(format) of limited range") }
    }

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
