import CContainment
import Glibc
import Synchronization

/// A process that this one has to wait for. It is killed when nobody refers to it any more.
final class ChildProcess: Sendable {
    /// The number of the process. No other has it before this one was waited for.
    let pid: pid_t
    private let ending = Mutex<Ending?>(nil)

    /// How a process ended.
    enum Ending: Equatable {
        /// With an exit status.
        case exited(Int32)
        /// By a signal.
        case signalled(Int32)
    }

    init(_ pid: pid_t) {
        self.pid = pid
    }

    deinit { _ = end() }

    /// Kills the process if it still runs, and tells how it ended.
    func end() -> Ending {
        ending.withLock { ending in
            if let ending { return ending }
            // One that has ended by itself keeps the status that it ended with.
            kill(pid, SIGKILL)
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            let result = signal == 0 ? Ending.exited(status >> 8 & 0xFF) : .signalled(signal)
            ending = result
            return result
        }
    }

    /// A descriptor that can be read once the process has ended; nil where the kernel has none.
    func endDescriptor() -> Descriptor? {
        let number = containment_process_descriptor(pid)
        return number >= 0 ? Descriptor(adopting: number) : nil
    }
}
