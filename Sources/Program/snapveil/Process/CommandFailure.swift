import ArgumentParser
import BoundedWork
import Dispatch
import SecureMemory
import SnapveilService
import Synchronization

/// The end of a command with a message on standard error: an `ExitCode` is thrown once the reason is printed.
enum CommandFailure {
    /// The command line cannot be understood: EX_USAGE of sysexits.h.
    static func usage(_ message: String) -> ExitCode { end(64, message) }
    /// A setting or a policy cannot be used: EX_CONFIG.
    static func configuration(_ message: String) -> ExitCode { end(78, message) }
    static func unhealthy(_ message: String) -> ExitCode { end(1, message) }
    /// The program cannot go on, for no fault of its settings: EX_SOFTWARE.
    static func breakdown(_ message: String) -> ExitCode { end(70, message) }
    static func output(_ message: String) -> ExitCode { end(1, message) }
    /// Another program works on it, so that it may be tried again later: EX_TEMPFAIL.
    static func taken(_ message: String) -> ExitCode { end(75, message) }

    /// A value, or the end of the command with the reason why it cannot be had.
    static func usable<Value>(_ value: @autoclosure () throws(InvalidSetting) -> Value) throws -> Value {
        try mapError(value()) { (error: InvalidSetting) in configuration(error.message) }
    }

    /// The file at `path`, which the command line names, or the end of the command with the reason why it cannot be read.
    static func readInput(_ path: String) throws -> SecureBytes {
        try mapError(InputFile(path).read()) { (error: FileError) in usage("\(error)") }
    }

    private static func end(_ status: Int32, _ message: String) -> ExitCode {
        PrintedText.report("snapveil: \(message)")
        return ExitCode(status)
    }
}

/// Waits for tasks on threads that may wait.
enum Waiting {
    /// Runs `body` as a task, and waits on this thread until it has ended.
    static func forResult(_ body: @escaping @Sendable () async throws -> Void) throws {
        let outcome = Outcome()
        Task {
            do {
                try await body()
                outcome.end(.success(()))
            } catch {
                outcome.end(.failure(error))
            }
        }
        try outcome.wait().get()
    }

    private final class Outcome: Sendable {
        private let result = Mutex<Result<Void, any Error>>(.success(()))
        private let isDone = DispatchSemaphore(value: 0)

        func end(_ result: Result<Void, any Error>) {
            self.result.withLock { $0 = result }
            isDone.signal()
        }

        func wait() -> Result<Void, any Error> {
            isDone.wait()
            return result.withLock(\.self)
        }
    }
}
