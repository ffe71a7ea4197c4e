import Glibc

/// A file to read into wiped memory.
public struct InputFile: Sendable {
    /// Its path, or ``standardInput``.
    public let path: String

    /// The path that stands for standard input.
    public static let standardInput = "-"

    /// The file at `path`.
    public init(_ path: String) {
        self.path = path
    }

    /// All bytes of the file.
    ///
    /// - Parameter maximumBytes: Of a larger file no more than this is read; 256 MiB are larger than any screenshot.
    /// - Throws: ``FileError``, for a larger one, too.
    public func read(maximumBytes: Int = 256 << 20) throws(FileError) -> SecureBytes {
        let isStandardInput = path == Self.standardInput
        let descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, errno) }
        defer { if !isStandardInput { close(descriptor) } }
        do {
            return try read(descriptor, maximumBytes: maximumBytes)
        } catch let error as FileError {
            throw error
        } catch {
            throw FileError(path: path, ENOMEM)
        }
    }

    private func read(_ descriptor: Int32, maximumBytes: Int) throws -> SecureBytes {
        var status = stat()
        let size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
        var builder = try SecureBytesBuilder(capacity: min(max(size, 0) + 1, maximumBytes + 1))
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
            guard builder.count <= maximumBytes else {
                throw FileError(path: path, reason: "the file is larger than \(Self.size(maximumBytes))")
            }
        }
    }

    private static func size(_ byteCount: Int) -> String {
        byteCount >= 1 << 20 ? "\(byteCount >> 20) MiB" : "\(byteCount >> 10) KiB"
    }
}

/// A file that cannot be read or written.
public struct FileError: Error, Equatable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// What is wrong with it.
    public let reason: String

    /// The file and what is wrong with it.
    public var description: String { "\(path): \(reason)" }

    /// A file and what is wrong with it.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// - Parameters:
    ///   - path: The file.
    ///   - code: A value of `errno`.
    public init(path: String, _ code: Int32) {
        self.init(path: path, reason: String(cString: strerror(code)))
    }
}
