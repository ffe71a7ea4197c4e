import ImageCore

/// Pictures of the server, scaled for targets of some sizes. When room is needed, the one that was not asked for the
/// longest goes first.
final class OverlayCache: Sendable {
    /// All that an overlay depends on.
    struct Key: Hashable {
        /// Which picture is scaled.
        let asset: StoredAsset.ID
        /// How the picture is placed, and over what colour.
        let reference: OverlayReference
        /// The size of the target, in pixels.
        let size: PixelSize
        /// The colour space of the snapshot.
        let colorSpace: ColorSpace
    }

    private let overlays: RecentValues<Key, SharedOverlay>

    /// Makes an empty cache.
    ///
    /// - Parameter capacity: Most bytes of all overlays together.
    init(capacity: Int) {
        overlays = RecentValues(capacity: capacity, largest: capacity / 2)
    }

    /// The sizes of the targets for which overlays are ready, in the order in which they will go.
    var sizes: [PixelSize] { overlays.keys.map(\.size) }

    /// The overlay that is ready for `key`; nil if there is none.
    func overlay(for key: Key) -> SharedOverlay? {
        overlays.value(for: key)
    }

    /// Keeps `overlay` ready, unless it takes more than half of the capacity.
    func keep(_ overlay: SharedOverlay, for key: Key) {
        overlays.keep(overlay, byteCount: overlay.byteCount, for: key)
    }
}

/// A picture that covers, by its name, and how it is placed.
struct OverlayReference: Hashable {
    /// The name of a picture that comes with the snapshot, or that the server has.
    let asset: String
    /// How the picture is scaled to the target and placed in it.
    let contentMode: ContentMode
    /// The colour that shows where the picture is translucent or does not reach, in the colour space of the snapshot.
    let background: Color
}
