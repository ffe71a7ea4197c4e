import ImageCore

/// The knowledge of one snapshot by which targets are found.
struct Evidence {
    enum Kind: CaseIterable {
        case size
        case hierarchy
        case pixels
    }

    let scale: PixelScale
    /// The blocks within which a pixel shows in its neighbours.
    let grid: BlockGrid
    /// Nil where no target names any.
    let elements: PlacedElements?
    /// Nil where no target is found by looking.
    var seen: SeenFindings?
    /// The seconds from the first frame of a recording for which a frame is shown; nil for a snapshot.
    var shown: Range<Double>?
}
