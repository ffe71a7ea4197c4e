/// Words to be painted in one colour, with their place in a target.
public struct Stencil: ~Copyable, Sendable {
    /// The place of the words, counted from the top left corner of the target.
    public let frame: PixelRect
    /// The share of each pixel that the words take: an RGB picture from black for none to white for all.
    let coverage: PixelBuffer

    /// Takes white words on black; `x` and `y` are the pixels of the target left of the picture and above it, 0 or more.
    public init?(_ coverage: consuming PixelBuffer, x: Int, y: Int) {
        precondition(coverage.format == .rgb, "the picture could be seen through")
        guard let frame = PixelRect(x: x, y: y, width: coverage.size.width, height: coverage.size.height) else {
            return nil
        }
        self.frame = frame
        self.coverage = coverage
    }
}
