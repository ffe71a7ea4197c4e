import BoundedWork
import Foundation
import ImageCore
import Redaction
import SecureMemory

extension SealedPixels {
    /// The redacted picture with the covered pixels put back, as a PNG in the colour space of the picture.
    ///
    /// - Parameters:
    ///   - picture: The whole redacted file, as it was when its covered pixels were sealed.
    ///   - limits: Bounds on the size of the picture.
    ///   - work: The threads and the cancellation.
    func restored(
        from picture: SecureBytes,
        limits: DecodingLimits = DecodingLimits(),
        work: WorkContext = WorkContext()
    ) throws(UnsealingError) -> SecureBytes {
        guard FileDigest(of: picture).hexadecimal == pictureDigest else { throw .otherFile }
        try checkReceipt()
        let image = try mapError(DecodedImage(decoding: picture, limits: limits, work: work), UnsealingError.picture)
        guard image.pixels.size == size else { throw .malformed("it states another size than the picture has") }
        let colorSpace = image.colorSpace
        var pixels = try Self.withAlpha(image.takePixels(), work)
        for (rect, png) in parts {
            try pixels.replace(rect, by: Self.part(png, of: rect, limits, work))
        }
        let whole = pixels.withoutNeedlessAlpha(work)
        return try mapError(
            whole.encoded(.png(.fast), colorSpace: colorSpace, work: work),
            UnsealingError.encoding
        )
    }

    private static func part(
        _ png: SecureBytes,
        of rect: PixelRect,
        _ limits: DecodingLimits,
        _ work: WorkContext
    ) throws(UnsealingError) -> PixelBuffer {
        let part: DecodedImage
        do {
            part = try DecodedImage(decoding: png, limits: limits, work: work)
        } catch {
            throw .malformed("the pixels of the rectangle \(rect) cannot be read: \(error)")
        }
        guard part.format == .png, part.pixels.size == rect.size else {
            throw .malformed("the pixels of the rectangle \(rect) are no PNG of its size")
        }
        return try withAlpha(part.takePixels(), work)
    }

    private static func withAlpha(
        _ pixels: consuming PixelBuffer,
        _ work: WorkContext
    ) throws(UnsealingError) -> PixelBuffer {
        do {
            return try pixels.withAlpha(work.cancellation)
        } catch {
            throw .outOfMemory(error)
        }
    }

    /// Refuses a receipt of another picture, and one of other rectangles.
    private func checkReceipt() throws(UnsealingError) {
        guard let receipt = Self.receipt(in: self.receipt) else { throw .receipt("the sealed one cannot be read") }
        guard receipt.snapshot.width == size.width, receipt.snapshot.height == size.height else {
            throw .receipt("the sealed one is of a picture of another size")
        }
        let covered = receipt.covered.lazy.compactMap(\.rect.pixels)
        let rects = Set(parts.map(\.rect))
        guard rects.contains(PixelRect(size)) || rects.isSuperset(of: covered) else {
            throw .receipt("the sealed one states other rectangles than were sealed")
        }
    }

    private static func receipt(in json: SecureBytes) -> Receipt? {
        // It has nothing of the snapshot's content.
        try? JSONDecoder().decode(Receipt.self, from: json.withUnsafeBytes { Data($0) })
    }
}

extension Receipt.Rect {
    fileprivate var pixels: PixelRect? { PixelRect(x: x, y: y, width: width, height: height) }
}
