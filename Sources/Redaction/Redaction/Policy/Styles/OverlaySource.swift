import BoundedWork
import ImageCore
import SecureMemory

/// Finds or makes the overlays that the rules of one plan ask for.
struct OverlaySource {
    /// The pictures that came with the snapshot: PNG and JPEG files, by the names that styles use.
    private let assets: [String: SecureBytes]
    /// The pictures of the server, for names that no picture has that came with the snapshot.
    private let store: AssetStore
    /// How large a picture may be.
    private let limits: DecodingLimits
    /// How many threads may work at a time, and whether an overlay is still wanted.
    private let work: WorkContext
    /// The overlay that was decoded last, for the next rule: regions mostly share one.
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
    ///   - reference: The picture, and how it is placed.
    ///   - rule: Index of the rule, for errors.
    ///   - size: The size of the target, in pixels.
    ///   - colorSpace: The colour space of the snapshot.
    /// - Throws: ``RedactionError`` if there is no such picture or it does not decode, there is no memory for it, or it
    ///   is not wanted any more.
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

/// An overlay that several rules, or several requests, cover with.
final class SharedOverlay: Sendable {
    let effect: ImageOverlay

    init(_ effect: consuming ImageOverlay) {
        self.effect = effect
    }

    /// Bytes of memory that the pixels of the overlay take.
    var byteCount: Int { effect.content.rowStride * effect.content.size.height }
}
