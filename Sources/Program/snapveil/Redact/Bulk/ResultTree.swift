import Glibc
import SecureMemory

/// The results of a run, in a tree like that of the snapshots.
struct ResultTree: Sendable {
    private let tree: FileTree
    /// The directory in which files are written before they get their names.
    private let unfinished: FileTree

    /// Puts results into `tree`, by way of a directory on the same volume that nobody else uses. Remains of an earlier run
    /// there are removed.
    init(_ tree: FileTree, unfinished: FileTree) throws(SystemError) {
        try Self.removeAll(in: unfinished)
        self.tree = tree
        self.unfinished = unfinished
    }

    private static func removeAll(in unfinished: FileTree) throws(SystemError) {
        var walk = try TreeWalk(unfinished)
        while let item = walk.next() {
            switch item {
            case .picture(let path), .file(let path), .other(let path): try unfinished.remove(path)
            case .unreadable(_, let error): throw error
            }
        }
    }

    func stamp(of path: TreePath) -> FileStamp? {
        tree.status(of: path).map(FileStamp.init)
    }

    /// The digest of the result at `path`; nil if it cannot be read.
    func digest(of path: TreePath) -> Digest? {
        guard tree.status(of: path) != nil, let file = try? tree.file(at: path) else { return nil }
        var hasher = Digest.Hasher()
        guard (try? file.read { hasher.add($0) }) != nil else { return nil }
        return hasher.finish()
    }

    /// Writes a result, which has its name only once it is whole and on the disk. It takes the place of a file or a link.
    func write(_ bytes: SecureBytes, to path: TreePath, for file: FileID) throws(SystemError) {
        let temporary = file.hexadecimal
        try FileTree.write(temporary, in: unfinished.root, O_TRUNC, 0o666) { (output) throws(SystemError) in
            try output.write(bytes)
            try output.synchronize()
            try tree.withDirectory(of: path, making: true) { (directory, name) throws(SystemError) in
                guard renameat(unfinished.root, temporary, directory, name) == 0 else { throw .last }
            }
        }
    }

    func remove(_ path: TreePath) throws(SystemError) { try tree.remove(path) }
}
