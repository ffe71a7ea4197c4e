import Glibc
import SecureMemory

/// Takes a picture that is brighter than white down to what sRGB or Display P3 can show.
///
/// Samples become light (ITU-R BT.2100, for HLG with the OOTF of a display of 1000 candela per square metre). The brightest of
/// red, green and blue goes through ``HDRCurve/reduced(_:)``, and the other two by the same factor, so that hues stay. The
/// result is taken to the primaries of the target in linear light; what is outside of them is clipped channel by channel.
final class ToneMap: Sendable {
    /// The space of the result: Display P3 for its primaries, sRGB for all others.
    let space: ColorSpace
    private let curve: HDRCurve
    /// The light of each sample of 16 bits.
    private let lights: [Float]
    /// From linear light in the primaries of the file to that in those of the target, row by row.
    private let matrix: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
    /// The share of each primary in luminance.
    private let luminance: SIMD3<Float>

    private static let pqLights = (0...65_535).map { Float(HDRCurve.pq.light(of: Double($0) / 65_535)) }
    private static let hlgLights = (0...65_535).map { Float(HDRCurve.hlg.light(of: Double($0) / 65_535)) }

    /// What is left of light, by its fourth root.
    private static let factors: [Float] = (0...lastFactor).map { index in
        let light = HDRCurve.peak * pow(Double(index) / Double(lastFactor), 4)
        return Float(light > 0 ? HDRCurve.reduced(light) / light : 1)
    }
    private static let lastFactor = 4095

    /// Samples of 8 bits by the share of light (IEC 61966-2-1).
    private static let samples: [UInt8] = (0...65_535).map { index in
        let light = Double(index) / 65_535
        let sample = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((sample * 255).rounded())
    }

    /// - Parameters:
    ///   - curve: How samples become light.
    ///   - chromaticities: Of the file.
    ///   - space: Of the result.
    init(_ curve: HDRCurve, _ chromaticities: Chromaticities, to space: ColorSpace) {
        self.curve = curve
        self.space = space
        lights = curve == .pq ? Self.pqLights : Self.hlgLights
        let toXYZ = chromaticities.matrixToXYZ
        let rows = (space.chromaticities.matrixToXYZ.inverse * toXYZ).rows.map(SIMD3<Float>.init)
        matrix = (rows[0], rows[1], rows[2])
        luminance = SIMD3<Float>(toXYZ.rows[1])
    }

    /// The pixel that shows `color`.
    ///
    /// - Parameter color: Red, green and blue in 16 bits.
    func map(_ color: SIMD3<UInt16>) -> SIMD3<UInt8> {
        var light = SIMD3(lights[Int(color.x)], lights[Int(color.y)], lights[Int(color.z)])
        if case .hlg = curve {
            let scene = (light * luminance).sum()
            light *= Float(HDRCurve.peak) * powf(scene, 0.2)
        }
        let brightest = min(light.max(), Float(HDRCurve.peak))
        let place = (brightest / Float(HDRCurve.peak)).squareRoot().squareRoot() * Float(Self.lastFactor)
        let index = min(Int(place), Self.lastFactor - 1)
        let share = place - Float(index)
        let factor = Self.factors[index] * (1 - share) + Self.factors[index + 1] * share
        light = light.clamped(lowerBound: .zero, upperBound: .init(repeating: Float(HDRCurve.peak)))
        light *= factor / Float(HDRCurve.white)
        let target = ((matrix.0 * light).sum(), (matrix.1 * light).sum(), (matrix.2 * light).sum())
        return SIMD3(sample(target.0), sample(target.1), sample(target.2))
    }

    private func sample(_ light: Float) -> UInt8 {
        Self.samples[Int(min(max(light, 0), 1) * 65_535 + 0.5)]
    }
}
