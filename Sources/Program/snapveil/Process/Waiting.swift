import Dispatch
import Synchronization

/// Has a thread that may wait, wait for a task.
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

    /// How a task has ended.
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
