import BoundedWork
import Foundation
import SecureMemory

/// A file that was named, or one in a directory that was named.
struct FilePlace: Sendable {
    /// The path of the file; `-` is standard input or output.
    let path: String

    /// The place in a tree, where no link is followed; nil for a file that was named, whose links are followed.
    private let inTree: (tree: FileTree, path: TreePath)?

    init(_ path: String) {
        self.path = path
        inTree = nil
    }

    init(_ path: TreePath, in tree: FileTree) {
        self.path = tree.fullPath(of: path)
        inTree = (tree, path)
    }

    /// The file beside this one that has its name with another extension.
    func sibling(withExtension name: String) -> FilePlace {
        guard let (tree, path) = inTree else {
            let path = TreePath(bytes: Array(path.utf8)).withoutExtension.extended(by: ".\(name)")
            return FilePlace(String(decoding: path.bytes, as: UTF8.self))
        }
        return FilePlace(path.withoutExtension.extended(by: ".\(name)"), in: tree)
    }

    /// The file beside this one with more at the end of its name.
    func extended(by text: String) -> FilePlace {
        guard let (tree, path) = inTree else { return FilePlace(path + text) }
        return FilePlace(path.extended(by: text), in: tree)
    }

    /// Whether nothing at all, not even a link, has this path.
    var isMissing: Bool {
        guard let (tree, path) = inTree else {
            var status = stat()
            return lstat(path, &status) != 0 && SystemError.last.isAbsence
        }
        return tree.isMissing(path)
    }

    /// The state of the file, which shows a change; nil where there is no regular file.
    var stamp: FileStamp? {
        guard path != InputFile.standardInput else { return nil }
        guard let (tree, path) = inTree else {
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? FileStamp(status) : nil
        }
        return tree.status(of: path).map(FileStamp.init)
    }

    /// Removes the file if it is there.
    func remove() throws(FileError) {
        try mapError(removeAny()) { (error: SystemError) in FileError(path: path, error.code) }
    }

    private func removeAny() throws(SystemError) {
        if let (tree, path) = inTree { return try tree.remove(path) }
        guard unlink(path) == 0 || SystemError.last.isAbsence else { throw .last }
    }

    /// All bytes of the file; an error for a file that is too large, too.
    ///
    /// - Parameter kind: The kind of a file that was named. In a tree only regular files are read.
    func read(_ kind: InputFile.Kind, in source: MemorySource = .process) throws(FileError) -> SecureBytes {
        guard let (tree, place) = inTree else { return try InputFile(path).read(kind, in: source) }
        let file = try mapError(tree.file(at: place)) { (error: SystemError) in FileError(path: path, error.code) }
        return try InputFile(path).read(from: file.descriptor, .regular, in: source)
    }

    /// Opens the file to be read; nothing else than a file that was named waits.
    func opened() throws(SystemError) -> OpenFile {
        guard let (tree, path) = inTree else {
            return try OpenFile(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY))
        }
        return try tree.file(at: path)
    }

    /// Whether it is written to from the beginning to the end and no other way: standard output, a device or a pipe.
    var isStream: Bool {
        guard inTree == nil, path != InputFile.standardInput else { return inTree == nil }
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    /// A directory on the disk of a file; that of temporary files for what is no file.
    var directory: String {
        if let inTree { return inTree.tree.path }
        guard !isStream else { return FileManager.default.temporaryDirectory.path }
        return RealPath.split(RealPath.of(path)).directory
    }

    /// Replaces the file by `bytes`, so that it is there whole or not at all.
    ///
    /// A device or a pipe that was named is written to, since a rename would take it away; of a link that was named, the
    /// file at its end is replaced.
    func write(_ bytes: SecureBytes) throws(FileError) {
        try write(by: { (file) throws(SystemError) in try file.write(bytes) })
    }

    /// Replaces the file by what `body` writes; see ``write(_:)``.
    ///
    /// - Parameter isNew: Whether a file that is there is not replaced, but an error.
    func write(
        isNew: Bool = false,
        by body: (borrowing OpenFile) throws(SystemError) -> Void
    ) throws(FileError) {
        try mapError(writeAll(isNew, body)) { (error: SystemError) in FileError(path: path, error.code) }
    }

    private func writeAll(
        _ isNew: Bool,
        _ body: (borrowing OpenFile) throws(SystemError) -> Void
    ) throws(SystemError) {
        if let (tree, path) = inTree { return try tree.write(to: path, isNew: isNew, by: body) }
        guard path != InputFile.standardInput else {
            return try body(OpenFile(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)))
        }
        var status = stat()
        let isThere = stat(path, &status) == 0
        guard !isThere || !isNew else { throw SystemError(code: EEXIST) }
        guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
            return try body(OpenFile(open(path, O_WRONLY | O_CLOEXEC)))
        }
        guard isThere || !path.hasSuffix("/") else { throw SystemError(code: EISDIR) }
        let (directory, name) = RealPath.split(isThere && isLink ? RealPath.of(path) : path)
        try FileTree(directory).write(to: TreePath(bytes: Array(name.utf8)), isNew: isNew, by: body)
    }

    /// Whether the path is that of a link.
    private var isLink: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
