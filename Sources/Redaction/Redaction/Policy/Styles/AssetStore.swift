public import ImageCore
public import SecureMemory
import Synchronization

/// The pictures of a server by the names that styles use, and what was made of them for targets of some sizes.
public final class AssetStore: Sendable {
    private let assets: [String: StoredAsset]
    /// The pictures that are ready to be painted on targets of some sizes.
    let overlays: OverlayCache

    /// Makes a store of pictures, which stay the same.
    ///
    /// - Parameters:
    ///   - assets: The pictures by the names that styles use.
    ///   - capacity: Most bytes of pixels that are kept ready; 64 MiB are seven screens of a phone.
    public init(_ assets: [String: StoredAsset] = [:], capacity: Int = 64 << 20) {
        self.assets = assets
        self.overlays = OverlayCache(capacity: capacity)
    }

    /// The picture called `name`; nil if there is none.
    public subscript(name: String) -> StoredAsset? { assets[name] }

    /// The names of all pictures, as styles use them.
    public var names: Set<String> { Set(assets.keys) }
}

/// A picture of the server that styles can name, known to decode.
public struct StoredAsset: Sendable {
    /// Tells pictures apart, also those that had the same name at different times.
    public struct ID: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    /// Which picture it is: no other one of this process has the same.
    let id: ID
    /// The whole PNG or JPEG file.
    let file: SecureBytes

    private static let count = Atomic<UInt64>(0)

    /// Takes a PNG or JPEG file, which is decoded once to see that it can be.
    ///
    /// - Parameters:
    ///   - file: The whole file.
    ///   - limits: How large the picture may be.
    /// - Throws: `DecodingError` if the file does not decode, or the picture is larger than `limits` allow.
    public init(_ file: SecureBytes, limits: DecodingLimits = DecodingLimits()) throws(DecodingError) {
        _ = try DecodedImage(decoding: file, limits: limits)
        self.file = file
        id = ID(number: Self.count.add(1, ordering: .relaxed).newValue)
    }
}

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
