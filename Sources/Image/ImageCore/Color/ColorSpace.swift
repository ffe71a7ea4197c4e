import Glibc

/// What the samples of a picture stand for.
///
/// A picture keeps its space from the file that it was decoded from to the file that it is written to.
public enum ColorSpace: Sendable, Hashable, CaseIterable {
    /// sRGB (IEC 61966-2-1), which a file means that declares nothing.
    case sRGB
    /// Display P3, the wide gamut of phones and laptops, with the tone curve of sRGB.
    case displayP3

    /// The primaries and the white of the space.
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
