public import BoundedWork
public import SecureMemory

/// Covers with the look of frosted glass, painted from what surrounds the target. Nothing of the covered pixels is left.
///
/// The colours just outside the target run into each other across it, a little nearer to grey than they are, so that the
/// glass shows on a plain background, too. A target that nothing surrounds, as the whole picture, gets a neutral pane that
/// depends on its size alone.
public struct Veil: Effect, Sendable {
    /// How far the surrounding colours run into each other: a standard deviation in pixels, of which more than the target's
    /// shorter edge makes no difference. Nil for a quarter of that edge.
    public let sigma: Double?
    /// Pixels of the picture that are not looked at: what else is to be hidden.
    public let avoiding: PixelSet?

    /// A veil that reads none of the pixels in `avoiding`.
    public init(sigma: Double? = nil, avoiding: PixelSet? = nil) {
        self.sigma = sigma
        self.avoiding = avoiding
    }

    /// The surroundings of the target.
    public func source(of area: PaintArea) -> [PixelRect] { VeilGrid(area.target).surroundings }

    /// Paints every part of `area`, opaque.
    public func paint(_ area: PaintArea, of pixels: inout PixelBuffer, _ work: WorkContext) throws(OutOfMemory) {
        let grid = VeilGrid(area.target)
        let kernel = GaussianKernel(sigma: grid.sigma(sigma))
        let channels = pixels.format.channels
        let surroundings = try SurroundingColors(of: grid, in: pixels, avoiding: avoiding)
        let mean = surroundings.total
        guard mean.w > 0 else {
            let pane = try ReducedPicture(grid, channels: channels) { column, row in
                NeutralPane.color(x: grid.fraction(ofColumn: column), y: grid.fraction(ofRow: row))
            }
            return try pane.enlarge(into: &pixels, in: area, work)
        }
        let frame = try surroundings.smoothed(with: kernel)
        let pane = try ReducedPicture(grid, channels: channels) { column, row in
            Self.glass(frame.color(column: column, row: row, mean: mean), at: grid.fraction(ofRow: row))
        }
        try pane.convolved(with: kernel, work).enlarge(into: &pixels, in: area, work)
        paintRim(of: area, on: &pixels)
    }

    /// A colour as the glass shows it: nearer to grey, lit from above.
    ///
    /// - Parameter height: 0 at the top of the glass, 1 at its bottom.
    private static func glass(_ color: SIMD4<Float>, at height: Float) -> SIMD4<Float> {
        let grey = SIMD4<Float>(repeating: 128)
        return color + (grey - color) * 0.1 + (0.5 - height) * 8
    }

    /// Draws the edge of the glass: a line that stands out a little from what it was painted on.
    private func paintRim(of area: PaintArea, on pixels: inout PixelBuffer) {
        let target = area.target
        let width = max(min(pixels.size.width, pixels.size.height) / 600, 1)
        guard min(target.width, target.height) > 8 * width,
            let inside = PixelRect(
                columns: target.x + width..<target.maxX - width,
                rows: target.y + width..<target.maxY - width
            )
        else { return }
        for strip in target.subtracting(inside) {
            for part in area.parts {
                guard let part = part.intersection(strip) else { continue }
                pixels.drawTowardGrey(part)
            }
        }
    }
}

extension PixelBuffer {
    /// Takes the colour of every pixel in `rect`, which lies within the picture, an eighth of the way to medium grey.
    fileprivate mutating func drawTowardGrey(_ rect: PixelRect) {
        let channels = format.channels
        for y in rect.rows {
            let row = mutableRow(y) + rect.x * channels
            for x in 0..<rect.width {
                for channel in 0..<3 {
                    let index = x &* channels &+ channel
                    row[index] = UInt8(truncatingIfNeeded: (UInt32(row[index]) &* 7 &+ 128) / 8)
                }
            }
        }
    }
}
