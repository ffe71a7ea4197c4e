import Glibc

/// A file to read into wiped memory.
public struct InputFile: Sendable {
    /// The path of the file, or ``standardInput``.
    public let path: String

    /// The path that stands for standard input.
    public static let standardInput = "-"

    /// Names the file at `path`, which is opened when it is read.
    public init(_ path: String) {
        self.path = path
    }

    /// Kinds of files that are read.
    public enum Kind: Sendable {
        /// Files alone, each with an end: for a server while it serves. Anything else is refused at once, and
        /// ``InputFile/standardInput`` is a name like any other.
        case regular
        /// Pipes and devices, too, however long they keep the reader waiting: for a person's command line.
        case any
    }

    /// All bytes of the file, or a ``FileError``, also for more than `maximumBytes`; 256 MiB are larger than any screenshot.
    public func read(
        _ kind: Kind = .any,
        maximumBytes: Int = 256 << 20,
        in source: MemorySource = .process
    ) throws(FileError) -> SecureBytes {
        let isStandardInput = kind == .any && path == Self.standardInput
        let descriptor = isStandardInput ? STDIN_FILENO : open(path, kind.openFlags)
        guard descriptor >= 0 else { throw FileError(path: path, errno) }
        defer { if !isStandardInput { close(descriptor) } }
        return try read(from: descriptor, kind, maximumBytes: maximumBytes, in: source)
    }

    /// All bytes of an open file, from the place of its descriptor on, or a ``FileError``, also for more than `maximumBytes`. The
    /// path only names the file.
    public func read(
        from descriptor: Int32,
        _ kind: Kind = .any,
        maximumBytes: Int = 256 << 20,
        in source: MemorySource = .process
    ) throws(FileError) -> SecureBytes {
        do {
            return try read(descriptor, kind, maximumBytes: maximumBytes, source)
        } catch let error as FileError {
            throw error
        } catch {
            throw FileError(path: path, ENOMEM)
        }
    }

    private func read(
        _ descriptor: Int32,
        _ kind: Kind,
        maximumBytes: Int,
        _ source: MemorySource
    ) throws -> SecureBytes {
        let tooLarge = FileError(path: path, reason: "the file is larger than \(Self.size(maximumBytes))")
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(path: path, errno) }
        // The opened file, not the one that the path leads to by now.
        guard kind == .any || status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(path: path, reason: "it is not a regular file")
        }
        let size = max(Int(status.st_size), 0)
        guard size <= maximumBytes else { throw tooLarge }
        // The file may grow meanwhile, and files of /proc do not state their size.
        var builder = try SecureBytesBuilder(capacity: size + 1, in: source)
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
            guard builder.count <= maximumBytes else { throw tooLarge }
        }
    }

    private static func size(_ byteCount: Int) -> String {
        switch byteCount {
        case ..<(1 << 10): "\(byteCount) bytes"
        case ..<(1 << 20): "\(byteCount >> 10) KiB"
        default: "\(byteCount >> 20) MiB"
        }
    }
}

extension InputFile.Kind {
    /// Flags that let neither `open` nor `read` wait for a FIFO or a terminal, unless the kind allows it.
    fileprivate var openFlags: Int32 {
        switch self {
        case .regular: O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        case .any: O_RDONLY | O_CLOEXEC
        }
    }
}

/// A file that cannot be read or written.
public struct FileError: Error, Equatable, CustomStringConvertible {
    /// The path of the file.
    public let path: String
    /// The fault of the file, in the words of the system where it has any.
    public let reason: String
    /// The value of `errno` that states the fault; nil for one that the system has no word for.
    public let code: Int32?

    /// The file and its fault.
    public var description: String { "\(path): \(reason)" }

    /// States the fault of the file at `path`.
    public init(path: String, reason: String) {
        (self.path, self.reason, code) = (path, reason, nil)
    }

    /// States the fault of the file at `path` by a value of `errno`.
    public init(path: String, _ code: Int32) {
        (self.path, reason, self.code) = (path, String(cString: strerror(code)), code)
    }
}
