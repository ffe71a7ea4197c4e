import Dispatch

/// Runs the tasks of connections on the queue that their sources deliver to.
///
/// What a source fires goes on in the same thread, and a connection has one thing running at a time. The threads of these
/// queues are not those of Swift's own executor: handlers that keep all of the latter busy do not stop deadlines from being
/// kept and probes from being read.
final class QueueExecutor: TaskExecutor {
    /// The serial queue that runs the tasks.
    let queue: DispatchQueue

    /// An executor with a new queue.
    init(label: String) {
        queue = DispatchQueue(label: label, target: .global(qos: .userInitiated))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
