import Glibc

/// The files below a directory.
///
/// No link in it is followed, so that nothing outside of it is read or written, and paths may be longer than those that the
/// system takes in one piece.
struct FileTree: ~Copyable, Sendable {
    /// The directory, which is open as long as this value is there.
    let root: Int32

    /// The tree below the directory at `path`.
    init(_ path: String) throws(SystemError) {
        root = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { throw .last }
    }

    deinit { close(root) }

    /// Opens the file at `path`. What is not there whole, or is a pipe, keeps nobody waiting.
    func file(at path: TreePath) throws(SystemError) -> OpenFile {
        try withDirectory(of: path) { (directory, name) throws(SystemError) in
            try OpenFile(openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
        }
    }

    /// What the system says of the regular file at `path`; nil if there is none.
    func status(of path: TreePath) -> stat? {
        let status = try? withDirectory(of: path) { (directory, name) throws(SystemError) in
            var status = stat()
            guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last }
            return status
        }
        return status.flatMap { $0.st_mode & S_IFMT == S_IFREG ? $0 : nil }
    }

    /// Calls `body` with the directory that `path` lies in, which is open until it returns, and the name that it has there.
    ///
    /// - Parameters:
    ///   - path: Of a file.
    ///   - isMade: Whether directories are made that are not there.
    ///   - body: Is given a descriptor and a name.
    func withDirectory<Result: ~Copyable>(
        of path: TreePath,
        making isMade: Bool = false,
        _ body: (Int32, UnsafePointer<CChar>) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let (directories, name) = path.components
        var directory = try OpenFile(openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        for component in directories {
            directory = try Self.withName(component) { (name) throws(SystemError) in
                let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
                let child = openat(directory.descriptor, name, flags)
                guard child < 0, errno == ENOENT, isMade else { return try OpenFile(child) }
                // Another thread, or another shard, may have made it just now.
                guard mkdirat(directory.descriptor, name, 0o777) == 0 || errno == EEXIST else { throw .last }
                return try OpenFile(openat(directory.descriptor, name, flags))
            }
        }
        return try Self.withName(name) { (name) throws(SystemError) in try body(directory.descriptor, name) }
    }

    /// Calls `body` with a name as the system takes it.
    private static func withName<Result: ~Copyable>(
        _ name: ArraySlice<UInt8>,
        _ body: (UnsafePointer<CChar>) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: name.count + 1)
        defer { buffer.deallocate() }
        for (index, byte) in name.enumerated() { buffer[index] = CChar(bitPattern: byte) }
        buffer[name.count] = 0
        return try body(buffer)
    }
}
