public import BoundedWork
public import SecureMemory

/// Covers with the look of frosted glass, painted from the surroundings of the target. Nothing of the covered pixels is left.
///
/// The colours just outside the target run into each other across it, a little nearer to grey, so that the glass shows on a plain
/// background, too. A target without surroundings gets a neutral pane that depends on its size alone.
public struct Veil: Effect, Sendable {
    /// Distance over which the surrounding colours run into each other: a standard deviation in pixels; beyond the target's
    /// shorter edge it makes no difference. Nil for a quarter of that edge.
    public let sigma: Double?
    /// Pixels of the picture that are to be hidden, too, and are not looked at.
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

    /// The colour of the glass, nearer to grey and lit from above; the height is 0 at its top, 1 at its bottom.
    private static func glass(_ color: SIMD4<Float>, at height: Float) -> SIMD4<Float> {
        let grey = SIMD4<Float>(repeating: 128)
        return color + (grey - color) * 0.1 + (0.5 - height) * 8
    }

    /// Draws the edge of the glass: a line that stands out a little from its ground.
    private func paintRim(of area: PaintArea, on pixels: inout PixelBuffer) {
        for line in area.hairline(on: pixels.size) { pixels.drawTowardGrey(line) }
    }
}

extension PixelBuffer {
    /// Takes every pixel in `rect` an eighth of the way to medium grey.
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

/// The look of a veil without surroundings: frosted glass before a plain, evenly lit wall.
enum NeutralPane {
    /// The colour at a place of the pane, 0 to 1 from left to right and from top to bottom. Red to blue, each 0 to 255.
    static func color(x: Float, y: Float) -> SIMD4<Float> {
        var color = mix(topLeft, bottomRight, (x + 2 * y) / 3)
        for light in lights { color = mix(color, light.color, light.strength(x: x, y: y)) }
        return color
    }

    private static let topLeft = SIMD4<Float>(238, 240, 245, 255)
    private static let bottomRight = SIMD4<Float>(205, 210, 221, 255)

    private static let lights = [
        Light(x: 0.18, y: 0.12, radius: 0.95, color: SIMD4(253, 253, 254, 255)),
        Light(x: 0.95, y: 0.42, radius: 0.85, color: SIMD4(221, 221, 230, 255)),
        Light(x: 0.05, y: 0.80, radius: 0.80, color: SIMD4(208, 216, 224, 255)),
        Light(x: 0.75, y: 1.00, radius: 0.70, color: SIMD4(226, 227, 232, 255)),
    ]

    private struct Light {
        let x: Float
        let y: Float
        let radius: Float
        let color: SIMD4<Float>

        /// 0 to 0.7, from the rim to the middle.
        func strength(x: Float, y: Float) -> Float {
            let (dx, dy) = ((x - self.x) / radius, (y - self.y) / radius)
            let inside = max(1 - dx * dx - dy * dy, 0)
            return 0.7 * inside * inside
        }
    }

    private static func mix(_ first: SIMD4<Float>, _ second: SIMD4<Float>, _ share: Float) -> SIMD4<Float> {
        first + (second - first) * share
    }
}
