import AgeEncryption
import BoundedWork
import ImageCore
import RawVideo
import Sealing
import SecureMemory

/// Files of a command that restores a redacted one, in descriptors that are read, and written, from where they stand.
struct UnsealingStreams {
    private let redacted: DescriptorStream
    private let sealed: DescriptorStream
    private let restored: DescriptorStream

    /// The streams of a job, in the order of the properties; nil if there are others.
    init?(_ descriptors: [Int32]) {
        guard descriptors.count == 3 else { return nil }
        redacted = DescriptorStream(descriptors[0])
        sealed = DescriptorStream(descriptors[1])
        restored = DescriptorStream(descriptors[2])
    }

    /// Restores the redacted file.
    ///
    /// - Parameter receipt: A receipt to hold against the sealed one; nil for none.
    func restore(
        by identities: [AgeIdentity],
        receipt: SecureBytes?,
        _ limits: DecodingLimits,
        _ work: WorkContext
    ) throws(FileRefusal) {
        var output = restored
        do throws(UnsealingError) {
            try Unsealer(identities, limits: limits)
                .restore(redacted, by: sealed, receipt: receipt, to: &output, work: work)
        } catch {
            throw FileRefusal(error.sentence)
        }
    }
}

/// Files of a command that seals an artefact, in descriptors that are read, and written, from where they stand.
struct SealingStreams {
    private let original: DescriptorStream
    private let sealed: DescriptorStream

    /// The streams of a job, in the order of the properties; nil if there are others.
    init?(_ descriptors: [Int32]) {
        guard descriptors.count == 2 else { return nil }
        original = DescriptorStream(descriptors[0])
        sealed = DescriptorStream(descriptors[1])
    }

    private static let pieceByteCount = 1 << 20

    /// Seals an artefact of `byteCount` bytes with its receipt, beside the redacted one.
    func seal(
        _ receipt: SecureBytes,
        of redacted: FileDigest,
        byteCount: Int,
        by sealer: Sealer,
        _ work: WorkContext
    ) throws(FileRefusal) {
        do {
            var (source, output) = (original, sealed)
            var writer = try SealedArtefactWriter(
                to: sealer.recipients,
                of: redacted,
                receipt,
                originalByteCount: byteCount
            )
            var left = byteCount
            while left > 0 {
                try work.cancellation.check()
                let piece = try source.piece(atMost: min(left, Self.pieceByteCount))
                guard !piece.isEmpty else { throw FileRefusal("it has become shorter meanwhile") }
                try writer.append(piece, work: work)
                try output.append(writer.takeSealed())
                left -= piece.count
            }
            try output.append(writer.finish())
        } catch let error as UnsealingError {
            throw FileRefusal("it cannot be sealed: \(error.sentence)")
        } catch let error as FileRefusal {
            throw error
        } catch {
            throw FileRefusal("it cannot be sealed: \(error)")
        }
    }
}
