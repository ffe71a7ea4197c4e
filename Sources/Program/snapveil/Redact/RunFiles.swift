import Artefacts
import BoundedWork
import Containment
import RedactionJobs
import SecureMemory

/// All files of the directory of a test run, to be worked on together.
struct RunFiles {
    private let pack: FolderPack
    /// What is no file: links, devices and pipes.
    let leftOut: [String]

    static let reasonToLeaveOut = "it is a link, or no file"

    /// Reads all files below a directory. Throws where one of them cannot be read.
    init(of directory: String) throws {
        do {
            (pack, leftOut) = try Self.files(of: FileTree(directory))
        } catch {
            throw CommandFailure.usage("\(directory) cannot be used: \(QuotedText.printing("\(error)"))")
        }
    }

    private static func files(of tree: FileTree) throws -> (FolderPack, leftOut: [String]) {
        var walk = try TreeWalk(tree)
        var files: [(name: String, contents: SecureBytes)] = []
        var leftOut: [String] = []
        var byteCount = 0
        // Nothing more is read than can be packed.
        while byteCount <= FolderPack.maximumBytes, files.count <= FolderPack.maximumFiles, let item = walk.next() {
            switch item {
            case .unreadable(let path, let error): throw FileError(path: path.printed, reason: "\(error)")
            case .other(let path): leftOut.append(path.printed)
            case .picture(let path), .file(let path):
                guard let name = path.text else { throw FileError(path: path.printed, reason: "its name is not UTF-8") }
                files.append((name, try FilePlace(path, in: tree).read(.regular)))
                byteCount += files[files.count - 1].contents.count
            }
        }
        return (try FolderPack(files.sorted { $0.name < $1.name }), leftOut.sorted())
    }

    /// Has the worker of a turn carry out the order on all files.
    func perform(by workers: FileWorkers, _ turn: JobQueue.Turn) throws(RedactionFault) -> RedactedFile {
        let message: SecureBytes
        do throws(OutOfMemory) {
            let encoded = try pack.encoded()
            var builder = try SecureBytesBuilder(capacity: encoded.count, in: workers.memory(for: turn))
            try builder.append(encoded)
            message = builder.finish()
        } catch {
            throw .worker(.unavailable)
        }
        return try workers.perform(RedactionInput(message), turn)
    }
}
