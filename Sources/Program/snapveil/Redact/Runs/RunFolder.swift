import ArgumentParser
import Artefacts
import BoundedWork
import Foundation
import SecureMemory

/// The directory of a test run: all of its files are redacted together, and keep their places, in another directory or in this one.
struct RunFolder {
    private let source: FolderSource
    private let results: FileTree
    private let isInPlace: Bool
    private let receipt: String?

    /// Finds all files below a directory. Throws where one of them cannot be read, and where results would lie among them.
    ///
    /// - Parameter output: The directory of the results; nil for that of the files.
    init(_ input: String, to output: String?, receipt: String?) throws {
        self.receipt = receipt
        source = try FolderSource(input)
        isInPlace = output == nil
        results = try output.map { try Self.results(of: input, in: $0) } ?? source.tree
    }

    private static func results(of input: String, in output: String) throws -> FileTree {
        let (source, target) = (DestinationOptions.canonical(input), DestinationOptions.canonical(output))
        guard target != source, !target.hasPrefix("\(source)/") else {
            throw CommandFailure.usage("the results would lie in \(input); name another --output-directory")
        }
        return try DestinationOptions.directory(output)
    }

    /// Redacts the files, and writes the results once all of them are known, with the receipt.
    func redact(by workers: FileWorkers) throws {
        var entries: ArtefactReceipt
        do throws(FileError) {
            let scratch = try Scratch(in: results.path)
            let result = try ArtefactRun(source, workers).redact(into: scratch)
            try write(result, from: scratch)
            entries = result.receipt
        } catch {
            Progress.report("\(error)")
            throw ExitCode(1)
        }
        entries.entries += source.leftOut.map { ArtefactReceipt.Entry(leftOut: $0, FolderSource.reasonToLeaveOut) }
        Progress.report(entries.note.map { "\(source.path): \($0)" })
        guard let receipt else { return }
        let file = ReceiptFile(receipts: [FileReceipt(input: source.path, receipt: .artefact(entries))], inputCount: 1)
        try mapError(file.write(to: receipt)) { (error: any Error) in CommandFailure.output("\(error)") }
    }

    private func write(_ result: ArtefactRun.Result, from scratch: Scratch) throws(FileError) {
        // A worker may have been taken over.
        try mapError(FolderPack.check(result.entries.map(\.name))) { (failure: ContentFailure) in
            FileError(path: source.path, reason: QuotedText.printing(failure.description))
        }
        var written: Set<TreePath> = []
        for (name, contents) in result.entries {
            guard let contents else { continue }
            let path = TreePath(bytes: Array(name.utf8))
            try FilePlace(path, in: results).write { (file) throws(SystemError) in
                try scratch.copy(contents, to: file)
            }
            written.insert(path)
        }
        guard isInPlace else { return }
        for path in source.paths where !written.contains(path) {
            try mapError(results.remove(path)) { (error: SystemError) in
                FileError(path: results.fullPath(of: path), error.code)
            }
        }
    }
}
