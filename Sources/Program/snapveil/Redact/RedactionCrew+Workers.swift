import Foundation
import Synchronization

extension RedactionCrew {
    /// Calls `body` for each worker, on a thread of its own, and waits for all. What is left of the threads that may work goes
    /// to the workers that still do.
    ///
    /// - Parameters:
    ///   - count: How many workers there are, 1 or more.
    ///   - threads: How many threads work at a time.
    ///   - body: Does the work of one worker to its end.
    func run(on count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let working = WorkingCount(count) { setThreads(max(threads / $0, 1)) }
        let group = DispatchGroup()
        for worker in 0..<count {
            group.enter()
            // Not of Dispatch, which has no more threads than there are cores: these mostly wait.
            Thread.detachNewThread {
                body(worker)
                working.decrease()
                group.leave()
            }
        }
        group.wait()
    }
}

/// How many workers have files left.
private final class WorkingCount: Sendable {
    private let count: Mutex<Int>
    private let note: @Sendable (Int) -> Void

    /// - Parameter note: Told of every count but 0, in order.
    init(_ count: Int, _ note: @escaping @Sendable (Int) -> Void) {
        self.count = Mutex(count)
        self.note = note
        note(count)
    }

    func decrease() {
        count.withLock { count in
            count -= 1
            if count > 0 { note(count) }
        }
    }
}
