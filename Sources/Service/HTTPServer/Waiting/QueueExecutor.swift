import Dispatch

/// Runs the tasks of connections on a serial queue.
///
/// The threads of these
/// queues are not those of Swift's own executor: handlers that keep all of the latter busy do not stop deadlines from being
/// kept and probes from being read.
final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    /// An executor with a new queue.
    init(label: String) {
        queue = DispatchQueue(label: label, target: .global(qos: .userInitiated))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
