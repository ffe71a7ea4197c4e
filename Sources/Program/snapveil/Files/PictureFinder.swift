import BoundedWork
import Glibc
import ImageCore
import Recordings
import SecureMemory

/// Finds the pictures that are named, and those in the directories that are.
struct PictureFinder {
    /// A picture.
    struct Found: Sendable {
        /// Where it is.
        let file: FilePlace
        /// Its path below the directory in which it was found; its name where it was named itself.
        let place: String

        /// Its path.
        var path: String { file.path }
    }

    /// Bytes by which a picture is told from other files.
    private static let headByteCount = 16

    /// All pictures, in the order in which they are named; those of a directory, and below it, by their paths.
    ///
    /// - Parameter inputs: Paths of files and of directories, or `-`.
    /// - Throws: `ExitCode`, after the reason was printed, for a directory of which some or all cannot be listed.
    func files(of inputs: [String]) throws -> [Found] {
        try inputs.flatMap { input in
            guard !Self.isDirectory(input) else { return try pictures(in: input) }
            return [Found(file: FilePlace(input), place: Self.name(of: input))]
        }
    }

    /// Whether `path` is that of a directory.
    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return path != InputFile.standardInput && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private func pictures(in directory: String) throws -> [Found] {
        do throws(FileError) {
            let tree = try mapError(FileTree(directory)) { (error: SystemError) in
                FileError(path: directory, error.code)
            }
            return try Self.pictures(in: tree).map { (path) throws(FileError) in
                // It cannot be told in a report.
                guard let place = path.text else {
                    throw FileError(path: tree.fullPath(of: path), reason: "its name is not UTF-8")
                }
                return Found(file: FilePlace(path, in: tree), place: place)
            }
            .sorted { $0.place < $1.place }
        } catch {
            let place = error.path == directory ? "" : "\(QuotedText.printing(error.path)): "
            throw CommandFailure.usage("the files of \(directory) cannot be listed: \(place)\(error.reason)")
        }
    }

    private static func pictures(in tree: FileTree) throws(FileError) -> [TreePath] {
        var walk = try mapError(TreeWalk(tree)) { (error: SystemError) in FileError(path: tree.path, error.code) }
        var pictures: [TreePath] = []
        while let item = walk.next() {
            switch item {
            case .unreadable(let path, let error): throw FileError(path: tree.fullPath(of: path), error.code)
            case .picture(let path), .file(let path):
                if mayBePicture(path, in: tree) { pictures.append(path) }
            case .other: continue
            }
        }
        return pictures
    }

    /// Whether a file is a picture or a recording by its first bytes. One that cannot be read may be, and is named when it is to be read.
    private static func mayBePicture(_ path: TreePath, in tree: FileTree) -> Bool {
        guard let head = try? tree.file(at: path).bytes(at: 0, count: headByteCount) else { return true }
        return head.withUnsafeBytes { ImageFormat.isPicture($0) || RecordingForm(beginning: $0) != nil }
    }
}
