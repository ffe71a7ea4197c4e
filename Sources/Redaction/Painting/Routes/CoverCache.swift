import ImageCore
import SecureMemory

/// Ready-made files of covers that hide a whole screen: nothing of a snapshot but its size and kind shows in them, so that
/// the next one of that size and kind gets the same. Those that were not asked for the longest go first.
public final class CoverCache: Sendable {
    /// All that a file depends on.
    struct Cover: Hashable {
        private let rules: [Policy.Rule]
        private let assets: [StoredAsset.ID]
        private let unit: LengthUnit
        private let scale: Double?
        private let size: PixelSize
        private let grid: BlockGrid
        private let colorSpace: ColorSpace
        private let format: OutputFormat

        /// What `policy`, which hides everything, makes of a snapshot with pictures of `store`, where a point has `scale` pixels.
        init(
            _ policy: Policy,
            with store: AssetStore,
            scale: Double?,
            on snapshot: ImageHeader,
            _ format: OutputFormat
        ) {
            rules = policy.rules
            assets = policy.assetNames.sorted().compactMap { store[$0]?.id }
            unit = policy.unit
            self.scale = scale
            size = snapshot.size
            grid = snapshot.grid
            colorSpace = snapshot.colorSpace
            self.format = format
        }
    }

    /// What is ready for a cover.
    struct Ready {
        let file: SecureBytes
        /// Indices of the steps whose message was omitted.
        let omitted: Set<Int>
    }

    private let files: RecentValues<Cover, Ready>

    /// An empty cache.
    ///
    /// - Parameter capacity: Most bytes of all files together; 16 MiB are some 200 screens of text.
    public init(capacity: Int = 16 << 20) {
        files = RecentValues(capacity: capacity, largest: capacity / 4)
    }

    /// The file that is ready for `cover`.
    func ready(for cover: Cover) -> Ready? {
        files.value(for: cover)
    }

    /// Keeps a file ready, unless it is too large or there is no memory for it.
    func keep(_ ready: Ready, for cover: Cover) {
        // A copy, as the encoder took memory for the worst case.
        guard let copy = ready.file.withUnsafeBytes({ try? SecureBytes(copying: $0) }) else { return }
        files.keep(Ready(file: copy, omitted: ready.omitted), byteCount: copy.count, for: cover)
    }
}
