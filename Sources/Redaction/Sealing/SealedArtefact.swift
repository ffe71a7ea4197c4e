public import AgeEncryption
public import BoundedWork
package import RawVideo
public import SecureMemory
import StrictJSON

/// An artefact as it was before its redaction, as a sealed file holds it behind its head and the receipt: all of its bytes, then zeros up to
/// a length that says little of how well it compresses.
enum SealedArtefact {
    struct Head {
        let redacted: String
        let receiptByteCount: Int
        let originalByteCount: Int

        var text: String {
            SealedHead.firstLine
                + "{\"artefact\":{\"sha256\":\"\(redacted)\"},\"receipt\":\(receiptByteCount),\"original\":\(originalByteCount)}\n"
        }

        init(redacted: String, receiptByteCount: Int, originalByteCount: Int) {
            (self.redacted, self.receiptByteCount) = (redacted, receiptByteCount)
            self.originalByteCount = originalByteCount
        }

        init(_ json: JSONCursor) throws(JSONSchemaError) {
            let object = try json.object(allowing: ["artefact", "receipt", "original"])
            redacted = try object.required("artefact").object(allowing: ["sha256"]).digest()
            receiptByteCount = try object.required("receipt").integer(in: SealedHead.receiptByteCounts)
            originalByteCount = try object.required("original").integer(in: SealedHead.byteCounts)
        }
    }

    /// The smallest length that is allowed for so many bytes, 0 or more: at most 12 percent more, of which there are few (Padmé, of
    /// "Reducing Metadata Leakage from Encrypted Files and Communication with PURBs", Nikitin and others, 2019).
    static func paddedByteCount(_ count: Int) -> Int {
        guard count > 1 else { return count }
        let exponent = Int.bitWidth - 1 - count.leadingZeroBitCount
        let kept = Int.bitWidth - exponent.leadingZeroBitCount
        let mask = (1 << max(exponent - kept, 0)) - 1
        return (count + mask) & ~mask
    }

    /// Reads what follows a head, to its end, into `output`.
    static func restore(
        _ head: Head,
        reading text: inout PlainText,
        to output: inout some ByteSink,
        _ cancellation: Cancellation
    ) throws(UnsealingError) {
        var left = head.originalByteCount
        while left > 0 {
            guard !cancellation.isCancelled else { throw .cancelled }
            guard let piece = try text.piece(atMost: left) else {
                throw .malformed("it ends before all that it states")
            }
            try output.append(piece)
            left -= piece.count
        }
        let count = text.takenByteCount
        let padding = try text.bytes(paddedByteCount(count) - count)
        guard padding.withUnsafeBytes({ $0.allSatisfy { $0 == 0 } }) else {
            throw .malformed("its padding is not zero")
        }
        try text.end()
    }
}

/// Seals an artefact whole, piece by piece.
///
/// ```swift
/// var writer = try SealedArtefactWriter(to: recipients, of: redacted, receipt, originalByteCount: count)
/// while let piece = try next() {
///     try writer.append(piece)
///     try write(writer.takeSealed())
/// }
/// try write(writer.finish())
/// ```
public struct SealedArtefactWriter: ~Copyable {
    private var writer: AgeWriter
    private let padding: Int
    private var left: Int

    /// Bytes of the sealed file of an artefact; see the other parameters of ``init(to:of:_:originalByteCount:isHeld:)``.
    public static func byteCount(
        recipientCount: Int,
        of redacted: FileDigest,
        _ receipt: SecureBytes,
        originalByteCount count: Int
    ) -> Int {
        let head = SealedArtefact.Head(
            redacted: redacted.hexadecimal,
            receiptByteCount: receipt.count,
            originalByteCount: count
        )
        let plain = SealedArtefact.paddedByteCount(head.text.utf8.count + receipt.count + count)
        return AgeWriter.byteCount(ofPlaintext: plain, recipientCount: recipientCount)
    }

    /// Begins a sealed file.
    ///
    /// - Parameters:
    ///   - redacted: The digest of the redacted artefact.
    ///   - receipt: The receipt as JSON.
    ///   - count: Bytes of the artefact as it was.
    ///   - isHeld: Whether all of the sealed file will be taken at once.
    public init(
        to recipients: [AgeRecipient],
        of redacted: FileDigest,
        _ receipt: SecureBytes,
        originalByteCount count: Int,
        isHeld: Bool = false
    ) throws(OutOfMemory) {
        let head = SealedArtefact.Head(
            redacted: redacted.hexadecimal,
            receiptByteCount: receipt.count,
            originalByteCount: count
        )
        let text = head.text
        let total = text.utf8.count + receipt.count + count
        let padding = SealedArtefact.paddedByteCount(total) - total
        var writer = try AgeWriter(to: recipients, capacity: isHeld ? total + padding : 0)
        var start = try SecureBytesBuilder(capacity: text.utf8.count)
        try start.append(text)
        try writer.append(start.finish())
        try writer.append(receipt)
        (self.padding, left) = (padding, count)
        self.writer = writer
    }

    /// Appends the next bytes of the artefact, no more than were announced, sealed on the threads of `work`.
    public mutating func append(_ bytes: SecureBytes, work: WorkContext = WorkContext()) throws(OutOfMemory) {
        left -= bytes.count
        precondition(left >= 0, "the artefact has more bytes than were announced")
        try writer.append(bytes, work: work)
    }

    /// Sealed bytes that were not taken before.
    public mutating func takeSealed() throws(OutOfMemory) -> SecureBytes { try writer.takeSealed() }

    /// The rest of the sealed file, once the artefact was appended.
    public consuming func finish() throws(OutOfMemory) -> SecureBytes {
        precondition(left == 0, "the artefact has fewer bytes than were announced")
        var zeros = try SecureBytesBuilder(capacity: padding)
        try zeros.appendInPlace(minimum: padding) { (room: UnsafeMutableRawBufferPointer) -> Int in
            UnsafeMutableRawBufferPointer(rebasing: room.prefix(padding)).initializeMemory(as: UInt8.self, repeating: 0)
            return padding
        }
        try writer.append(zeros.finish())
        return try writer.finish()
    }
}

extension ByteSink {
    package mutating func append(_ bytes: SecureBytes) throws(UnsealingError) {
        do {
            try bytes.withUnsafeBytes { (bytes) throws(StreamError) in try write(bytes) }
        } catch {
            throw .stream("\(error)")
        }
    }
}
