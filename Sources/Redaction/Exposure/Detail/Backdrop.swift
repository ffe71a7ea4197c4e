import SecureMemory

/// What a picture is like where it has no sharp detail: the ground of a privacy screen, or what a blur left of an app.
enum Backdrop: Equatable, Sendable {
    /// One colour.
    case plain
    /// Colours that pass into each other along a line or out of a point, as they are drawn.
    case gradient
    /// Colours that follow what was there.
    case structured
    /// There is sharp detail everywhere.
    case none
}

extension Backdrop {
    /// How far a sample of a plain ground may be from the middle one: rounding, and the fade of a logo's edge.
    private static let plainDistance = 1.5 * Double(ReducedPixels.unit)
    /// The share of a plain ground that may be further.
    private static let strayShare = 0.002
    /// Cells without sharp detail that it takes to tell anything.
    private static let leastCells = 24

    /// Looks at the cells of a picture of which none is near sharp detail, or within what it encloses.
    init(_ pyramid: borrowing DetailPyramid, _ sharpness: Sharpness, _ islands: [Area]) throws(OutOfMemory) {
        let cells = try FreeCells(pyramid, sharpness, islands)
        guard cells.count >= Self.leastCells else {
            self = .none
            return
        }
        if cells.shareBeyond(Self.plainDistance) <= Self.strayShare {
            self = .plain
        } else {
            self = try GradientFit(cells).isGradient ? .gradient : .structured
        }
    }
}
