import BoundedWork
import ImageCore
import SecureMemory

/// Finds or makes the overlays that the rules of one plan ask for.
struct OverlaySource {
    /// The pictures that came with the snapshot.
    private let assets: [String: SecureBytes]
    /// Those of the server. One that came with the snapshot goes first.
    private let store: AssetStore
    /// What a picture may cost.
    private let limits: DecodingLimits
    /// How many threads may work at a time, and whether an overlay is still wanted.
    private let work: WorkContext
    /// The last one that was decoded, for the next rule: regions mostly share one.
    private var last: (reference: OverlayReference, overlay: SharedOverlay)?

    init(assets: [String: SecureBytes], store: AssetStore, limits: DecodingLimits, work: WorkContext) {
        self.assets = assets
        self.store = store
        self.limits = limits
        self.work = work
    }

    /// The overlay for a target.
    ///
    /// - Parameters:
    ///   - reference: Names the picture.
    ///   - rule: For errors.
    ///   - size: Of the target.
    ///   - colorSpace: Of the snapshot.
    mutating func overlay(
        _ reference: OverlayReference,
        rule: Int,
        size: PixelSize,
        colorSpace: ColorSpace
    ) throws(RedactionError) -> SharedOverlay {
        if let file = assets[reference.asset] { return try decode(file, reference, colorSpace) }
        guard let stored = store[reference.asset] else {
            throw .policy(.assetMissing(rule: rule, name: reference.asset))
        }
        let key = OverlayCache.Key(asset: stored.id, reference: reference, size: size, colorSpace: colorSpace)
        if let ready = store.overlays.overlay(for: key) { return ready }
        let overlay = try decode(stored.file, reference, colorSpace)
        do {
            let ready = SharedOverlay(try overlay.effect.prepared(for: size, work: work))
            store.overlays.keep(ready, for: key)
            return ready
        } catch {
            throw RedactionError(error)
        }
    }

    private mutating func decode(
        _ file: SecureBytes,
        _ reference: OverlayReference,
        _ colorSpace: ColorSpace
    ) throws(RedactionError) -> SharedOverlay {
        if let last, last.reference == reference { return last.overlay }
        // Released before the next one is decoded, so that there is never more than one beside the snapshot.
        last = nil
        let content = try pixels(of: file, called: reference.asset, in: colorSpace)
        do {
            let effect = try ImageOverlay(
                content: content,
                contentMode: reference.contentMode,
                background: reference.background,
                cancellation: work.cancellation
            )
            let overlay = SharedOverlay(effect)
            last = (reference, overlay)
            return overlay
        } catch {
            throw RedactionError(error)
        }
    }

    private func pixels(
        of file: SecureBytes,
        called name: String,
        in colorSpace: ColorSpace
    ) throws(RedactionError) -> PixelBuffer {
        do {
            return try DecodedImage(decoding: file, limits: limits, cancellation: work.cancellation)
                .takePixels(in: colorSpace, cancellation: work.cancellation)
        } catch .outOfMemory(let error) {
            throw .outOfMemory(error)
        } catch .cancelled {
            throw .cancelled
        } catch {
            throw .policy(.assetInvalid(name: name, error))
        }
    }
}

/// An overlay that several rules, or requests, cover with.
final class SharedOverlay: Sendable {
    let effect: ImageOverlay

    init(_ effect: consuming ImageOverlay) {
        self.effect = effect
    }

    /// The memory that it holds.
    var byteCount: Int { effect.content.rowStride * effect.content.size.height }
}
