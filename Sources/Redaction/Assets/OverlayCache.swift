import ImageCore
import Synchronization

/// Pictures of the server, scaled for targets of some sizes. Those that were not asked for the longest go first.
final class OverlayCache: Sendable {
    /// All that an overlay depends on.
    struct Key: Hashable {
        /// The picture.
        let asset: StoredAsset.ID
        /// How it is placed, and over what.
        let style: Style.ImageStyle
        /// Of the target.
        let size: PixelSize
        /// Of the snapshot.
        let colorSpace: ColorSpace
    }

    private struct State {
        /// From the one that was not asked for the longest to the latest.
        var overlays: [(key: Key, overlay: SharedOverlay)] = []
        var byteCount = 0
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// Most overlays; to look one up takes as many comparisons.
    private static let maximumCount = 256

    /// - Parameter capacity: Most bytes of all overlays together.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The sizes of the targets for which overlays are ready, in the order in which they will go.
    var sizes: [PixelSize] { state.withLock { $0.overlays.map(\.key.size) } }

    /// The overlay that is ready for `key`.
    func overlay(for key: Key) -> SharedOverlay? {
        state.withLock { state in
            guard let index = state.overlays.firstIndex(where: { $0.key == key }) else { return nil }
            let ready = state.overlays.remove(at: index)
            state.overlays.append(ready)
            return ready.overlay
        }
    }

    /// Keeps `overlay` ready, unless it takes more than half of the room.
    func keep(_ overlay: SharedOverlay, for key: Key) {
        guard overlay.byteCount <= capacity / 2 else { return }
        state.withLock { state in
            guard !state.overlays.contains(where: { $0.key == key }) else { return }
            state.overlays.append((key, overlay))
            state.byteCount += overlay.byteCount
            while state.byteCount > capacity || state.overlays.count > Self.maximumCount {
                state.byteCount -= state.overlays.removeFirst().overlay.byteCount
            }
        }
    }
}
