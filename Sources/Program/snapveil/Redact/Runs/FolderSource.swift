import Artefacts
import BoundedWork
import Glibc
import SecureMemory

/// All files of the directory of a test run.
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
    }

    var files: [Int] { Array(names.indices) }

    /// What is no file, for people.
    var leftOut: [String] { others.map(\.printed) }

    /// The paths of all that lies below the directory, but for directories.
    var paths: [TreePath] { found.map(\.path) + others }

    /// Finds all files below a directory. Throws where one of them cannot be read.
    init(_ directory: String) throws {
        do {
            tree = try FileTree(directory)
            (found, others) = try Self.files(of: tree)
            path = directory
            names = found.map(\.name)
        } catch {
            throw CommandFailure.usage("\(directory) cannot be used: \(QuotedText.printing("\(error)"))")
        }
    }

    private static func files(of tree: FileTree) throws -> ([File], others: [TreePath]) {
        var walk = try TreeWalk(tree)
        var files: [File] = []
        var others: [TreePath] = []
        let limits = ArtefactLimits()
        while files.count <= FolderPack.maximumFiles, let item = walk.next() {
            switch item {
            case .unreadable(let path, let error): throw FileError(path: path.printed, reason: "\(error)")
            case .other(let path): others.append(path)
            case .picture(let path), .file(let path):
                guard let name = path.text else { throw FileError(path: path.printed, reason: "its name is not UTF-8") }
                guard let status = tree.status(of: path) else {
                    throw FileError(path: path.printed, reason: "it cannot be read")
                }
                let byteCount = max(Int(status.st_size), 0)
                files.append(File(name: name, path: path, byteCount: byteCount, stamp: FileStamp(status)))
            }
        }
        try FolderPack.check(files.map(\.name))
        guard files.reduce(0, { $0 + $1.byteCount }) <= limits.runBytes else {
            throw ContentFailure.refused(
                "its files have more than \(limits.runBytes >> 30) GiB; take its folders one by one"
            )
        }
        return (files.sorted { $0.name < $1.name }, others.sorted { $0.printed < $1.printed })
    }

    func byteCount(of index: Int) -> Int { found[index].byteCount }

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
