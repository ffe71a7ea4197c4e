import Foundation
import SecureMemory

/// A file that is there whole or not at all.
struct OutputFile {
    /// Its path, or `-` for standard output.
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Writes `bytes` beside the file and renames them over it.
    ///
    /// - Throws: ``FileError``.
    func write(_ bytes: SecureBytes) throws(FileError) {
        do {
            try bytes.withUnsafeBytes { buffer in
                guard let start = buffer.baseAddress else { return }
                let data = Data(
                    bytesNoCopy: UnsafeMutableRawPointer(mutating: start),
                    count: buffer.count,
                    deallocator: .none
                )
                if path == DestinationOptions.standardStream {
                    try FileHandle.standardOutput.write(contentsOf: data)
                } else {
                    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
                }
            }
        } catch {
            throw FileError(path: path, reason: "cannot be written: \(error.localizedDescription)")
        }
    }
}
