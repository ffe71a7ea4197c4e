import SecureMemory
import Synchronization

extension RedactionCrew {
    /// Workers for a number of files.
    static func workers(jobs: Int, files: Int) -> Int { max(min(jobs, files), 1) }

    /// Works on `count` files in parallel, and says on standard error how it goes and what fails.
    ///
    /// - Parameters:
    ///   - count: How many files there are.
    ///   - jobs: How many threads work at a time, 1 or more.
    ///   - body: Works on the file at the index that comes first, on the worker that comes second.
    /// - Returns: How many files failed.
    func workOnFiles(
        _ count: Int,
        jobs: Int,
        _ body: @escaping @Sendable (_ index: Int, _ worker: Int) throws(FileError) -> Void
    ) -> Int {
        let next = Atomic(0)
        let failures = Atomic(0)
        let progress = Progress(total: count)
        run(on: Self.workers(jobs: jobs, files: count), threads: jobs) { worker in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                do throws(FileError) {
                    try body(index, worker)
                    progress.advance()
                } catch {
                    failures.add(1, ordering: .relaxed)
                    progress.advance(reporting: "snapveil: \(error)")
                }
            }
        }
        progress.finish()
        return failures.load(ordering: .relaxed)
    }
}
