import BoundedWork
import Glibc
import Recordings
import SecureMemory
import Transcoding

/// A recording on the disk.
final class RecordingFile: Sendable {
    let path: String
    let form: RecordingForm
    private let file: OpenFile

    /// Opens a file; nil for one that is no recording, and for one that cannot be opened, which shows when it is read.
    init?(_ place: FilePlace) {
        // Whoever writes to a pipe would notice that it was opened.
        guard !place.isStream, let file = try? place.opened(), let status = try? file.status(),
            status.st_mode & S_IFMT == S_IFREG,
            let head = try? file.bytes(at: 0, count: RecordingForm.beginningByteCount),
            let form = head.withUnsafeBytes({ RecordingForm(beginning: $0) })
        else { return nil }
        path = place.path
        self.form = form
        self.file = file
    }

    var descriptor: Int32 { file.descriptor }

    /// What was made of it; an error about it where that failed.
    func value<Value>(of outcome: Result<Value, TranscodingError>) throws(FileError) -> Value {
        try mapError(outcome.get()) { (fault: TranscodingError) in FileError(path: path, reason: "\(fault)") }
    }
}
