import BoundedWork
import ImageCore

/// What is known of one snapshot, by which the targets of a policy are found.
struct Evidence {
    /// What may have to be known of a snapshot to find a target.
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
    /// The elements that the policy names, placed on the snapshot; nil where no target names any.
    let elements: PlacedElements?
    /// What was seen in the pixels of the snapshot; nil where no target is found by looking.
    var seen: SeenFindings?
}
