import SecureMemory

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
