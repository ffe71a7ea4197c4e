import BoundedWork
import Dispatch
import Glibc
import SecureMemory
import Synchronization

/// A program that is not this one and reads bytes from strangers, in a process that can open no file but its libraries and what it was
/// lent, reaches no network and no other process, and starts none.
///
/// ```swift
/// let terms = ProgramTerms(
///     path: "/usr/bin/ffmpeg",
///     arguments: ["-nostdin", "-i", "file:/proc/self/fd/0", "-f", "nut", "pipe:1"],
///     descriptors: [video, pipe, log],
///     reopenedToRead: [0],
///     addressSpace: 2 << 30,
///     fileSize: 0
/// )
/// let program = try LockedProgram(terms, launcher: launcher)
/// guard await program.waitForEnd() == .exited(0) else { ... }
/// ```
/// The process is killed when nobody refers to this value any more. With a launcher that the main thread has made, it also ends with
/// this process, however that ends.
///
/// The program has no environment, the root as its directory, and only the descriptors of its terms. `SIGHUP`, `SIGINT`, `SIGQUIT`,
/// `SIGTERM`, `SIGUSR1`, `SIGUSR2`, `SIGPIPE` and `SIGTSTP` are ignored, unless it handles them.
public final class LockedProgram: Sendable {
    /// The locks of the process, said before it became the program.
    public let locks: LockReport
    private let child: ChildProcess
    /// Readable once the process has ended; nil where the kernel has none.
    private let ending: Descriptor?
    private let watches = Mutex<[Watch]>([])

    /// The time that a process may take to become the program.
    private static let patience = Duration.seconds(20)

    /// Starts a program, and waits until a process has become it. The descriptors of the terms stay with the caller, who closes the ends
    /// of pipes that are the program's.
    ///
    /// - Throws: ``ContainmentError``, with `EINVAL` for terms that contradict themselves, `E2BIG` for too long arguments, and what
    ///   execve(2) says, such as `ENOENT`. A program that lacks a library starts, and ends by itself with status 127.
    public init(_ terms: ProgramTerms, launcher: Launcher) throws(ContainmentError) {
        let socket: PacketSocket
        (child, socket) = try Self.start(terms, launcher)
        ending = child.endDescriptor()
        locks = try Self.awaitProgram(of: terms, child, on: socket)
    }

    /// The number of the process.
    public var processID: Int32 { child.pid }

    /// Kills the process if it still runs; its end.
    @discardableResult
    public func kill() -> ProcessEnding { child.end() }

    /// Calls `action` on another thread once the process has ended, unless this value is let go before.
    public func whenEnded(_ action: @escaping @Sendable () -> Void) {
        if let watch = Watch(ending?.copy(), action) {
            watches.withLock { $0.append(watch) }
        } else {
            DispatchQueue.global().async { [child] in
                _ = child.waitForEnd()
                action()
            }
        }
    }

    /// Waits on this thread until the process has ended; its end.
    public func waitForEnd() -> ProcessEnding {
        guard let ending else { return child.waitForEnd() }
        while Readiness.wait(for: ending, nil, until: .now + .seconds(1 << 20)).isEmpty {}
        return child.end()
    }

    /// Waits until the process has ended; its end. A task that is cancelled kills it.
    public func waitForEnd() async -> ProcessEnding {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                whenEnded { continuation.resume() }
            }
        } onCancel: {
            kill()
        }
        return child.end()
    }

    // MARK: - The start

    private static func failure(_ terms: ProgramTerms, _ code: Int32) -> ContainmentError {
        .system("the program \(terms.path) cannot be started", code)
    }

    /// Starts the process, whose end of the socket is closed here once this returns.
    private static func start(
        _ terms: ProgramTerms,
        _ launcher: Launcher
    ) throws(ContainmentError) -> (ChildProcess, PacketSocket) {
        guard terms.areValid else { throw failure(terms, EINVAL) }
        guard terms.descriptors.allSatisfy({ fcntl($0, F_GETFD) >= 0 }) else { throw failure(terms, EBADF) }
        let order = try mapError(Order.become(terms).encoded()) { (_: OutOfMemory) in failure(terms, ENOMEM) }
        guard order.count <= PacketSocket.longestPacket else { throw failure(terms, E2BIG) }
        let (own, other) = try PacketSocket.pair()
        let child = try launcher.launch(other)
        // If it does not get them, the end of the process says why.
        _ = own.send(order, passing: terms.descriptors)
        return (child, own)
    }

    /// Waits until the process is the program, whose start closes the socket; its locks.
    private static func awaitProgram(
        of terms: ProgramTerms,
        _ child: ChildProcess,
        on socket: PacketSocket
    ) throws(ContainmentError) -> LockReport {
        let deadline = ContinuousClock.now + patience
        guard let report = try packet(on: socket, until: deadline) else {
            throw .endedEarly(WorkerFailure.crashed(child.waitForEnd().description).description)
        }
        guard case .ready(let locks)? = try? Report(decoding: report) else {
            throw .endedEarly(WorkerFailure.babbled.description)
        }
        guard let code = try packet(on: socket, until: deadline) else { return locks }
        guard code.count == MemoryLayout<Int32>.size else { throw .endedEarly(WorkerFailure.babbled.description) }
        throw failure(terms, code.withUnsafeBytes { $0.loadUnaligned(as: Int32.self) })
    }

    /// The next packet; nil if there will be none.
    private static func packet(
        on socket: PacketSocket,
        until deadline: ContinuousClock.Instant
    ) throws(ContainmentError) -> SecureBytes? {
        guard Readiness.wait(for: socket.descriptor, nil, until: deadline).contains(.first) else {
            throw .endedEarly(WorkerFailure.overran.description)
        }
        return socket.receiveNow()
    }
}
