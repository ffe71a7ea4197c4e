import CLittleCMS

/// How samples become light.
enum ToneCurve {
    /// IEC 61966-2-1.
    case sRGB
    /// Light is the sample to this power, above 0.
    case gamma(Double)

    /// The curve of sRGB as ICC and Little CMS have it: `g, a, b, c, d` stand for `(a * x + b) ^ g` from `d` on, and
    /// `c * x` below.
    static let standardParameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

    /// The curve for Little CMS, which the caller frees; nil for lack of memory.
    func make(in context: ColorContext) -> OpaquePointer? {
        switch self {
        case .sRGB: cmsBuildParametricToneCurve(context.pointer, 4, Self.standardParameters)
        case .gamma(let exponent): cmsBuildGamma(context.pointer, exponent)
        }
    }
}
