public import AgeEncryption
public import BoundedWork
public import ImageCore
public import Redaction
public import SecureMemory

/// Seals the covered pixels of pictures to those who may see them.
///
/// ```swift
/// request.sealing = .wanted(recipients: sealer.recipients.count)
/// let result = try redactor.redact(request)
/// if let covered = result.covered { sealed = try sealer.seal(covered, of: result.image, size, receipt) }
/// ```
public struct Sealer: Sendable {
    /// The recipients, 1 or more, each of whom can open what is sealed.
    public let recipients: [AgeRecipient]

    /// Seals to 1 or more recipients.
    public init(_ recipients: [AgeRecipient]) {
        precondition(!recipients.isEmpty, "nobody could open what is sealed")
        self.recipients = recipients
    }

    /// The sealed file beside a redacted picture: in the age format, not armoured. Its length follows from the
    /// rectangles, the length of the receipt and the number of recipients; its bytes are new each time.
    ///
    /// - Parameters:
    ///   - covered: The pixels below the covers.
    ///   - picture: The whole file of the redacted picture.
    ///   - size: Width and height of the picture in pixels.
    ///   - receipt: The receipt as JSON.
    ///   - work: The threads that seal.
    public func seal(
        _ covered: CoveredPixels,
        of picture: SecureBytes,
        _ size: PixelSize,
        _ receipt: SecureBytes,
        work: WorkContext = WorkContext()
    ) throws(OutOfMemory) -> SecureBytes {
        let head = SealedPixels.Head(
            picture: FileDigest(of: picture).hexadecimal,
            size: size,
            receiptByteCount: receipt.count,
            parts: covered.rects.map { ($0, StoredPNG.byteCount(of: $0.size)) }
        )
        let headText = head.text
        let byteCount = head.parts.reduce(headText.utf8.count + receipt.count) { $0 + $1.byteCount }
        var text = try SecureBytesBuilder(capacity: byteCount)
        try text.append(headText)
        try text.append(receipt)
        var place = 0
        for rect in covered.rects {
            let end = place + rect.size.area * CoveredPixels.bytesOfPixel
            try covered.samples[place..<end].withUnsafeBytes { (samples) throws(OutOfMemory) in
                try StoredPNG(rect.size, samples).append(to: &text)
            }
            place = end
        }
        var writer = try AgeWriter(to: recipients, capacity: byteCount)
        try writer.append(text.finish(), work: work)
        return try writer.finish()
    }
}
