/// What the samples of a picture stand for.
///
/// A picture keeps its space from the file that it was decoded from to the file that it is written to.
public enum ColorSpace: Sendable, Hashable, CaseIterable {
    /// IEC 61966-2-1, what a file means that says nothing.
    case sRGB
    /// The wide gamut of phones and laptops, with the tone curve of sRGB.
    case displayP3

    /// Its primaries and white.
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
