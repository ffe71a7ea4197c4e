import BoundedWork
import ImageCore
import Redaction
import Sealing
import SecureMemory

extension Sealer {
    /// The wish for the pixels that will be sealed.
    var wish: Sealing { .wanted(recipients: recipients.count) }

    /// The sealed file beside a redacted snapshot with its receipt as JSON; nil where the policy forbids it.
    func sealed(_ result: Redactor.Result, _ receipt: SecureBytes, _ work: WorkContext) throws(OutOfMemory)
        -> SecureBytes?
    {
        let snapshot = result.receipt.snapshot
        guard let covered = result.covered, let size = PixelSize(width: snapshot.width, height: snapshot.height) else {
            return nil
        }
        return try seal(covered, of: result.image, size, receipt, work: work)
    }

    /// The sealed file beside a redacted artefact.
    func sealed(_ artefact: SecureBytes, as redacted: RedactedParts, _ work: WorkContext) throws(OutOfMemory)
        -> SecureBytes
    {
        var writer = try SealedArtefactWriter(
            to: recipients,
            of: FileDigest(of: redacted.picture),
            redacted.entries ?? SecureBytes(),
            originalByteCount: artefact.count,
            isHeld: true
        )
        try writer.append(artefact, work: work)
        return try writer.finish()
    }
}
