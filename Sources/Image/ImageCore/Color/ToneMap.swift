import Glibc
import SecureMemory

/// Reduction of a picture that is brighter than white to the range of sRGB or Display P3.
///
/// Samples become light (ITU-R BT.2100, for HLG with the OOTF of a display of 1000 candela per square metre). The brightest of
/// red, green and blue goes through ``HDRCurve/reduced(_:)``, and the other two by the same factor, so that hues stay. The result
/// is converted to the primaries of the target in linear light; colours outside of them are clipped channel by channel.
final class ToneMap: Sendable {
    /// The space of the result: Display P3 for its primaries, sRGB for all others.
    let space: ColorSpace
    private let curve: HDRCurve
    private let lights: [Float]
    /// From linear light in the primaries of the file to the primaries of the target, row by row.
    private let matrix: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
    private let luminance: SIMD3<Float>

    private static let pqLights = (0...65_535).map { Float(HDRCurve.pq.light(of: Double($0) / 65_535)) }
    private static let hlgLights = (0...65_535).map { Float(HDRCurve.hlg.light(of: Double($0) / 65_535)) }

    /// Remaining share of light, by its fourth root.
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

    init(_ curve: HDRCurve, _ chromaticities: Chromaticities, to space: ColorSpace) {
        self.curve = curve
        self.space = space
        lights = curve == .pq ? Self.pqLights : Self.hlgLights
        let toXYZ = chromaticities.matrixToXYZ
        let rows = (space.chromaticities.matrixToXYZ.inverse * toXYZ).rows.map(SIMD3<Float>.init)
        matrix = (rows[0], rows[1], rows[2])
        luminance = SIMD3<Float>(toXYZ.rows[1])
    }

    /// The pixel that shows red, green and blue of 16 bits.
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

/// Conversion of samples of a picture that is brighter than white to light, in candela per square metre (ITU-R BT.2100).
enum HDRCurve {
    /// Perceptual quantisation: a sample stands for an amount of light.
    case pq
    /// Hybrid log-gamma: a sample stands for a share of the light in front of the camera.
    case hlg

    /// The light that a display shows for a full sample of HLG, and the bound on samples of PQ.
    static let peak = 1000.0
    /// White that is not a light (ITU-R BT.2408, section 2), which becomes white.
    static let white = 203.0

    /// The light of a sample of PQ, 0 to 1; for HLG the share of it, 0 to 1.
    func light(of sample: Double) -> Double {
        switch self {
        case .pq: Self.light(ofPQ: sample)
        case .hlg: sample <= 0.5 ? sample * sample / 3 : (exp((sample - Self.c) / Self.a) + Self.b) / 12
        }
    }

    /// The EOTF of PQ (BT.2100, table 4).
    static func light(ofPQ sample: Double) -> Double {
        let power = pow(max(sample, 0), 1 / m2)
        return 10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
    }

    static func sample(ofPQ light: Double) -> Double {
        let power = pow(max(light, 0) / 10_000, m1)
        return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }

    private static let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    /// Of HLG (BT.2100, table 5).
    private static let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)

    /// The light on a display that is no brighter than ``white``: the EETF of BT.2390, section 5.4.1. Up to about 90 candela per
    /// square metre nothing changes; from there to the peak, light is rolled off.
    static func reduced(_ light: Double) -> Double {
        let scale = sample(ofPQ: peak)
        let source = sample(ofPQ: min(light, peak)) / scale
        let brightest = sample(ofPQ: white) / scale
        let knee = 1.5 * brightest - 0.5
        guard source > knee else { return light }
        let t = (source - knee) / (1 - knee)
        let (square, cube) = (t * t, t * t * t)
        let spline =
            (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + t) * (1 - knee)
            + (3 * square - 2 * cube) * brightest
        return self.light(ofPQ: spline * scale)
    }
}
