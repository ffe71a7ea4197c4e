import BoundedWork
import ImageCore
import SecureMemory

/// Finds or makes the overlays for the rules of one plan.
struct OverlaySource {
    /// PNG and JPEG files of the request, by the names that styles use.
    private let assets: [String: SecureBytes]
    /// Serves the names that ``assets`` lacks.
    private let store: AssetStore
    private let limits: DecodingLimits
    private let work: WorkContext
    /// Kept for the next rule: regions mostly share one.
    private var last: (reference: OverlayReference, overlay: SharedOverlay)?

    init(assets: [String: SecureBytes], store: AssetStore, limits: DecodingLimits, work: WorkContext) {
        self.assets = assets
        self.store = store
        self.limits = limits
        self.work = work
    }

    /// The overlay for a target of `size` pixels; `rule` is for errors.
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
        // Released before the next one is decoded, so that never more than one is beside the snapshot.
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
            return try DecodedImage(decoding: file, limits: limits, work: work)
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

/// An overlay for several rules or requests.
final class SharedOverlay: Sendable {
    let effect: ImageOverlay

    init(_ effect: consuming ImageOverlay) {
        self.effect = effect
    }

    var byteCount: Int { effect.content.rowStride * effect.content.size.height }
}
