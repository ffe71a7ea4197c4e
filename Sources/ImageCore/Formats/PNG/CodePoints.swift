/// What ITU-T H.273 calls the code points of a video signal, as the chunk cICP of PNG holds them.
///
/// They say what the samples are without a doubt, and samples that are taken for others show other colours. So there is no
/// passing over those that cannot be converted.
struct CodePoints {
    private let primaries: UInt8
    private let transfer: UInt8
    private let matrix: UInt8
    private let range: UInt8

    /// Nil unless there are four bytes: primaries, transfer characteristics, matrix coefficients, full range (PNG third
    /// edition, section 11.3.2.6).
    init?(_ data: UnsafeRawBufferPointer) {
        guard data.count == 4 else { return nil }
        (primaries, transfer, matrix, range) = (data[0], data[1], data[2], data[3])
    }

    /// The space that they stand for.
    ///
    /// - Throws: ``DecodingError/unsupported(_:)`` if that is not one that can be shown in sRGB or Display P3.
    func declaration() throws(DecodingError) -> ColorDeclaration {
        guard matrix == 0 else { throw .unsupported("a PNG with the matrix coefficients \(matrix) of H.273") }
        guard range == 1 else { throw .unsupported("a PNG of limited range") }
        let curve = try curve()
        switch (primaries, curve) {
        case (1, .sRGB): return .space(.sRGB)
        case (12, .sRGB): return .space(.displayP3)
        default: return .calibration(try chromaticities(), curve)
        }
    }

    /// The tone curve (H.273, table 3), of screens that are no brighter than white.
    private func curve() throws(DecodingError) -> ToneCurve {
        switch transfer {
        case 1, 6, 14, 15: return .bt709
        case 4: return .gamma(2.2)
        case 5: return .gamma(2.8)
        case 8: return .gamma(1)
        case 13: return .sRGB
        case 16: throw .unsupported("a PNG in PQ (HDR)")
        case 18: throw .unsupported("a PNG in HLG (HDR)")
        default: throw .unsupported("a PNG with the transfer characteristics \(transfer) of H.273")
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
        default: throw .unsupported("a PNG with the primaries \(primaries) of H.273")
        }
    }
}

extension SIMD2<Double> {
    fileprivate static let d65 = Chromaticities.sRGB.white
}
