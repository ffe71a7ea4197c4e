import Glibc

/// How samples of a picture that is brighter than white become light, in candela per square metre (ITU-R BT.2100).
enum HDRCurve {
    /// Perceptual quantisation: a sample stands for an amount of light.
    case pq
    /// Hybrid log-gamma: a sample stands for a share of the light in front of the camera.
    case hlg

    /// The light that a display shows for a full sample of HLG, and that no sample of PQ is taken to go beyond.
    static let peak = 1000.0
    /// White that is not a light (ITU-R BT.2408, section 2): what becomes white.
    static let white = 203.0

    /// What a sample stands for: of PQ the light, of HLG the share of it, 0 to 1.
    ///
    /// - Parameter sample: 0 to 1.
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

    /// The inverse of ``light(ofPQ:)``.
    static func sample(ofPQ light: Double) -> Double {
        let power = pow(max(light, 0) / 10_000, m1)
        return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }

    private static let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    /// Of HLG (BT.2100, table 5).
    private static let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)

    /// What is left of `light` on a display that is no brighter than ``white``: the EETF of BT.2390, section 5.4.1.
    ///
    /// Up to about 90 candela per square metre nothing changes; from there to the peak light is rolled off, so that the peak
    /// becomes white.
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
