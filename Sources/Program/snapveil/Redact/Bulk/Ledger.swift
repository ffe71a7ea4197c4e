import BoundedWork
import Foundation
import Redaction
import RedactionJobs
import SecureMemory

/// Keeps results with the snapshots that they are of.
///
/// A result is trusted if the manifest has a line for it, of this snapshot and this order, and if neither file has changed.
/// That is first asked of the file system, which need not read them; where it is not sure, both are read.
final class Ledger: Sendable {
    private let manifest: Manifest
    private let results: ResultTree
    private let job: BulkJob

    /// A result that the manifest knows.
    struct KnownResult: Sendable {
        fileprivate let done: ManifestEntry.Done
        fileprivate let places: BulkJob.Places
    }

    init(_ job: BulkJob) throws(BulkFailure) {
        self.job = job
        // First: the owner of the manifest owns the directory of unfinished results.
        manifest = try Manifest(of: job.shard, in: job.manifests, secrets: job.secrets)
        results = try mapError(ResultTree(job.output, unfinished: job.unfinished)) { (error: SystemError) in
            BulkFailure.everything("\(job.output.path) cannot be used: \(error)")
        }
    }

    // MARK: - Known results

    /// The known result of a snapshot; nil if there is none, or if it is of another order.
    func result(at places: BulkJob.Places) throws(BulkFailure) -> KnownResult? {
        guard case .done(let done) = try manifest.entry(of: places.snapshot)?.outcome,
            done.order == job.order.hexadecimal, done.output == places.result
        else { return nil }
        return KnownResult(done: done, places: places)
    }

    /// Whether neither the snapshot nor the result has changed since, by the file system.
    func isSealed(_ known: KnownResult, _ evidence: borrowing Evidence) -> Bool {
        !job.isVerifying && known.done.seal != nil && known.done.seal == seal(known.done, known.places, evidence)
    }

    /// Whether the bytes of snapshot and result are unchanged.
    func isConfirmed(
        _ known: KnownResult,
        _ input: RedactionInput,
        _ evidence: borrowing Evidence
    ) throws(BulkFailure) -> Bool {
        var done = known.done
        guard done.source == manifest.key.seal(input),
            done.sha256 == results.digest(of: known.places.result)?.hexadecimal,
            done.hierarchy == evidence.hierarchyResult.flatMap({ results.digest(of: $0)?.hexadecimal })
        else { return false }
        // So that the file system is enough the next time.
        done.seal = evidence.isUnchanged ? seal(done, known.places, evidence) : nil
        if done != known.done {
            try manifest.append(ManifestEntry(input: known.places.snapshot, outcome: .done(done)), replacing: true)
        }
        return true
    }

    // MARK: - New results

    /// Keeps the result of an input, which was read from the files of `evidence`.
    func keep(
        _ redacted: RedactedFile,
        of input: RedactionInput,
        _ evidence: borrowing Evidence,
        at places: BulkJob.Places
    ) throws(BulkFailure) {
        guard let receipt = redacted.receipt else { throw .everything("a file was redacted without a receipt") }
        let file = FileID(places.snapshot)
        for path in places.hierarchies.compactMap(\.result) {
            let hierarchy = path == evidence.hierarchyResult ? redacted.hierarchy : nil
            try mapError(write(hierarchy, to: path, for: file), BulkFailure.writing)
        }
        try mapError(results.write(redacted.picture, to: places.result, for: file), BulkFailure.writing)
        var done = ManifestEntry.Done(
            output: places.result,
            sha256: Digest(of: redacted.picture).hexadecimal,
            hierarchy: redacted.hierarchy.map { Digest(of: $0).hexadecimal },
            assurance: receipt.assurance,
            covered: receipt.covered.count,
            receipt: try digest(of: receipt),
            order: job.order.hexadecimal,
            source: manifest.key.seal(input),
            seal: nil
        )
        done.seal = evidence.isUnchanged ? seal(done, places, evidence) : nil
        try append(.done(done), for: places.snapshot)
    }

    /// Notes why a snapshot has no result, and removes one that is there if `isRemoving`.
    func note(failureOf places: BulkJob.Places, _ reason: String, removingResults isRemoving: Bool) throws(BulkFailure)
    {
        for path in isRemoving ? [places.result] + places.hierarchies.compactMap(\.result) : [] {
            try mapError(results.remove(path)) { (error: SystemError) in
                BulkFailure.everything("\(path.printed) cannot be removed: \(error)")
            }
        }
        try append(.failed(reason), for: places.snapshot)
    }

    /// Notes why a directory cannot be listed.
    func note(unreadable path: TreePath, _ reason: String) throws(BulkFailure) {
        try append(.unreadable(reason), for: path)
    }

    func finish() throws(BulkFailure) {
        try manifest.finish()
    }

    private func append(_ outcome: ManifestEntry.Outcome, for path: TreePath) throws(BulkFailure) {
        try manifest.append(ManifestEntry(input: path, outcome: outcome), replacing: manifest.entry(of: path) != nil)
    }

    private func write(_ bytes: SecureBytes?, to path: TreePath, for file: FileID) throws(SystemError) {
        guard let bytes else { return try results.remove(path) }
        try results.write(bytes, to: path, for: file)
    }

    private func digest(of receipt: Receipt) throws(BulkFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(receipt) else { throw .everything("a receipt cannot be written") }
        return Digest(of: data).hexadecimal
    }

    /// A digest that holds for these files in their present state alone; nil if the result is not there.
    private func seal(
        _ done: ManifestEntry.Done,
        _ places: BulkJob.Places,
        _ evidence: borrowing Evidence
    ) -> String? {
        guard let stamp = results.stamp(of: places.result) else { return nil }
        let hierarchyStamp = evidence.hierarchyResult.flatMap { results.stamp(of: $0) }
        guard (hierarchyStamp != nil) == (done.hierarchy != nil) else { return nil }
        var hasher = manifest.key.hasher()
        hasher.add("seal \(done.sha256) \(done.source) \(done.order)\n".utf8)
        hasher.add(FileID(places.snapshot).bytes)
        evidence.add(to: &hasher)
        for stamp in [stamp, hierarchyStamp].compactMap(\.self) { stamp.add(to: &hasher) }
        return manifest.key.finish(hasher).hexadecimal
    }
}
