import CContainment
import Glibc
import Synchronization

/// The process that starts workers, for one that will lock itself and may start none then: forked before this process knows
/// anything that a worker must not know, it ends with it.
public final class Launcher: Sendable {
    /// A program that a launcher starts.
    public struct Program: Sendable {
        /// The path of the executable.
        public var path: String
        /// The argument list, the name of the program first; at most 8.
        public var arguments: [String]

        /// This program itself, with other arguments.
        public static func itself(_ arguments: String...) -> Program {
            Program(path: "/proc/self/exe", arguments: arguments)
        }

        /// A program by its path.
        public init(path: String, arguments: [String]) {
            self.path = path
            self.arguments = arguments
        }
    }

    private let socket: Mutex<Descriptor>
    private let pid: pid_t
    /// The number of the launcher's process.
    public var processID: Int32 { pid }
    private let end = Mutex(End())

    private struct End {
        var hasCome = false
        var watch: Watch?
    }

    /// Forks the launcher. To be called by the main thread, early: then no worker outlasts this process, however it ends.
    public init(_ program: Program) throws(ContainmentError) {
        var pid: pid_t = -1
        let copies = program.arguments.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        let arguments = copies.map { UnsafePointer($0) } + [nil]
        let number = arguments.withUnsafeBufferPointer { arguments in
            containment_launcher_fork(program.path, arguments.baseAddress, &pid)
        }
        guard number >= 0 else { throw .system("the launcher of workers cannot be started", errno) }
        self.pid = pid
        socket = Mutex(Descriptor(adopting: number))
    }

    deinit {
        end.withLock { $0.watch = nil }
        kill(pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }

    /// Calls `action` if the launcher ends before this value is let go: there can be no new workers then.
    public func watch(_ action: @escaping @Sendable () -> Void) {
        let number = containment_process_descriptor(pid)
        let descriptor = number >= 0 ? Descriptor(adopting: number) : nil
        let watch = Watch(descriptor) { [weak self] in
            self?.end.withLock { $0.hasCome = true }
            action()
        }
        end.withLock { $0.watch = watch }
    }

    /// Whether the launcher has ended, as far as ``watch(_:)`` has seen.
    public var hasEnded: Bool { end.withLock(\.hasCome) }

    func launch(_ end: PacketSocket) throws(ContainmentError) -> ChildProcess {
        let (pid, code) = socket.withLock { socket in
            let pid = containment_launch(socket.number, end.descriptor.number)
            return (pid, errno)
        }
        guard pid > 0 else { throw .system("a worker process cannot be started", code) }
        return ChildProcess(pid)
    }
}

/// The threads and processes that the system allows.
public enum ThreadRoom {
    /// Threads of a server with worker processes, and as many again in case.
    private static func needed(workers: Int) -> Int { 64 + 16 * workers }

    /// Makes sure of all threads that a server with `workers` processes, or none, will need: later, Dispatch would wait for them
    /// for ever.
    public static func check(workers: Int) throws(ContainmentError) {
        let needed = needed(workers: workers)
        let count = Int(containment_startable_threads(Int32(clamping: needed)))
        guard count >= needed else { throw .tooFewThreads(count, needed: needed) }
    }
}
