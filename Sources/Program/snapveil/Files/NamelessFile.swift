import BoundedWork
import Glibc
import SecureMemory

/// A file without a name, which is gone with this object, and when the program ends.
final class NamelessFile: Sendable {
    private let file: OpenFile

    /// Makes a file on the volume of a directory.
    init(in directory: String) throws(FileError) {
        if let file = Self.open(directory, O_RDWR, 0o600) {
            self.file = file
            return
        }
        let path = "\(directory)/.snapveil-\(UInt64.random(in: .min ... .max))"
        file = try mapError(OpenFile(Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))) {
            (error: SystemError) in
            FileError(path: directory, error.code)
        }
        guard unlink(path) == 0 else { throw FileError(path: path, errno) }
    }

    /// `O_TMPFILE` of Linux, which Glibc does not show.
    private static let flags = 0o20_000_000 | O_DIRECTORY | O_CLOEXEC

    /// A file that never had a name, by a path from `directory`; nil where there is no such thing.
    static func open(_ path: String, in directory: Int32 = AT_FDCWD, _ access: Int32, _ mode: mode_t) -> OpenFile? {
        try? OpenFile(openat(directory, path, flags | access, mode))
    }

    var descriptor: Int32 { file.descriptor }

    /// All that was written.
    func bytes() throws -> SecureBytes {
        let count = Int(try file.status().st_size)
        var builder = try SecureBytesBuilder(capacity: count)
        try builder.appendInPlace(minimum: count) { free in
            try file.fill(UnsafeMutableRawBufferPointer(rebasing: free[..<count]), from: 0)
            return count
        }
        return builder.finish()
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
