import Foundation

/// The built program while it runs, which ends with this value.
final class RunningCommand {
    private let process = Process()
    private let collected = (output: CollectedOutput(), errors: CollectedOutput())

    /// - Parameters:
    ///   - arguments: Of the program.
    ///   - environment: Beside which it has none.
    ///   - input: A file to read on standard input; nil for nothing.
    ///   - shell: Commands of a shell to run before.
    init(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String? = nil,
        after shell: String? = nil
    ) throws {
        if let shell {
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", "\(shell); exec \"$@\"", "sh", ServerProcess.program.path] + arguments
        } else {
            process.executableURL = ServerProcess.program
            process.arguments = arguments
        }
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
    var workers: [pid_t] {
        let path = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children"
        let children = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return children.split(separator: " ").compactMap { pid_t($0) }.filter { pid in
            let line = (try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)) ?? ""
            return line.contains("worker")
        }
    }
}
