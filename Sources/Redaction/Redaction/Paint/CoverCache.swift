import ImageCore
import SecureMemory

/// Files that cover a whole screen, kept ready for the next snapshot of the same size and kind. They show nothing else of a
/// snapshot; the file unused for the longest goes first.
public final class CoverCache: Sendable {
    /// Everything that the file of a cover depends on: equal covers have the same file.
    struct Cover: Hashable {
        private let rules: [Policy.Rule]
        private let assets: [StoredAsset.ID]
        private let unit: LengthUnit
        private let scale: Double?
        private let size: PixelSize
        private let grid: BlockGrid
        private let colorSpace: ColorSpace
        private let format: OutputFormat

        /// The cover of a snapshot by `policy`, which hides everything, with assets of `store` and `scale` pixels for each point.
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

    private let files: RecentValues<Cover, PaintedFile>

    /// Makes an empty cache of `capacity` bytes for all files together; 16 MiB are some 200 screens of text.
    public init(capacity: Int = 16 << 20) {
        files = RecentValues(capacity: capacity, largest: capacity / 4)
    }

    /// Bytes of all files.
    public var byteCount: Int { files.byteCount }

    func ready(for cover: Cover) -> PaintedFile? {
        files.value(for: cover)
    }

    /// Skips a file that takes more than a quarter of the capacity, or that no memory is left for.
    func keep(_ file: PaintedFile, for cover: Cover) {
        // The encoder took memory for the worst case, so this is a copy.
        guard let copy = file.bytes.withUnsafeBytes({ try? SecureBytes(copying: $0) }) else { return }
        let kept = PaintedFile(bytes: copy, format: file.format, omitted: file.omitted)
        files.keep(kept, byteCount: copy.count, for: cover)
    }
}
