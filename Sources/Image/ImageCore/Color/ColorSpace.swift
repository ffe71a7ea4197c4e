import CLittleCMS
import Glibc

/// Colour space of the samples of a picture.
/// A picture keeps its space from file to file.
public enum ColorSpace: Sendable, Hashable, CaseIterable {
    /// sRGB (IEC 61966-2-1), the space of a file that declares nothing.
    case sRGB
    /// Display P3, the wide gamut of phones and laptops, with the tone curve of sRGB.
    case displayP3

    var chromaticities: Chromaticities {
        switch self {
        case .sRGB: .sRGB
        case .displayP3: .displayP3
        }
    }

    /// The ICC profile that a file is written with; empty for sRGB, which needs none.
    var profile: [UInt8] {
        switch self {
        case .sRGB: []
        case .displayP3: DisplayP3Profile.bytes
        }
    }
}

extension Color {
    /// The samples that show this colour in a picture of `space`. Every space holds all of sRGB.
    public func converted(to space: ColorSpace) -> Color {
        guard space != .sRGB else { return self }
        let toSpace = space.chromaticities.matrixToXYZ.inverse * ColorSpace.sRGB.chromaticities.matrixToXYZ
        let light = toSpace * [Self.light(of: red), Self.light(of: green), Self.light(of: blue)]
        return Color(red: Self.sample(of: light.x), green: Self.sample(of: light.y), blue: Self.sample(of: light.z))
    }

    /// The brightness of the colour, whose samples are of `space`: from 0 for black to 1 for white (WCAG 2).
    func relativeLuminance(in space: ColorSpace) -> Double {
        let light: SIMD3 = [Self.light(of: red), Self.light(of: green), Self.light(of: blue)]
        return (space.chromaticities.matrixToXYZ * light).y
    }

    /// The share of light of a sample (IEC 61966-2-1).
    private static func light(of sample: UInt8) -> Double {
        let value = Double(sample) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func sample(of light: Double) -> UInt8 {
        let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((min(max(value, 0), 1) * 255).rounded())
    }
}

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
        // The inverse of a smaller triangle is too coarse; that of sRGB has 0.11.
        guard abs(Self.area(red, green, blue)) > 0.01 else { return false }
        let sides = [Self.area(white, red, green), Self.area(white, green, blue), Self.area(white, blue, red)]
        return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
    }

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

/// Conversion of samples to light.
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

    /// The curve of BT.709, in the same numbers: from samples to light.
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

struct Matrix3 {
    let columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    init(columns first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        columns = (first, second, third)
    }

    init(diagonal: SIMD3<Double>) {
        self.init(columns: [diagonal.x, 0, 0], [0, diagonal.y, 0], [0, 0, diagonal.z])
    }

    static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
        matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
    }

    static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(columns: left * right.columns.0, left * right.columns.1, left * right.columns.2)
    }

    var rows: [SIMD3<Double>] {
        (0..<3).map { [columns.0[$0], columns.1[$0], columns.2[$0]] }
    }

    var inverse: Matrix3 {
        let (a, b, c) = columns
        let rows = (Self.cross(b, c), Self.cross(c, a), Self.cross(a, b))
        let determinant = (a * rows.0).sum()
        return Matrix3(
            columns: [rows.0.x, rows.1.x, rows.2.x] / determinant,
            [rows.0.y, rows.1.y, rows.2.y] / determinant,
            [rows.0.z, rows.1.z, rows.2.z] / determinant
        )
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
    }
}
