import Artefacts

/// The files of a run, or those of its results, as they are now: a directory with all below it, or one file.
struct RunEvidence {
    /// What lies there, but for directories, in the order of the paths. They are those below the directory; that of one file is empty.
    private let files: [(path: TreePath, stamp: FileStamp?)]

    /// Looks at all that lies at a path, where there may be nothing.
    init(of path: TreePath, in tree: FileTree) throws(SystemError) {
        guard tree.isDirectory(path) else {
            files = tree.isMissing(path) ? [] : [(.root, tree.status(of: path).map(FileStamp.init))]
            return
        }
        let directory = try tree.subtree(path)
        var walk = try TreeWalk(directory)
        var found: [(path: TreePath, stamp: FileStamp?)] = []
        // A run with more files is refused.
        while found.count <= FolderPack.maximumFiles, let item = walk.next() {
            switch item {
            case .unreadable(_, let error): throw error
            case .picture(let path), .file(let path), .other(let path):
                found.append((path, directory.status(of: path).map(FileStamp.init)))
            }
        }
        files = found.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
    }

    var paths: [TreePath] { files.map(\.path) }

    /// Whether a change that comes now will show.
    var isSettled: Bool { files.allSatisfy { $0.stamp?.isSettled ?? true } }

    func add(to hasher: inout Digest.Hasher) {
        // Lengths first, so that no files can pass for others.
        hasher.add("files \(files.count)\n".utf8)
        for (path, stamp) in files {
            hasher.add("file \(path.bytes.count) \(stamp == nil ? "none" : "stamp")\n".utf8)
            hasher.add(path.bytes)
            stamp?.add(to: &hasher)
        }
    }
}
