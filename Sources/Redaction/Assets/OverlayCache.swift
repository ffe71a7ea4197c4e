import ImageCore

/// Pictures of the server, scaled for targets of some sizes. Those that were not asked for the longest go first.
final class OverlayCache: Sendable {
    /// All that an overlay depends on.
    struct Key: Hashable {
        /// The picture.
        let asset: StoredAsset.ID
        /// How it is placed, and over what.
        let reference: OverlayReference
        /// Of the target.
        let size: PixelSize
        /// Of the snapshot.
        let colorSpace: ColorSpace
    }

    private let overlays: RecentValues<Key, SharedOverlay>

    /// - Parameter capacity: Most bytes of all overlays together.
    init(capacity: Int) {
        overlays = RecentValues(capacity: capacity, largest: capacity / 2)
    }

    /// The sizes of the targets for which overlays are ready, in the order in which they will go.
    var sizes: [PixelSize] { overlays.keys.map(\.size) }

    /// The overlay that is ready for `key`.
    func overlay(for key: Key) -> SharedOverlay? {
        overlays.value(for: key)
    }

    /// Keeps `overlay` ready, unless it takes more than half of the room.
    func keep(_ overlay: SharedOverlay, for key: Key) {
        overlays.keep(overlay, byteCount: overlay.byteCount, for: key)
    }
}
