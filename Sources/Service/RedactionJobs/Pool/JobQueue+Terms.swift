package import BoundedWork
import Synchronization

extension JobQueue {
    package struct Bounds: Sendable {
        /// Jobs that run at a time, 1 or more.
        package var workers: Int
        /// Threads of all running jobs; nil for as many as workers.
        package var threads: Int?
        /// Jobs at a time that look at pictures, or are known to take long; nil for all workers but one.
        package var looks: Int?
        /// Jobs that wait at a time, 0 or more. They hold the memory of their uploads, which is bounded elsewhere.
        package var queue: Int
        /// Upper bound on the expected wait of a job.
        package var maximumWait: Duration

        package init(
            workers: Int,
            threads: Int? = nil,
            looks: Int? = nil,
            queue: Int = .max,
            maximumWait: Duration = .seconds(20)
        ) {
            self.workers = workers
            self.threads = threads
            self.looks = looks
            self.queue = queue
            self.maximumWait = maximumWait
        }
    }

    package enum Refusal: Error, Equatable {
        /// Every worker is busy and the queue is full; the time until it should be shorter.
        case full(retryAfter: Duration)
        /// The task was cancelled while the job waited.
        case cancelled
    }

    /// A place in a queue that is kept for a job that is yet to come, for a while.
    package final class Reservation: Sendable {
        private let number: Int
        private let seconds: Double
        private let queue: JobQueue

        init(_ number: Int, seconds: Double, in queue: JobQueue) {
            self.number = number
            self.seconds = seconds
            self.queue = queue
        }

        deinit { queue.state.withLock { _ = $0.expected.remove(number) } }

        /// Whether the job still has its place now that it has come, and does not take much longer than it was thought to.
        func isKept(for place: FairQueue<Order>.Place, _ expected: inout ExpectedJobs) -> Bool {
            expected.remove(number) && place.seconds <= 2 * seconds
        }
    }

    /// The means by which the workers of a pool stay able to work.
    package struct Upkeep: Sendable {
        /// Whether a worker needs restoring before its next job.
        package let needsRestoring: @Sendable (_ worker: Int) -> Bool
        /// Restores a worker, however long that takes. Called on its queue.
        package let restore: @Sendable (_ worker: Int) -> Void
        /// Notes the number of idle threads, whenever it changes.
        package let noteIdle: @Sendable (_ count: Int) -> Void

        package static let none = Upkeep(needsRestoring: { _ in false }, restore: { _ in }, noteIdle: { _ in })

        /// The same for workers that are given up when they fail.
        package var withoutRestoring: Upkeep {
            Upkeep(needsRestoring: { _ in false }, restore: { _ in }, noteIdle: noteIdle)
        }
    }

    package struct Turn: Sendable {
        /// The number of the worker, from 0.
        package let worker: Int
        /// The threads that the job may use, and whether it is still wanted.
        package let work: WorkContext
        /// Whether the job may look at its picture.
        package let mayLook: Bool
    }
}
