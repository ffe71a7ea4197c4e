import BoundedWork
import ImageCore

/// What is behind a picture where it shines through. Text that is seen before one may vanish before another.
struct Backdrop: Equatable {
    /// Red, green and blue, 0 to 255.
    let grey: Float

    static let white = Backdrop(grey: 255)
    static let black = Backdrop(grey: 0)

    /// What a picture has to be looked at before: white, and black, too, if anything shines through. The answer means nothing once
    /// it is cancelled.
    static func all(for pixels: borrowing PixelBuffer, _ area: PixelRect, _ cancellation: Cancellation) -> [Backdrop] {
        guard pixels.format == .rgba else { return [.white] }
        for y in area.rows.whileWanted(cancellation) {
            let isOpaque = pixels.withRow(y) { row in
                var conjunction: UInt8 = 255
                for x in area.columns { conjunction &= row[x &* 4 &+ 3] }
                return conjunction == 255
            }
            if !isOpaque { return [.white, .black] }
        }
        return [.white]
    }
}
