import CContainment
import Dispatch
import Glibc
import Polling
import Synchronization

/// A process that this one has to wait for, killed when nobody refers to it any more.
final class ChildProcess: Sendable {
    /// The number of the process: no other has it before this one was waited for.
    let pid: pid_t
    private let ending = Mutex<ProcessEnding?>(nil)

    init(_ pid: pid_t) {
        self.pid = pid
    }

    deinit { _ = end() }

    /// Kills the process if it still runs; its end.
    func end() -> ProcessEnding {
        ending.withLock { ending in
            if let ending { return ending }
            // One that has ended by itself keeps its status.
            kill(pid, SIGKILL)
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            let result = signal == 0 ? ProcessEnding.exited(status >> 8 & 0xFF) : .signalled(signal)
            ending = result
            return result
        }
    }

    /// Waits until the process has ended by itself; its end.
    func waitForEnd() -> ProcessEnding {
        if ending.withLock({ $0 == nil }) { containment_await_end(pid) }
        return end()
    }

    /// A descriptor that can be read once the process has ended; nil where the kernel has none.
    func endDescriptor() -> Descriptor? {
        let number = containment_process_descriptor(pid)
        return number >= 0 ? Descriptor(adopting: number) : nil
    }
}

/// Calls an action once when a process has ended, unless it is let go before.
final class Watch: Sendable {
    private let polled: PolledDescriptor
    /// Open until it is no longer polled.
    private let descriptor: Descriptor

    private static let queue = DispatchQueue(label: "snapveil.watch")

    /// Watches nothing without a descriptor, on old kernels.
    init?(_ descriptor: Descriptor?, _ action: @escaping @Sendable () -> Void) {
        let call = SingleCall(action)
        guard
            let descriptor,
            let polled = PolledDescriptor(descriptor.number, { _ in Self.queue.async { call.make() } })
        else { return nil }
        self.polled = polled
        self.descriptor = descriptor
        polled.arm(.readable)
    }

    deinit { polled.remove() }
}

/// An action that is called once. The end of a process that was waited for already is reported twice: when the descriptor is taken
/// in, as it is hung up, and when it is armed.
private final class SingleCall: Sendable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Mutex(action)
    }

    func make() {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }
}
