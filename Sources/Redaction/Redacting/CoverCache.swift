import ImageCore
import SecureMemory
import Synchronization

/// Ready-made files of covers that hide a whole screen: nothing of a snapshot but its size and kind shows in them, so that
/// the next one of that size and kind gets the same. Those that were not asked for the longest go first.
public final class CoverCache: Sendable {
    /// All that a file depends on.
    struct Cover: Hashable {
        private let rules: [Policy.Rule]
        private let assets: [StoredAsset.ID]
        private let unit: LengthUnit
        private let size: PixelSize
        private let grid: BlockGrid
        private let colorSpace: ColorSpace
        private let options: EncodingOptions

        /// What `policy`, which hides everything, makes of a snapshot with pictures of `store`.
        init(_ policy: Policy, with store: AssetStore, on snapshot: ImageHeader, _ options: EncodingOptions) {
            rules = policy.rules
            assets = policy.assetNames.sorted().compactMap { store[$0]?.id }
            unit = policy.unit
            size = snapshot.size
            grid = snapshot.grid
            colorSpace = snapshot.colorSpace
            self.options = options
        }
    }

    private struct State {
        /// From the one that was not asked for the longest to the latest.
        var files: [(cover: Cover, file: SecureBytes)] = []
        var byteCount = 0
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// Most files; to look one up takes as many comparisons.
    private static let maximumCount = 256

    /// An empty cache.
    ///
    /// - Parameter capacity: Most bytes of all files together; 16 MiB are some 200 screens of text.
    public init(capacity: Int = 16 << 20) {
        self.capacity = capacity
    }

    /// The file that is ready for `cover`.
    func file(of cover: Cover) -> SecureBytes? {
        state.withLock { state in
            guard let index = state.files.firstIndex(where: { $0.cover == cover }) else { return nil }
            let ready = state.files.remove(at: index)
            state.files.append(ready)
            return ready.file
        }
    }

    /// Keeps `file` ready, unless it is too large or there is no memory for it.
    func keep(_ file: SecureBytes, of cover: Cover) {
        // A copy, as the encoder took memory for the worst case.
        guard file.count <= capacity / 4, let copy = file.withUnsafeBytes({ try? SecureBytes(copying: $0) }) else {
            return
        }
        state.withLock { state in
            guard !state.files.contains(where: { $0.cover == cover }) else { return }
            state.files.append((cover, copy))
            state.byteCount += copy.count
            while state.byteCount > capacity || state.files.count > Self.maximumCount {
                state.byteCount -= state.files.removeFirst().file.count
            }
        }
    }
}
