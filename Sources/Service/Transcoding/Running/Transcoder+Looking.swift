import BoundedWork
import Glibc
package import Recordings
package import RedactionJobs
package import SecureMemory

extension Transcoder {
    /// Makes a contact sheet of a recording, in the format that the order of the material asks for: of each scene a covered frame.
    ///
    /// The material has the product `preview`. The parameters are those of ``redact(_:_:into:_:_:progress:)``.
    package func preview(
        _ source: Int32,
        _ form: RecordingForm,
        linger: Double,
        _ turn: JobQueue.Turn,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) throws(TranscodingError) -> (sheet: SecureBytes, receipt: RecordingReceipt) {
        let parts = try work(on: open(source, form, turn), source, linger: linger, nil, turn, progress)
        guard let sheet = try picture(of: parts) else { throw .worker(pool.distrust(turn, id: "")) }
        return (sheet, try read(parts.receipt, turn))
    }

    /// Looks at a recording; its thumbnail is there if the order of the material asks for one.
    ///
    /// The material has a report as its product. The parameters are those of ``redact(_:_:into:_:_:progress:)``.
    package func check(
        _ source: Int32,
        _ form: RecordingForm,
        _ turn: JobQueue.Turn,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) throws(TranscodingError) -> (report: RecordingReport, thumbnail: SecureBytes?) {
        let linger = RecordingTerms.defaultLinger
        let parts = try work(on: open(source, form, turn), source, linger: linger, nil, turn, progress)
        return (try read(parts.report, turn), try picture(of: parts))
    }

    /// A copy of a picture, which the worker may change; nil if there is none.
    private func picture(of parts: RedactedParts) throws(TranscodingError) -> SecureBytes? {
        guard !parts.picture.isEmpty else { return nil }
        return try mapError(
            parts.picture.withUnsafeBytes { (bytes) throws(OutOfMemory) in
                try SecureBytes(copying: bytes)
            }
        ) { (_: OutOfMemory) in TranscodingError.system(ENOMEM) }
    }
}
