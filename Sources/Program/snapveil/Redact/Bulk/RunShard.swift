import Artefacts
import BoundedWork
import SecureMemory

/// Redacts the runs of one shard of a directory, one after the other and each by all workers, but for those whose results are there.
///
/// What lies in the directory itself is a run: a directory with all below it, an archive, or another file.
struct RunShard {
    private let runs: FileTree
    private let job: BulkJob
    private let manifest: Manifest
    private let tally: BulkTally

    init(_ job: BulkJob) throws(BulkFailure) {
        self.job = job
        runs = try mapError(FileTree(job.input)) { (error: SystemError) in Self.unlisted(job.input, error) }
        manifest = try Manifest(of: job.shard, in: job.manifests, secrets: job.secrets)
        tally = BulkTally(of: job.shard, "runs")
    }

    private static func unlisted(_ path: String, _ error: SystemError) -> BulkFailure {
        .everything("\(path) cannot be listed: \(error)")
    }

    /// Works on all runs, with progress on standard error; the counts. Throws no failure of a single run.
    func run(on workers: FileWorkers) throws(BulkFailure) -> BulkTally.Counts {
        defer { tally.finish() }
        var walk = try mapError(TreeWalk(runs, entersDirectories: false)) { (error: SystemError) in
            Self.unlisted(job.input, error)
        }
        while let item = walk.next() {
            switch item {
            case .picture(let path), .file(let path): try perform(path, workers)
            case .other(let path) where runs.isDirectory(path): try perform(path, workers)
            case .other: tally.add(\.passedOver)
            case .unreadable(_, let error): throw Self.unlisted(job.input, error)
            }
        }
        try manifest.finish()
        return tally.counts
    }

    private func perform(_ path: TreePath, _ workers: FileWorkers) throws(BulkFailure) {
        guard job.shard.contains(FileID(path)) else { return tally.add(\.others) }
        do throws(BulkFailure) {
            tally.add(try redact(path, workers) ? \.redacted : \.unchanged)
        } catch .file(let reason) {
            if !isOwn(path) { try mapError(removeResults(of: path), BulkFailure.writing) }
            try append(.failed(reason), for: path)
            tally.add(\.failed, reporting: "\(path.printed): \(reason)")
        }
    }

    /// Whether a run is called like the directory of manifests.
    private func isOwn(_ path: TreePath) -> Bool { path.text == ShardOptions.ownDirectory }

    /// Makes sure that there is a result; whether there was none.
    private func redact(_ path: TreePath, _ workers: FileWorkers) throws(BulkFailure) -> Bool {
        guard !isOwn(path) else {
            throw .file("results cannot have this name, which is that of the directory of manifests")
        }
        let evidence = try mapError(RunEvidence(of: path, in: runs), BulkFailure.reading)
        if case .run(let known) = try manifest.entry(of: path)?.outcome, known.order == job.order.hexadecimal,
            let seal = known.seal, seal == self.seal(evidence, path)
        {
            return false
        }
        let receipt = try mapError(makeResults(of: path, workers)) { (error: FileError) in
            BulkFailure.run(error, at: runs.fullPath(of: path))
        }
        // Results are on the disk before a line says that they are there.
        try mapError(
            forEachResult(of: path) { (tree, path) throws(SystemError) in
                try tree.file(at: path).synchronize()
            },
            BulkFailure.writing
        )
        if let note = receipt.note { Progress.report("\(path.printed): \(note)") }
        let redacted = ManifestEntry.Run(
            entries: receipt.entries.count,
            dropped: receipt.entries.count { $0.outcome == .dropped },
            order: job.order.hexadecimal,
            seal: evidence.isSettled ? seal(evidence, path) : nil
        )
        try append(.run(redacted), for: path)
        return true
    }

    private func makeResults(of path: TreePath, _ workers: FileWorkers) throws(FileError) -> ArtefactReceipt {
        let name = { (error: SystemError) in FileError(path: runs.fullPath(of: path), error.code) }
        guard runs.isDirectory(path) else { return try redactFile(path, workers) }
        let source = try FolderSource(mapError(runs.subtree(path), name))
        let known = try mapError(RunEvidence(of: path, in: job.output), name)
        let results = try mapError(job.output.subtree(path, making: true), name)
        return try RunFolder(source, to: results, replacing: known.paths).redact(by: workers)
    }

    private func redactFile(_ path: TreePath, _ workers: FileWorkers) throws(FileError) -> ArtefactReceipt {
        let output = FilePlace(path, in: job.output)
        let input = FilePlace(path, in: runs)
        let writing = ResultWriting(RedactionFile(input: input, output: output))
        if let archive = ArchiveFile(input) { return try workers.redact(archive, by: writing) }
        let scratch = try Scratch(beside: output)
        let result = try ArtefactRun(FolderSource(fileAt: path, in: runs), workers).redact(into: scratch)
        // Whatever it is called in an archive, here it keeps its name, as a directory does.
        if let contents = result.entries.first?.contents {
            try output.write { (file) throws(SystemError) in try scratch.copy(contents, to: file) }
        } else {
            try mapError(removeResults(of: path)) { (error: SystemError) in FileError(path: output.path, error.code) }
        }
        return result.receipt
    }

    private func removeResults(of path: TreePath) throws(SystemError) {
        try forEachResult(of: path) { (tree, path) throws(SystemError) in try tree.remove(path) }
    }

    /// Calls `body` with each file that is there of the results of a run, by a tree and the path there.
    private func forEachResult(
        of path: TreePath,
        _ body: (FileTree, TreePath) throws(SystemError) -> Void
    ) throws(SystemError) {
        guard job.output.isDirectory(path) else {
            return job.output.isMissing(path) ? () : try body(job.output, path)
        }
        let results = try job.output.subtree(path)
        for file in try RunEvidence(of: path, in: job.output).paths { try body(results, file) }
    }

    private func append(_ outcome: ManifestEntry.Outcome, for path: TreePath) throws(BulkFailure) {
        try manifest.append(ManifestEntry(input: path, outcome: outcome), replacing: manifest.entry(of: path) != nil)
    }

    /// A digest that holds for these files and their results in their present state alone; nil if results cannot be listed.
    private func seal(_ evidence: RunEvidence, _ path: TreePath) -> String? {
        guard let results = try? RunEvidence(of: path, in: job.output) else { return nil }
        var hasher = manifest.key.hasher()
        hasher.add("run \(job.order.hexadecimal)\n".utf8)
        for evidence in [evidence, results] { evidence.add(to: &hasher) }
        return manifest.key.finish(hasher).hexadecimal
    }
}
