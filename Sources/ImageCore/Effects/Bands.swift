import Dispatch
import SecureMemory
import Synchronization

/// The rows of a picture, shared out to threads that work at the same time.
struct Bands {
    /// Rows that follow each other, of about the same number in each band.
    let all: [Range<Int>]

    /// Fewer rows are done sooner than a thread is awake.
    static let leastRows = 32

    /// - Parameters:
    ///   - rows: What is shared out.
    ///   - threads: Most bands, 1 or more.
    ///   - leastRows: Fewest rows of a band, where there is more than one.
    init(_ rows: Range<Int>, threads: Int, leastRows: Int = Bands.leastRows) {
        let count = max(1, min(threads, rows.count / max(leastRows, 1)))
        all = (0..<count).map { index in
            let lower = rows.lowerBound + rows.count * index / count
            return lower..<rows.lowerBound + rows.count * (index + 1) / count
        }
    }

    /// Calls `work` with each band and its place among them, all at the same time, and returns when they are done.
    ///
    /// - Parameter work: Writes nothing that it reads or writes for another band.
    /// - Throws: ``OutOfMemory``, once all others are done, too.
    func forEach(_ work: (Int, Range<Int>) throws(OutOfMemory) -> Void) throws(OutOfMemory) {
        guard all.count > 1 else {
            for (index, band) in all.enumerated() { try work(index, band) }
            return
        }
        let failure = Mutex<OutOfMemory?>(nil)
        withoutActuallyEscaping(work) { work in
            // What it may do at the same time is the caller's promise.
            nonisolated(unsafe) let work = work
            DispatchQueue.concurrentPerform(iterations: all.count) { index in
                do throws(OutOfMemory) {
                    try work(index, all[index])
                } catch {
                    failure.withLock { $0 = error }
                }
                // The thread goes back to the system's pool, and its stack with it.
                StackRemains.wipe()
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
