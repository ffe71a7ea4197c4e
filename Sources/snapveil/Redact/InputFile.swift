import ArgumentParser
import Foundation
import SecureMemory

/// A file to read into wiped memory.
struct InputFile {
    /// Its path, or `-` for standard input.
    let path: String

    /// A larger file is no screenshot.
    private static let maximumBytes = 256 << 20

    init(_ path: String) {
        self.path = path
    }

    /// All bytes of the file.
    ///
    /// - Throws: ``FileError``.
    func read() throws -> SecureBytes {
        let isStandardInput = path == DestinationOptions.standardStream
        let descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, errno) }
        defer { if !isStandardInput { close(descriptor) } }

        var status = stat()
        let size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
        var builder = try SecureBytesBuilder(capacity: min(max(size, 0) + 1, Self.maximumBytes + 1))
        while true {
            let count = try builder.appendInPlace(minimum: 1) { free in
                var count: Int
                repeat {
                    count = Glibc.read(descriptor, free.baseAddress, free.count)
                } while count < 0 && errno == EINTR
                guard count >= 0 else { throw FileError(path: path, errno) }
                return count
            }
            guard count > 0 else { return builder.finish() }
            guard builder.count <= Self.maximumBytes else {
                throw FileError(path: path, reason: "the file is larger than \(Self.maximumBytes >> 20) MiB")
            }
        }
    }
}

/// A file that cannot be read or written.
struct FileError: Error, CustomStringConvertible {
    /// The file and what is wrong with it.
    let description: String

    init(path: String, reason: String) {
        description = "\(path): \(reason)"
    }

    /// - Parameter code: A value of `errno`.
    init(path: String, _ code: Int32) {
        self.init(path: path, reason: String(cString: strerror(code)))
    }
}
