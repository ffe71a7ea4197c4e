import ArgumentParser
import Artefacts
import BoundedWork
import Containment
import Foundation
import RedactionJobs
import SecureMemory
import Synchronization

/// The directory of a test run: all of its files are redacted together, and keep their places.
struct RunFolder {
    private let pack: FolderPack
    /// What is no file: links, devices and pipes.
    private let leftOut: [String]
    private let results: FileTree
    private let input: String
    private let receipt: String?

    /// Reads all files below a directory. Throws where one of them cannot be read, and where results would lie among them.
    init(_ input: String, to output: String, receipt: String?) throws {
        let (source, target) = (DestinationOptions.canonical(input), DestinationOptions.canonical(output))
        guard target != source, !target.hasPrefix("\(source)/") else {
            throw CommandFailure.usage("the results would lie in \(input); name another --output-directory")
        }
        (self.input, self.receipt) = (input, receipt)
        do {
            (pack, leftOut) = try Self.files(of: FileTree(input))
        } catch {
            throw CommandFailure.usage("\(input) cannot be redacted: \(QuotedText.printing("\(error)"))")
        }
        results = try DestinationOptions.directory(output)
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

    /// Redacts the files, and writes the results once all of them are known, with the receipt.
    func redact(by workers: FileWorkers) throws {
        let done = Mutex<(folder: FolderPack, receipt: ArtefactReceipt)?>(nil)
        let failures = workers.workOnFiles(1) { (_, turn) throws(FileError) in
            let result = try mapError(redacted(by: workers, turn)) { (fault: RedactionFault) in
                FileError(path: input, reason: fault.sentence)
            }
            let note = result.receipt.note
            done.withLock { $0 = result }
            return note.map { "\(input): \($0)" }
        }
        guard failures == 0, let (folder, entries) = done.withLock(\.self) else { throw ExitCode(1) }
        do throws(FileError) {
            for (name, contents) in folder.files {
                try FilePlace(TreePath(bytes: Array(name.utf8)), in: results).write(contents)
            }
        } catch {
            throw CommandFailure.output("\(error)")
        }
        guard let receipt else { return }
        let file = ReceiptFile(receipts: [FileReceipt(input: input, receipt: .artefact(entries))], inputCount: 1)
        try mapError(file.write(to: receipt)) { (error: any Error) in CommandFailure.output("\(error)") }
    }

    private func redacted(
        by workers: FileWorkers,
        _ turn: JobQueue.Turn
    ) throws(RedactionFault) -> (folder: FolderPack, receipt: ArtefactReceipt) {
        let message: SecureBytes
        do throws(OutOfMemory) {
            let encoded = try pack.encoded()
            var builder = try SecureBytesBuilder(capacity: encoded.count, in: workers.memory(for: turn))
            try builder.append(encoded)
            message = builder.finish()
        } catch {
            throw .worker(.unavailable)
        }
        let redacted = try workers.perform(RedactionInput(message), turn)
        guard var receipt = redacted.entries else { throw .worker(.unavailable) }
        receipt.entries += leftOut.map { ArtefactReceipt.Entry(leftOut: $0, "it is a link, or no file") }
        do throws(ContentFailure) {
            return (try FolderPack(decoding: redacted.picture), receipt)
        } catch {
            throw .refused(error.description)
        }
    }
}
