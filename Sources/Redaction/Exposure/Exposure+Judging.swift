import Detection
import ImageCore

extension Exposure {
    /// Below this, in points, anybody reads text under a blur.
    private static let leastSigma = 1.0
    /// Below this, in points, anybody reads text in a mosaic.
    private static let leastBlock = 3.0
    /// From here on a picture is the splash.
    private static let leastLikeness = 0.96

    /// Judges what was seen.
    init(_ look: Look) {
        let scale = look.scale ?? Double(min(look.size.width, look.size.height)) / 400
        (verdict, hiddenBy) = Self.judge(look, scale: max(scale, 1))
        evidence = ExposureEvidence(look)
    }

    private static func judge(_ look: Look, scale: Double) -> (Verdict, HiddenBy?) {
        if let likeness = look.likeness, likeness >= leastLikeness { return (.hidden, .splash) }
        if let block = look.mosaicBlock {
            return (block >= leastBlock * scale && look.legibleLineCount == 0 ? .blurred : .visible, nil)
        }
        if case .interface = look.layout { return (.visible, nil) }
        switch look.backdrop {
        case .plain, .gradient: return (.hidden, look.layout.hiddenBy)
        case .structured:
            // What tells no width is too faint to be read.
            let isStrong = look.sigma.map { $0 >= leastSigma * scale } ?? true
            return (isStrong && look.legibleLineCount == 0 ? .blurred : .visible, nil)
        case .none: return (.visible, nil)
        }
    }
}

extension Layout {
    fileprivate var hiddenBy: HiddenBy? {
        switch self {
        case .bare: .flat
        case .logo: .logo
        case .message: .message
        case .interface: nil
        }
    }
}

extension ExposureEvidence {
    fileprivate init(_ look: Look) {
        let digitHeight = DigitRecovery.digitHeight(scale: look.scale, snapshot: look.size)
        lineCount = look.sightings.lines?.count
        characterCount = look.sightings.lines?.reduce(0) { $0 + ($1.text?.characters.count ?? 0) }
        faceCount = look.sightings.faceCount
        codeCount = look.sightings.codeCount
        (flatShare, sharpShare, detail) = (look.flatShare, look.sharpShare, look.detail)
        interfaceSign = if case .interface(let sign) = look.layout { sign.rawValue } else { nil }
        blur = look.sigma.map { sigma in
            FoundBlur(
                sigma: sigma,
                sigmaInPoints: look.scale.map { sigma / $0 },
                recovery: DigitRecovery(from: .blur, strength: sigma, digitHeight: digitHeight)
            )
        }
        mosaic = look.mosaicBlock.map { block in
            FoundMosaic(
                block: block,
                blockInPoints: look.scale.map { block / $0 },
                recovery: DigitRecovery(from: .mosaic, strength: block, digitHeight: digitHeight)
            )
        }
        splashLikeness = look.likeness
    }
}
