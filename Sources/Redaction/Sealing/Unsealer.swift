public import AgeEncryption
public import BoundedWork
import Foundation
public import ImageCore
public import RawVideo
public import SecureMemory

/// Puts back what sealed files hold.
public struct Unsealer: Sendable {
    private let identities: [AgeIdentity]
    private let limits: DecodingLimits

    /// Opens what is sealed to any of `identities`, pictures within `limits`.
    public init(_ identities: [AgeIdentity], limits: DecodingLimits = DecodingLimits()) {
        (self.identities, self.limits) = (identities, limits)
    }

    /// Restores a redacted picture, as a PNG, or a redacted artefact, byte by byte. After an error, `output` may hold a part of it.
    ///
    /// - Parameters:
    ///   - sealed: The sealed file, armoured or not.
    ///   - redacted: The redacted file, as it was when it was sealed.
    ///   - receipt: A receipt that came with the file, as JSON, to hold against the sealed one; nil where there is none.
    ///   - work: The threads and the cancellation.
    public func restore(
        _ redacted: some ByteSource,
        by sealed: some ByteSource,
        receipt: SecureBytes? = nil,
        to output: inout some ByteSink,
        work: WorkContext = WorkContext()
    ) throws(UnsealingError) {
        var text = try PlainText(opening: sealed, with: identities)
        switch try SealedHead(reading: &text) {
        case .picture(let head):
            guard head.size.area <= limits.maximumPixels else {
                throw .malformed("it states a picture of \(head.size) pixels, which is too large")
            }
            let pixels = try SealedPixels(head, reading: &text)
            try Self.check(receipt, against: pixels.receipt)
            try output.append(pixels.restored(from: redacted.bytes(), limits: limits, work: work))
        case .artefact(let head):
            guard try FileDigest(readFrom: redacted).hexadecimal == head.redacted else { throw .otherFile }
            try Self.check(receipt, against: text.bytes(head.receiptByteCount))
            try SealedArtefact.restore(head, reading: &text, to: &output, work.cancellation)
        }
    }

    /// Refuses a receipt that states something else than the sealed one, in whatever notation.
    private static func check(_ receipt: SecureBytes?, against sealed: SecureBytes) throws(UnsealingError) {
        guard let receipt else { return }
        guard let given = object(in: receipt) else { throw .receipt("the file that was given is no receipt") }
        guard given == object(in: sealed) else {
            throw .receipt("the one that was given is not the one that was sealed")
        }
    }

    /// The object in a receipt, which has nothing of a snapshot's content.
    private static func object(in json: SecureBytes) -> NSDictionary? {
        let data = json.withUnsafeBytes { Data($0) }
        return (try? JSONSerialization.jsonObject(with: data)) as? NSDictionary
    }
}

extension ByteSource {
    /// All bytes of the source.
    fileprivate func bytes() throws(UnsealingError) -> SecureBytes {
        var source = self
        var builder = try mapError(SecureBytesBuilder(), UnsealingError.outOfMemory)
        while case let piece = try source.piece(atMost: 1 << 18), !piece.isEmpty {
            try mapError(builder.append(piece), UnsealingError.outOfMemory)
        }
        return builder.finish()
    }
}
