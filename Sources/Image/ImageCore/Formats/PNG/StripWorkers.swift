import BoundedWork
import Dispatch
import SecureMemory
import Synchronization

/// Workers, each with memory of its own, that work on strips at the same time.
struct StripWorkers<Worker: Sendable>: Sendable {
    private let workers: [Worker]

    /// - Throws: `OutOfMemory`.
    init(count: Int, _ makeWorker: () throws(OutOfMemory) -> Worker) throws(OutOfMemory) {
        var workers: [Worker] = []
        for _ in 0..<count { workers.append(try makeWorker()) }
        self.workers = workers
    }

    /// Strips that are worked on at a time.
    var count: Int { workers.count }

    /// What `work` makes of each of `strips`; of the first ones alone once it is cancelled.
    ///
    /// - Throws: `OutOfMemory`.
    func map<Output: Sendable>(
        _ strips: Range<Int>,
        _ cancellation: Cancellation,
        _ work: @Sendable (Worker, Int) throws(OutOfMemory) -> Output
    ) throws(OutOfMemory) -> [Output] {
        guard count > 1, strips.count > 1 else {
            var outputs: [Output] = []
            for strip in strips.whileWanted(cancellation) { outputs.append(try work(workers[0], strip)) }
            return outputs
        }
        let results = Mutex([Int: Result<Output, OutOfMemory>]())
        DispatchQueue.concurrentPerform(iterations: count) { index in
            for strip in stride(from: strips.lowerBound + index, to: strips.upperBound, by: count)
                .whileWanted(cancellation)
            {
                let result = Result { () throws(OutOfMemory) in try work(workers[index], strip) }
                results.withLock { $0[strip] = result }
            }
            // The thread goes back to the system's pool, and its stack with it.
            StackRemains.wipe()
        }
        let finished = results.withLock { $0 }
        var outputs: [Output] = []
        for strip in strips {
            if let result = finished[strip] { outputs.append(try result.get()) }
        }
        return outputs
    }
}
