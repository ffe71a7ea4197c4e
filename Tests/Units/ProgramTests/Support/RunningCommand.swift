import Foundation
import ProcessFiles

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
