import BoundedWork
import Glibc
import SecureMemory

/// A file without a name, which is gone with this object, and when the program ends.
final class NamelessFile: Sendable {
    private let file: OpenFile

    /// Makes a file on the volume of a directory.
    init(in directory: String) throws(FileError) {
        let path = "\(directory)/.snapveil-\(UInt64.random(in: .min ... .max))"
        file = try mapError(OpenFile(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))) {
            (error: SystemError) in
            FileError(path: directory, error.code)
        }
        guard unlink(path) == 0 else { throw FileError(path: path, errno) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        try file.write(bytes, at: offset)
    }

    /// Fills a buffer with the bytes from an offset on.
    func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) throws(SystemError) {
        try file.fill(buffer, from: offset)
    }

    /// Calls `body` with the file.
    func withFile(_ body: (borrowing OpenFile) throws(SystemError) -> Void) throws(SystemError) { try body(file) }
}
