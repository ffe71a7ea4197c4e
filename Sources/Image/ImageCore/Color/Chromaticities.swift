import CLittleCMS

/// The white and the primaries of an RGB space, as CIE 1931 xy chromaticities.
struct Chromaticities {
    let white: SIMD2<Double>
    let red: SIMD2<Double>
    let green: SIMD2<Double>
    let blue: SIMD2<Double>

    /// The primaries and the white of sRGB (IEC 61966-2-1).
    static let sRGB = Chromaticities(white: d65, red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06])
    /// The primaries of SMPTE RP 431-2 with the white of sRGB.
    static let displayP3 = Chromaticities(white: d65, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06])

    private static let d65: SIMD2<Double> = [0.3127, 0.3290]

    /// Whether each point is a colour, and the primaries can mix the white.
    var isSensible: Bool {
        let points = [white, red, green, blue]
        guard points.allSatisfy({ $0.x >= 0 && $0.y > 0 && $0.x + $0.y <= 1 }) else { return false }
        // Of a triangle that is smaller the inverse is too coarse; that of sRGB has 0.11.
        guard abs(Self.area(red, green, blue)) > 0.01 else { return false }
        let sides = [Self.area(white, red, green), Self.area(white, green, blue), Self.area(white, blue, red)]
        return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
    }

    /// The area of a triangle, positive if its corners are in anticlockwise order.
    private static func area(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Double {
        ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2
    }

    /// From linear red, green and blue to XYZ, with Y = 1 for white.
    var matrixToXYZ: Matrix3 {
        let primaries = Matrix3(columns: Self.xyz(red), Self.xyz(green), Self.xyz(blue))
        let shares = primaries.inverse * Self.xyz(white)
        return primaries * Matrix3(diagonal: shares)
    }

    /// From XYZ under the white of the space to XYZ under D50, the white of ICC profiles, by the Bradford transform
    /// (ICC.1:2022, annex E).
    var matrixToD50: Matrix3 {
        let bradford = Matrix3(
            columns: [0.8951, -0.7502, 0.0389],
            [0.2664, 1.7135, -0.0685],
            [-0.1614, 0.0367, 1.0296]
        )
        let scale = (bradford * Self.d50) / (bradford * Self.xyz(white))
        return bradford.inverse * Matrix3(diagonal: scale) * bradford
    }

    /// The XYZ of ICC's illuminant (ICC.1:2022, section 7.2.16).
    static let d50: SIMD3<Double> = [0.9642, 1, 0.8249]

    private static func xyz(_ point: SIMD2<Double>) -> SIMD3<Double> {
        [point.x / point.y, 1, (1 - point.x - point.y) / point.y]
    }
}

/// How samples become light.
enum ToneCurve {
    /// The curve of sRGB (IEC 61966-2-1).
    case sRGB
    /// The curve of ITU-R BT.709, which BT.601 and BT.2020 share.
    case bt709
    /// Light is the sample to this power, above 0.
    case gamma(Double)

    /// The curve of sRGB as ICC and Little CMS have it: `g, a, b, c, d` stand for `(a * x + b) ^ g` from `d` on, and
    /// `c * x` below.
    static let standardParameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

    /// The curve of BT.709, in the same numbers: the inverse of how a camera makes samples of light.
    private static let bt709Parameters = [1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081]

    /// The curve for Little CMS, which the caller frees; nil for lack of memory.
    func make(in context: ColorContext) -> OpaquePointer? {
        switch self {
        case .sRGB: cmsBuildParametricToneCurve(context.pointer, 4, Self.standardParameters)
        case .bt709: cmsBuildParametricToneCurve(context.pointer, 4, Self.bt709Parameters)
        case .gamma(let exponent): cmsBuildGamma(context.pointer, exponent)
        }
    }
}
