import BoundedWork
import RedactionJobs
import Synchronization

/// Redacts the files of one shard of a tree, but for those whose results are there.
final class BulkRun: Sendable {
    private let snapshots: FileTree
    private let ledger: Ledger
    private let job: BulkJob
    private let tally: BulkTally
    private let walk: Mutex<TreeWalk>
    /// The reason why no file is begun any more.
    private let failure = Mutex<BulkFailure?>(nil)

    init(_ job: BulkJob) throws(BulkFailure) {
        self.job = job
        do throws(SystemError) {
            snapshots = try FileTree(job.input)
            walk = Mutex(try TreeWalk(snapshots))
        } catch {
            throw .everything("\(job.input) cannot be listed: \(error)")
        }
        ledger = try Ledger(job)
        tally = BulkTally(of: job.shard, "pictures")
    }

    /// Works on all files, with progress on standard error; the counts. Throws no failure of a single file.
    func run(on workers: FileWorkers) throws(BulkFailure) -> BulkTally.Counts {
        workers.run { [self] turn in
            do throws(BulkFailure) {
                guard let path = try next() else { return false }
                try perform(job.places(of: path), workers, turn)
                return true
            } catch {
                failure.withLock { $0 = $0 ?? error }
                return false
            }
        }
        tally.finish()
        if let failure = failure.withLock(\.self) { throw failure }
        try ledger.finish()
        return tally.counts
    }

    /// The next file of the shard; nil if there is none, or if there is no use in going on.
    private func next() throws(BulkFailure) -> TreePath? {
        guard failure.withLock({ $0 == nil }) else { return nil }
        while let item = walk.withLock({ $0.next() }) {
            switch item {
            case .picture(let path):
                if job.shard.contains(FileID(path)) { return path }
                tally.add(\.others)
            case .file, .other: tally.add(\.passedOver)
            case .unreadable(let path, let error):
                guard !error.isOfAllFiles else { throw .everything("\(path.printed) cannot be listed: \(error)") }
                // By every shard: each may have files in it.
                tally.add(\.unreadable, reporting: "\(path.printed): the directory cannot be listed: \(error)")
                try ledger.note(unreadable: path, "\(error)")
            }
        }
        return nil
    }

    private func perform(
        _ places: BulkJob.Places,
        _ workers: FileWorkers,
        _ turn: JobQueue.Turn
    ) throws(BulkFailure) {
        do throws(BulkFailure) {
            let isNew = try redact(places, workers, turn)
            tally.add(isNew ? \.redacted : \.unchanged)
        } catch .file(let reason) {
            // The result of another file of that name stays.
            try ledger.note(failureOf: places, reason, removingResults: !isClaimed(places))
            tally.add(\.failed, reporting: "\(places.snapshot.printed): \(reason)")
        }
    }

    /// Makes sure that there is a result; whether there was none.
    private func redact(
        _ places: BulkJob.Places,
        _ workers: FileWorkers,
        _ turn: JobQueue.Turn
    ) throws(BulkFailure) -> Bool {
        guard !isClaimed(places) else {
            throw .file("another file has the same result, \(places.result.printed)")
        }
        let evidence = try Evidence(places, in: snapshots)
        let known = try ledger.result(at: places)
        if let known, ledger.isSealed(known, evidence) { return false }
        let input = try evidence.read(in: workers.memory(for: turn))
        if let known, try ledger.isConfirmed(known, input, evidence) { return false }
        let redacted = try mapError(workers.perform(input, turn), BulkFailure.redacting)
        try ledger.keep(redacted, of: input, evidence, at: places)
        return true
    }

    /// Whether there is another snapshot whose result has the name of this one's.
    private func isClaimed(_ places: BulkJob.Places) -> Bool {
        places.result != places.snapshot && snapshots.status(of: places.result) != nil
    }
}
