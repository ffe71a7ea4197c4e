import Artefacts
import BoundedWork
import Glibc
import SecureMemory

/// All files of the directory of a test run, or one file that is a run of its own.
struct FolderSource: RunSource {
    let path: String
    let names: [String]
    let tree: FileTree

    /// What is no file: links, devices and pipes.
    private let others: [TreePath]
    private let found: [File]

    static let reasonToLeaveOut = "it is a link, or no file"

    private struct File {
        let name: String
        let path: TreePath
        let byteCount: Int
        let stamp: FileStamp

        init(_ path: TreePath, in tree: FileTree) throws(FileError) {
            guard let name = path.text else { throw FileError(path: path.printed, reason: "its name is not UTF-8") }
            guard let status = tree.status(of: path) else {
                throw FileError(path: path.printed, reason: "it cannot be read")
            }
            (self.name, self.path, stamp) = (name, path, FileStamp(status))
            byteCount = max(Int(status.st_size), 0)
        }
    }

    var files: [Int] { Array(names.indices) }

    /// The paths of all that lies below the directory, but for directories.
    var paths: [TreePath] { found.map(\.path) + others }

    /// What is no file, for people.
    var leftOut: [String] { others.map(\.printed) }

    /// Finds all files below a directory that was named. Ends the command where one of them cannot be read.
    init(_ directory: String) throws {
        do {
            try self.init(FileTree(directory))
        } catch {
            let isAboutFile = (error as? FileError).map { $0.path != directory } ?? true
            let reason = isAboutFile ? "\(error)" : (error as? FileError)?.reason ?? ""
            throw CommandFailure.usage("\(directory) cannot be used: \(QuotedText.printing(reason))")
        }
    }

    /// Finds all files below a directory. Throws where one of them cannot be read.
    init(_ tree: FileTree) throws(FileError) {
        var files: [File] = []
        var others: [TreePath] = []
        var walk = try mapError(TreeWalk(tree)) { (error: SystemError) in FileError(path: tree.path, error.code) }
        while files.count <= FolderPack.maximumFiles, let item = walk.next() {
            switch item {
            case .unreadable(let path, let error): throw FileError(path: path.printed, error.code)
            case .other(let path): others.append(path)
            case .picture(let path), .file(let path): files.append(try File(path, in: tree))
            }
        }
        try self.init(files, others, in: tree, called: tree.path)
    }

    /// Takes one file of a directory.
    init(fileAt path: TreePath, in tree: FileTree) throws(FileError) {
        try self.init([File(path, in: tree)], [], in: tree, called: tree.fullPath(of: path))
    }

    private init(_ files: [File], _ others: [TreePath], in tree: FileTree, called path: String) throws(FileError) {
        do throws(ContentFailure) {
            try FolderPack.check(files.map(\.name))
        } catch {
            throw FileError(path: path, reason: error.description)
        }
        let limit = ArtefactLimits().runBytes
        guard files.reduce(0, { $0 + $1.byteCount }) <= limit else {
            throw FileError(
                path: path,
                reason: "its files have more than \(limit >> 30) GiB; take its folders one by one"
            )
        }
        (self.path, self.tree) = (path, tree)
        found = files.sorted { $0.name < $1.name }
        self.others = others.sorted { $0.printed < $1.printed }
        names = found.map(\.name)
    }

    /// Ends the command if the path of an option is that of one of the files.
    func check(option: String, _ path: String) throws {
        let place = RealPath.of(path)
        guard names.contains(where: { RealPath.of("\(self.path)/\($0)") == place }) else { return }
        throw CommandFailure.usage("\(option) \(path) is an input")
    }

    func byteCount(of index: Int) -> Int { found[index].byteCount }

    func beginning(of index: Int) throws -> SecureBytes? {
        try FilePlace(found[index].path, in: tree).opened()
            .beginning(at: 0, count: ArtefactRedactor.beginningByteCount)
    }

    func entries(_ indices: [Int]) throws(FileError) -> RunPart.Entries {
        let files = try indices.map { (index) throws(FileError) in
            (name: names[index], contents: try FilePlace(found[index].path, in: tree).read(.regular))
        }
        do throws(ContentFailure) {
            return .folder(try FolderPack(files))
        } catch {
            throw self.error(error.description)
        }
    }

    func checkUnchanged() throws(FileError) {
        let isSame = found.allSatisfy { file in tree.status(of: file.path).map(FileStamp.init) == file.stamp }
        guard isSame else { throw hasChanged }
    }
}
