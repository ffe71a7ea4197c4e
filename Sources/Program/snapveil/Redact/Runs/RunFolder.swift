import Artefacts
import BoundedWork
import Foundation
import SecureMemory

/// The directory of a test run: all of its files are redacted together, and keep their places, in another directory or in this one.
struct RunFolder {
    private let source: FolderSource
    private let results: FileTree
    private let stale: [TreePath]

    /// - Parameters:
    ///   - results: The directory of the results.
    ///   - stale: What is there, and is removed where no result takes its place.
    init(_ source: FolderSource, to results: FileTree, replacing stale: [TreePath] = []) {
        (self.source, self.results, self.stale) = (source, results, stale)
    }

    /// Redacts the files, and writes the results once all of them are known.
    func redact(by workers: FileWorkers) throws(FileError) -> ArtefactReceipt {
        let scratch = try Scratch(in: results.path)
        let result = try ArtefactRun(source, workers).redact(into: scratch)
        try write(result, from: scratch)
        var receipt = result.receipt
        receipt.entries += source.leftOut.map { ArtefactReceipt.Entry(leftOut: $0, FolderSource.reasonToLeaveOut) }
        return receipt
    }

    private func write(_ result: ArtefactRun.Result, from scratch: Scratch) throws(FileError) {
        // A worker may have been taken over.
        try mapError(FolderPack.check(result.entries.map(\.name))) { (failure: ContentFailure) in
            FileError(path: source.path, reason: QuotedText.printing(failure.description))
        }
        try checkPlaces(result.entries.filter { $0.contents != nil }.map(\.name))
        var written: Set<TreePath> = []
        for (name, contents) in result.entries {
            guard let contents else { continue }
            let path = TreePath(bytes: Array(name.utf8))
            try FilePlace(path, in: results).write { (file) throws(SystemError) in
                try scratch.copy(contents, to: file)
            }
            written.insert(path)
        }
        for path in stale where !written.contains(path) {
            try mapError(results.remove(path)) { (error: SystemError) in
                FileError(path: results.fullPath(of: path), error.code)
            }
            // Their names may tell what is in no result.
            results.removeEmptyDirectories(of: path)
        }
    }

    /// Throws if a result would lie in the directory of the run, where that lies in the directory of results.
    private func checkPlaces(_ names: [String]) throws(FileError) {
        let (run, top) = (RealPath.of(source.path), RealPath.of(results.path))
        let prefix = top.hasSuffix("/") ? top : "\(top)/"
        guard run.hasPrefix(prefix) else { return }
        let own = "\(run.dropFirst(prefix.count))/"
        guard let name = names.first(where: { $0.hasPrefix(own) }) else { return }
        throw FileError(
            path: "\(prefix)\(name)",
            reason: "the result would lie in \(source.path); name another --output-directory"
        )
    }
}
