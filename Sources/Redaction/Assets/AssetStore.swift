import SecureMemory

/// The pictures of a server by the names that styles use, and what was made of them for targets of some sizes.
public final class AssetStore: Sendable {
    private let assets: [String: StoredAsset]
    /// What is ready to be painted.
    let overlays: OverlayCache

    /// Pictures by name.
    ///
    /// - Parameters:
    ///   - assets: The pictures by their names.
    ///   - capacity: Most bytes of pixels that are kept ready; 64 MiB are seven screens of a phone.
    public init(_ assets: [String: StoredAsset] = [:], capacity: Int = 64 << 20) {
        self.assets = assets
        self.overlays = OverlayCache(capacity: capacity)
    }

    /// The picture called `name`.
    public subscript(name: String) -> StoredAsset? { assets[name] }

    /// The names of all pictures.
    public var names: Set<String> { Set(assets.keys) }
}
