import CLittleCMS
import SecureMemory

/// Conversion of the samples of a file to those of a ``ColorSpace``.
enum ColorReading {
    case unchanged(ColorSpace)
    case rgb(ColorTransform)
    /// Each level of grey becomes that of sRGB, by a table of 256.
    case grey([UInt8])
    case cmyk(ColorTransform)
    case toned(ToneMap)

    enum Model {
        case rgb(PixelFormat)
        case grey(PixelFormat)
        /// Four inks, of which 255 stands for none.
        case cmyk
    }

    var space: ColorSpace {
        switch self {
        case .unchanged(let space): space
        case .toned(let toneMap): toneMap.space
        case .rgb, .grey, .cmyk: .sRGB
        }
    }

    /// The conversion by the first of `declarations` that makes sense for `model`; to sRGB if there is none.
    init(_ declarations: [ColorDeclaration], of model: Model) throws(OutOfMemory) {
        for declaration in declarations {
            guard let reading = try Self.reading(declaration, of: model) else { continue }
            self = reading
            return
        }
        self = .unchanged(.sRGB)
    }

    private static func reading(
        _ declaration: ColorDeclaration,
        of model: Model
    ) throws(OutOfMemory) -> ColorReading? {
        if case .space(let space) = declaration { return .unchanged(space) }
        if case .toneMap(let toneMap) = declaration { return .toned(toneMap) }
        let context = try ColorContext()
        var result: ColorReading?
        if let source = profile(declaration, in: context) { result = try reading(source, of: model) }
        guard !context.ranOutOfMemory else { throw OutOfMemory.unknown }
        return result
    }

    private static func profile(_ declaration: ColorDeclaration, in context: ColorContext) -> ColorProfile? {
        switch declaration {
        case .space, .toneMap: nil
        case .profile(let bytes): bytes.withUnsafeBytes { ColorProfile($0, in: context) }
        case .calibration(let primaries, let curve): ColorProfile(primaries, curve: curve, in: context)
        }
    }

    private static func reading(_ source: ColorProfile, of model: Model) throws(OutOfMemory) -> ColorReading? {
        switch (model, source.model) {
        case (.rgb(let format), cmsSigRgbData), (.grey(let format), cmsSigRgbData):
            if let space = try source.recognized() { return .unchanged(space) }
            return try toSRGB(source, .rgb(format), format).map { .rgb($0) }
        case (.grey, cmsSigGrayData):
            return try toSRGB(source, .grey).map { reading(greyTable($0)) }
        case (.cmyk, cmsSigCmykData):
            return try toSRGB(source, .cmyk).map { .cmyk($0) }
        default: return nil
        }
    }

    private static func toSRGB(
        _ source: ColorProfile,
        _ layout: ColorTransform.Layout,
        _ format: PixelFormat = .rgb
    ) throws(OutOfMemory) -> ColorTransform? {
        ColorTransform(from: source, layout, to: try .profile(of: .sRGB, in: source.context), .rgb(format))
    }

    /// The conversion by a table; none by one that moves no level by more than a step.
    private static func reading(_ table: [UInt8]) -> ColorReading {
        let isAsGoodAsNone = table.enumerated().allSatisfy { abs($0.offset - Int($0.element)) <= 1 }
        return isAsGoodAsNone ? .unchanged(.sRGB) : .grey(table)
    }

    /// The results for all levels of grey: the green, which carries most of the light.
    private static func greyTable(_ transform: ColorTransform) -> [UInt8] {
        let levels = (0...255).map { UInt8($0) }
        var colors = [UInt8](repeating: 0, count: 256 * 3)
        transform.convert(levels, to: &colors, count: 256)
        return stride(from: 1, to: colors.count, by: 3).map { colors[$0] }
    }
}

/// Meaning of the samples of a file by its own declaration, a hint: one that makes no sense counts as not given.
enum ColorDeclaration {
    case space(ColorSpace)
    case profile(SecureBytes)
    case calibration(Chromaticities, ToneCurve)
    case toneMap(ToneMap)
}
