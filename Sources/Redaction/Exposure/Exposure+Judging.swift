import BoundedWork
import Detection
import ImageCore
import SecureMemory

extension Exposure {
    /// Width of a blur, in points, below which anybody reads text.
    private static let leastSigma = 1.0
    /// Edge of a mosaic's cell, in points, below which anybody reads text.
    private static let leastBlock = 3.0
    private static let leastLikeness = 0.96

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
            // A blur without a measurable width is too faint to be read.
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

/// Everything that is seen in a picture, before it is judged.
struct Look {
    let sightings: Sightings
    let layout: Layout
    let backdrop: Backdrop
    /// Lines that can be read although nothing is sharp at their place.
    let legibleLineCount: Int
    let mosaicBlock: Double?
    let sigma: Double?
    let likeness: Double?
    let flatShare: Double
    let sharpShare: Double
    let detail: [DetailOctave]
    let size: PixelSize
    let scale: Double?

    init(
        at pixels: borrowing PixelBuffer,
        _ sightings: Sightings,
        _ splash: Splash?,
        scale: Double?,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) {
        let pyramid = try DetailPyramid(pixels, cancellation)
        let sharpness = try Sharpness(pyramid)
        let islands = try Island.all(in: sharpness, of: pyramid)
        let lines = sightings.lines?.map(SeenLine.init)
        let reading = LayoutReading(pixels.size, islands: islands, lines: lines)
        layout = reading.layout(faceCount: sightings.faceCount ?? 0, codeCount: sightings.codeCount ?? 0)
        mosaicBlock = layout.mayBeMosaic ? try MosaicGrid(pixels, cancellation)?.block : nil
        if mosaicBlock != nil || layout.isInterface {
            backdrop = .none
            sigma = nil
            legibleLineCount = (lines ?? []).count { $0.isLegible }
        } else {
            backdrop = try Backdrop(pyramid, sharpness, islands.map(\.area))
            sigma = backdrop == .structured ? BlurStrength.sigma(of: try Softness(pyramid, sharpness)) : nil
            legibleLineCount = reading.linesBehindBlur.count { $0.isLegible }
        }
        likeness = try splash?.likeness(of: pixels, cancellation)
        flatShare = sharpness.flatShare
        sharpShare = sharpness.sharpShare
        detail = pyramid.octaves
        (self.sightings, size, self.scale) = (sightings, pixels.size, scale)
    }
}

extension DetailPyramid {
    /// The mean change at each level, by the frequency at which a level sees most: a wave as long as four of its pixels.
    fileprivate var octaves: [DetailOctave] {
        changes.enumerated().map { level, tiles in
            let sum = tiles.indices.reduce(0) { $0 + Int(tiles[$1]) }
            return DetailOctave(
                frequency: 0.25 / Double(1 << level),
                change: Double(sum) / Double(tiles.indices.count) / Double(ReducedPixels.unit)
            )
        }
    }
}
