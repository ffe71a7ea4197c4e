import BoundedWork
import ImageCore

/// What the targets of a policy are found by, on one snapshot.
struct Evidence {
    /// The kinds of evidence.
    enum Kind: CaseIterable {
        /// The size of the snapshot, and what lengths come to on it.
        case size
        /// The elements of the hierarchy that came with the snapshot.
        case hierarchy
        /// The decoded pixels of the snapshot.
        case pixels
    }

    /// The size of the snapshot, and what lengths come to on it.
    let scale: PixelScale
    /// The blocks within which a pixel of the snapshot shows in its neighbours.
    let grid: BlockGrid
    /// The elements; nil where no target asks for them.
    let elements: PlacedElements?
}
