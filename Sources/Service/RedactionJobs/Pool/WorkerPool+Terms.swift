import Containment
import SecureMemory

extension WorkerPool {
    /// The settings of a pool.
    package struct Terms {
        package var queue: JobQueue.Bounds
        package var setup: WorkSetup
        /// Bytes of large memory that a worker may take at a time, its results included until they were taken.
        package var regionBytes: Int
        /// The longest that a job may take; nil for no bound.
        package var timeLimit: Duration?
        /// Bytes of memory to keep for later jobs, in all.
        package var idleBytes: Int
        /// Whether core dumps and debuggers may show memory.
        package var allowsInspection = false

        /// Bytes that a worker may take besides large memory, whatever it does: for libraries, stacks and texts.
        private static let otherByteCount = 1 << 30

        package init(queue: JobQueue.Bounds, setup: WorkSetup, regionBytes: Int, timeLimit: Duration?, idleBytes: Int) {
            self.queue = queue
            self.setup = setup
            self.regionBytes = regionBytes
            self.timeLimit = timeLimit
            self.idleBytes = idleBytes
        }

        /// Bytes of memory to keep for later inputs: an input takes a fraction of the memory of its picture.
        var idleInputBytes: Int { min(idleBytes / 4, queue.workers * Self.idleInputBytesOfWorker) }

        private static let idleInputBytesOfWorker = 16 << 20

        /// The setup of each process. Blocks kept for later inputs stay mapped in it and count at twice their written length.
        func workerSetup() throws(OutOfMemory) -> WorkerSetup {
            WorkerSetup(
                content: try setup.encoded(),
                regionByteLimit: regionBytes,
                otherByteCount: Self.otherByteCount + 2 * idleInputBytes,
                idleByteCount: idleBytes / max(queue.workers, 1),
                allowsInspection: allowsInspection
            )
        }
    }
}
