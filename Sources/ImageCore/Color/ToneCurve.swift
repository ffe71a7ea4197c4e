import CLittleCMS

/// How samples become light.
enum ToneCurve {
    /// IEC 61966-2-1.
    case sRGB
    /// ITU-R BT.709, which BT.601 and BT.2020 share.
    case bt709
    /// Light is the sample to this power, above 0.
    case gamma(Double)

    /// The curve of sRGB as ICC and Little CMS have it: `g, a, b, c, d` stand for `(a * x + b) ^ g` from `d` on, and
    /// `c * x` below.
    static let standardParameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

    /// That of BT.709, which is the inverse of how a camera makes samples of light, likewise.
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
