import BoundedWork
import ImageCore
import SecureMemory

/// All that is seen in a picture, before it is judged.
struct Look {
    let sightings: Sightings
    let layout: Layout
    let backdrop: Backdrop
    /// Lines that can be read although nothing is sharp where they are.
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
