public import ImageCore
public import SecureMemory
import Synchronization

/// The assets of a server by the names that styles use, with overlays for targets of some sizes.
public final class AssetStore: Sendable {
    private let assets: [String: StoredAsset]
    let overlays: OverlayCache

    /// Makes a store of unchanging assets, with overlays of `capacity` bytes; 64 MiB are seven screens of a phone.
    public init(_ assets: [String: StoredAsset] = [:], capacity: Int = 64 << 20) {
        self.assets = assets
        self.overlays = OverlayCache(capacity: capacity)
    }

    /// The asset called `name`; nil if there is none.
    public subscript(name: String) -> StoredAsset? { assets[name] }

    /// The names of all assets, as styles use them.
    public var names: Set<String> { Set(assets.keys) }
}

/// An asset of the server, known to decode.
public struct StoredAsset: Sendable {
    /// Identity of an asset, also among those of the same name at different times.
    public struct ID: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    /// Unique in this process.
    let id: ID
    let file: SecureBytes

    private static let count = Atomic<UInt64>(0)

    /// Takes a whole PNG or JPEG file, and decodes it once as a check.
    ///
    /// - Throws: `DecodingError` also for a picture larger than `limits` allow.
    public init(_ file: SecureBytes, limits: DecodingLimits = DecodingLimits()) throws(DecodingError) {
        _ = try DecodedImage(decoding: file, limits: limits)
        self.file = file
        id = ID(number: Self.count.add(1, ordering: .relaxed).newValue)
    }
}

/// Assets of the server, scaled for targets of some sizes; the one unused for the longest goes first.
final class OverlayCache: Sendable {
    struct Key: Hashable {
        let asset: StoredAsset.ID
        let reference: OverlayReference
        /// Size of the target in pixels.
        let size: PixelSize
        let colorSpace: ColorSpace
    }

    private let overlays: RecentValues<Key, SharedOverlay>

    /// Takes the bytes of all overlays together.
    init(capacity: Int) {
        overlays = RecentValues(capacity: capacity, largest: capacity / 2)
    }

    /// Sizes of the targets with ready overlays, in the order of eviction.
    var sizes: [PixelSize] { overlays.keys.map(\.size) }

    func overlay(for key: Key) -> SharedOverlay? {
        overlays.value(for: key)
    }

    /// Skips an overlay of more than half of the capacity.
    func keep(_ overlay: SharedOverlay, for key: Key) {
        overlays.keep(overlay, byteCount: overlay.byteCount, for: key)
    }
}

/// An asset that covers, with its placement.
struct OverlayReference: Hashable {
    /// The name of an asset of the request or the server.
    let asset: String
    let contentMode: ContentMode
    /// Shows where the asset is translucent or does not reach; in the colour space of the snapshot.
    let background: Color
}
