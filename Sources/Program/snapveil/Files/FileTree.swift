import Glibc
import SecureMemory

/// The files below a directory.
///
/// Every step below the directory is taken from an open descriptor and follows no link, so that nothing outside is read or
/// written, even if the tree changes meanwhile; and paths may be longer than the system takes in one piece. At most two
/// descriptors are open for a path, however deep it leads.
final class FileTree: Sendable {
    /// The path of the directory, for messages.
    let path: String

    private let directory: OpenFile

    /// `O_PATH` of Linux, which Glibc does not show: names below a directory are opened without the right to list it.
    private static let pathOnly: Int32 = 0o10_000_000
    private static let directoryFlags = pathOnly | O_DIRECTORY | O_CLOEXEC

    /// The tree below the directory at `path`, which may be a link.
    init(_ path: String) throws(SystemError) {
        self.path = path
        directory = try OpenFile(open(path, Self.directoryFlags))
    }

    private init(_ directory: consuming OpenFile, at path: String) {
        self.path = path
        self.directory = directory
    }

    /// The descriptor of the directory, which is open as long as this object is there.
    var root: Int32 { directory.descriptor }

    /// The full path of `path`, for messages.
    func fullPath(of path: TreePath) -> String {
        "\(self.path.last == "/" ? self.path : self.path + "/")\(String(decoding: path.bytes, as: UTF8.self))"
    }

    /// The tree below a directory of this one, which is made if it is not there and `isMade`.
    func subtree(_ path: TreePath, making isMade: Bool = false) throws(SystemError) -> FileTree {
        let (directories, name) = path.components
        return FileTree(try descend(directories + [name], making: isMade), at: fullPath(of: path))
    }

    /// Opens the file at `path`. A pipe, or a file that is written just now, keeps nobody waiting.
    func file(at path: TreePath) throws(SystemError) -> OpenFile {
        try withDirectory(of: path) { (directory, name) throws(SystemError) in
            try OpenFile(openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
        }
    }

    /// The status of the regular file at `path`; nil if there is none.
    func status(of path: TreePath) -> stat? {
        let status = try? anyStatus(of: path)
        return status.flatMap { $0.st_mode & S_IFMT == S_IFREG ? $0 : nil }
    }

    /// Whether a directory, and no link to one, is at `path`.
    func isDirectory(_ path: TreePath) -> Bool {
        let status = try? anyStatus(of: path)
        return status.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    /// Whether nothing at all, not even a link, is at `path`.
    func isMissing(_ path: TreePath) -> Bool {
        do throws(SystemError) {
            _ = try anyStatus(of: path)
            return false
        } catch {
            return error.isAbsence
        }
    }

    private func anyStatus(of path: TreePath) throws(SystemError) -> stat {
        try withDirectory(of: path) { (directory, name) throws(SystemError) in
            var status = stat()
            guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last }
            return status
        }
    }

    /// Calls `body` with the directory that `path` lies in, whose descriptor is open until it returns, and the name there.
    /// Missing directories are made if `isMade`.
    func withDirectory<Result: ~Copyable>(
        of path: TreePath,
        making isMade: Bool = false,
        _ body: (Int32, UnsafePointer<CChar>) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let (directories, name) = path.components
        let directory = try descend(directories, making: isMade)
        return try Self.withName(name) { (name) throws(SystemError) in try body(directory.descriptor, name) }
    }

    /// Opens the directory to which `names` lead, each within the one before.
    private func descend(_ names: [ArraySlice<UInt8>], making isMade: Bool) throws(SystemError) -> OpenFile {
        var directory = try OpenFile(openat(root, ".", Self.directoryFlags))
        for name in names {
            directory = try Self.withName(name) { (name) throws(SystemError) in
                let child = openat(directory.descriptor, name, Self.directoryFlags | O_NOFOLLOW)
                guard child < 0, errno == ENOENT, isMade else { return try OpenFile(child) }
                // Another thread, or another shard, may have made it just now.
                guard mkdirat(directory.descriptor, name, 0o777) == 0 || errno == EEXIST else { throw .last }
                return try OpenFile(openat(directory.descriptor, name, Self.directoryFlags | O_NOFOLLOW))
            }
        }
        return directory
    }

    /// Calls `body` with a name that ends with a zero.
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

extension FileTree {
    /// Has `body` write a file, which gets the name `path` once it is whole: it is there whole or not at all, also where the program
    /// is ended meanwhile. What it replaces stays until it is on the disk. Its directories are made. It keeps the permissions of a
    /// file that was there; a link gives way to it.
    ///
    /// - Parameters:
    ///   - isNew: Whether what is there, or comes meanwhile, is not replaced, but an error.
    ///   - body: Writes all of the file. It is called again where a file without a name cannot get one.
    func write(
        to path: TreePath,
        isNew: Bool = false,
        by body: (borrowing OpenFile) throws(SystemError) -> Void
    ) throws(SystemError) {
        try withDirectory(of: path, making: true) { (directory, name) throws(SystemError) in
            var status = stat()
            let isThere = fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0
            guard !isThere || !isNew else { throw SystemError(code: EEXIST) }
            let mode = isThere && status.st_mode & S_IFMT == S_IFREG ? status.st_mode & 0o7777 : nil
            let temporary = ".snapveil-\(UInt64.random(in: .min ... .max))"
            func fill(_ file: borrowing OpenFile) throws(SystemError) {
                try body(file)
                if isThere { try file.synchronize() } else { try file.flush() }
            }
            func finish(_ file: borrowing OpenFile) throws(SystemError) {
                if let mode, fchmod(file.descriptor, mode) != 0 { throw .last }
                try Self.rename(temporary, to: name, in: directory, isNew: isNew)
            }
            if access(Self.descriptors, X_OK) == 0,
                let file = NamelessFile.open(".", in: directory, O_RDWR, mode ?? 0o666)
            {
                try fill(file)
                let isCalled =
                    isThere
                    ? try Self.call(file, temporary, in: directory, finish)
                    : try Self.call(file, name, in: directory) { (_) throws(SystemError) in }
                if isCalled { return }
            }
            try Self.write(temporary, in: directory, O_EXCL, mode ?? 0o666) { (file) throws(SystemError) in
                try fill(file)
                try finish(file)
            }
        }
    }

    private static func rename(
        _ temporary: String,
        to name: UnsafePointer<CChar>,
        in directory: Int32,
        isNew: Bool
    ) throws(SystemError) {
        if isNew {
            if linkat(directory, temporary, directory, name, 0) == 0 {
                unlinkat(directory, temporary, 0)
                return
            }
            // There are file systems without links.
            guard errno != EEXIST else { throw .last }
        }
        guard renameat(directory, temporary, directory, name) == 0 else { throw .last }
    }

    /// Removes a file, or a link, if it is there.
    func remove(_ path: TreePath) throws(SystemError) {
        do throws(SystemError) {
            try withDirectory(of: path) { (directory, name) throws(SystemError) in
                guard unlinkat(directory, name, 0) == 0 else { throw .last }
            }
        } catch {
            // With these there is no file of that name.
            guard [ENOENT, ENOTDIR, ELOOP, EISDIR, ENAMETOOLONG].contains(error.code) else { throw error }
        }
    }

    /// Removes the directories that a file lay in, from the deepest on, as long as nothing is left in them.
    func removeEmptyDirectories(of path: TreePath) {
        var rest = path.components.directories
        while let name = rest.popLast() {
            let isRemoved = try? withDirectory(of: TreePath(rest + [name])) { (directory, name) throws(SystemError) in
                unlinkat(directory, name, AT_REMOVEDIR) == 0
            }
            guard isRemoved ?? false else { return }
        }
    }

    /// What leads to a descriptor of this process.
    private static let descriptors = "/proc/self/fd"

    /// Gives a file its first name, which `finish` may change; false where a file cannot get one so late. A failure leaves none.
    private static func call(
        _ file: borrowing OpenFile,
        _ name: UnsafePointer<CChar>,
        in directory: Int32,
        _ finish: (borrowing OpenFile) throws(SystemError) -> Void
    ) throws(SystemError) -> Bool {
        let path = "\(descriptors)/\(file.descriptor)"
        guard linkat(AT_FDCWD, path, directory, name, AT_SYMLINK_FOLLOW) == 0 else { return false }
        do throws(SystemError) {
            try finish(file)
            return true
        } catch {
            unlinkat(directory, name, 0)
            throw error
        }
    }

    /// Has `body` write the file `temporary` in `directory`, and rename it; a failure leaves none.
    static func write(
        _ temporary: String,
        in directory: Int32,
        _ flags: Int32,
        _ mode: mode_t,
        by body: (borrowing OpenFile) throws(SystemError) -> Void
    ) throws(SystemError) {
        let flags = flags | O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
        let file = try OpenFile(openat(directory, temporary, flags, mode))
        do throws(SystemError) {
            try body(file)
        } catch {
            unlinkat(directory, temporary, 0)
            throw error
        }
    }
}
