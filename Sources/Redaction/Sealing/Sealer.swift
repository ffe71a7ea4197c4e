public import AgeEncryption
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
    public func seal(
        _ covered: CoveredPixels,
        of picture: SecureBytes,
        _ size: PixelSize,
        _ receipt: SecureBytes
    ) throws(OutOfMemory) -> SecureBytes {
        let head = SealedPixels.Head(
            picture: FileDigest(of: picture).hexadecimal,
            size: size,
            receiptByteCount: receipt.count,
            parts: covered.rects.map { ($0, StoredPNG.byteCount(of: $0.size)) }
        )
        let text = head.text
        let bodyByteCount = head.parts.reduce(receipt.count) { $0 + $1.byteCount }
        var writer = try AgeWriter(to: recipients, capacity: text.utf8.count + bodyByteCount)
        var start = try SecureBytesBuilder(capacity: text.utf8.count)
        try start.append(text)
        try writer.append(start.finish())
        try writer.append(receipt)
        var place = 0
        for (rect, _) in head.parts {
            let end = place + rect.size.area * CoveredPixels.bytesOfPixel
            let file = try covered.samples[place..<end].withUnsafeBytes { (samples) throws(OutOfMemory) in
                try StoredPNG(rect.size, samples).file()
            }
            try writer.append(file)
            place = end
        }
        return try writer.finish()
    }
}
