import Foundation
import Glibc
import ProcessFiles
import Synchronization

/// The built program while it runs, which ends with this value.
final class RunningCommand {
    private let process = Process()
    private let collected = (output: CollectedOutput(), errors: CollectedOutput())

    /// - Parameters:
    ///   - arguments: Of the program.
    ///   - environment: Beside which it has none.
    ///   - input: A file to read on standard input; nil for nothing.
    ///   - launcher: A program, with its arguments, that becomes the command that is appended to it.
    init(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String? = nil,
        launcher: [String] = []
    ) throws {
        let command = launcher + [ServerProcess.program.path] + arguments
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = environment
        process.standardInput = try input.map { try FileHandle(forReadingFrom: URL(filePath: $0)) } ?? .nullDevice
        process.standardOutput = collected.output.pipe
        process.standardError = collected.errors.pipe
        try Self.withoutBlockedSignals { try process.run() }
    }

    /// Calls `body` on a thread that blocks no signals, as those of Dispatch do: a process starts with what blocks the thread
    /// that starts it.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    deinit { kill() }

    /// The exit status, or the number of the signal that it ended by.
    var status: Int32 { process.terminationStatus }
    /// Whether it ended by a signal.
    var wasSignalled: Bool { process.terminationReason == .uncaughtSignal }
    /// What it has written to standard output.
    var output: [UInt8] { collected.output.bytes }
    /// What it has written to standard error.
    var errors: String { collected.errors.text }

    /// Waits until it has ended, and what it wrote was read; whether it has.
    func waitForEnd() -> Bool {
        guard eventually(within: 120, { !process.isRunning }) else { return false }
        // What a process wrote may come after its end.
        _ = eventually { collected.output.isComplete && collected.errors.isComplete }
        return true
    }

    /// Sends it a signal.
    func signal(_ number: Int32) {
        if process.isRunning { Glibc.kill(process.processIdentifier, number) }
    }

    /// Ends it.
    func kill() { signal(SIGKILL) }

    /// The processes that work for it.
    var workers: [pid_t] { ProcessFile.workers(of: process.processIdentifier) }
}

/// The built program, run to its end.
struct Command {
    let status: Int32
    let output: String
    let errors: String
    /// What it has written to standard output.
    let bytes: [UInt8]

    /// What it has written to standard error besides its log, whose lines begin with the year.
    var message: String {
        errors.split(separator: "\n").filter { $0.first?.isNumber != true }.map { $0 + "\n" }.joined()
    }

    /// - Parameters:
    ///   - arguments: Of the program.
    ///   - environment: Beside which it has none.
    ///   - input: A file to read on standard input; nil for nothing.
    ///   - launcher: A program, with its arguments, that becomes the command that is appended to it.
    ///   - shell: Commands of a shell to run before.
    init(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String? = nil,
        launcher: [String] = [],
        after shell: String? = nil
    ) throws {
        let before = shell.map { ["/bin/sh", "-c", "\($0); exec \"$@\"", "sh"] } ?? []
        let running = try RunningCommand(arguments, environment: environment, input: input, launcher: before + launcher)
        guard running.waitForEnd() else {
            running.kill()
            throw Obstacle(description: "the command does not end: \(arguments)")
        }
        (status, bytes, errors) = (running.status, running.output, running.errors)
        output = String(decoding: bytes, as: UTF8.self)
    }
}

/// What a process writes to a pipe, read as it comes so that the process never has to wait.
final class CollectedOutput: Sendable {
    let pipe = Pipe()
    private let state = State()

    private final class State: Sendable {
        let bytes = Mutex([UInt8]())
        let isComplete = Atomic(false)
    }

    init() {
        // By a thread: the handler of a file handle is not always called for what comes.
        Thread.detachNewThread { [pipe, state] in
            let descriptor = pipe.fileHandleForReading.fileDescriptor
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                state.bytes.withLock { $0 += buffer[..<count] }
            }
            state.isComplete.store(true, ordering: .releasing)
        }
    }

    /// Whether no more will come: every process has closed the pipe.
    var isComplete: Bool { state.isComplete.load(ordering: .acquiring) }
    /// Everything so far.
    var bytes: [UInt8] { state.bytes.withLock(\.self) }
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// What stands in the way of a test, and is no outcome of one.
struct Obstacle: Error, CustomStringConvertible {
    let description: String
}

/// Whether `condition` comes true within `seconds`. Blocks the thread between attempts.
func eventually(within seconds: Int = 10, _ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try !condition() {
        guard .now < deadline else { return false }
        usleep(20_000)
    }
    return true
}

/// A directory of files for the time of a test.
final class Directory {
    let path: String

    init(_ files: [String: [UInt8]] = [:]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "snapveil-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, bytes) in files { try write(bytes, to: name) }
    }

    convenience init(texts: [String: String]) throws {
        try self.init(texts.mapValues { Array($0.utf8) })
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: self[name]))
    }

    /// The path of a file in it.
    subscript(name: String) -> String { "\(path)/\(name)" }
}
