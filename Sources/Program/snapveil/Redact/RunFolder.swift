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
    private let files: RunFiles
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
        files = try RunFiles(of: input)
        results = try DestinationOptions.directory(output)
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
        let redacted = try files.perform(by: workers, turn)
        guard var receipt = redacted.entries else { throw .worker(.unavailable) }
        receipt.entries += files.leftOut.map { ArtefactReceipt.Entry(leftOut: $0, RunFiles.reasonToLeaveOut) }
        do throws(ContentFailure) {
            return (try FolderPack(decoding: redacted.picture), receipt)
        } catch {
            throw .refused(error.description)
        }
    }
}
