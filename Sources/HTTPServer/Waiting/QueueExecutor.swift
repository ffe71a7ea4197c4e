import Dispatch

/// Runs a connection's task on the queue that its sources deliver to.
///
/// What a source fires goes on in the same thread, and a connection has one thing running at a time. The queues share
/// threads, one a core, that are not those of Swift's own executor: handlers that keep all of the latter busy do not stop
/// deadlines from being kept and probes from being read.
final class QueueExecutor: TaskExecutor {
    /// The serial queue.
    let queue: DispatchQueue

    /// A queue of its own.
    init(label: String) {
        queue = DispatchQueue(label: label, target: .global(qos: .userInitiated))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
