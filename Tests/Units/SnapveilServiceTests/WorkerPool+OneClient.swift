import BoundedWork

@testable import SnapveilService

/// A pool as the tests use it that have one client.
extension WorkerPool {
    convenience init(workers: Int, queueLimit: Int) {
        self.init(Bounds(workers: workers, queue: queueLimit))
    }

    /// Whether a job would be refused now.
    var isFull: Bool { refusal(for: "one") != nil }

    func run<Value: Sendable>(
        _ work: @escaping @Sendable (WorkContext) -> Value
    ) async throws -> (value: Value, cost: Cost) {
        try await run(for: "one") { turn in work(turn.work) }
    }
}
