import Synchronization

/// The share of one exchange in the upload budget, which goes back when the last reference is let go.
final class UploadLease: Sendable {
    private let budget: UploadBudget
    private let bytes = Mutex(0)

    /// Nothing taken yet.
    init(_ budget: UploadBudget) {
        self.budget = budget
    }

    deinit { budget.give(bytes.withLock { $0 }) }

    /// Takes `count` bytes more if they are there.
    func take(_ count: Int) -> Bool {
        guard budget.take(count) else { return false }
        bytes.withLock { $0 += count }
        return true
    }

    /// Takes `count` bytes more, waiting for them if need be; whether they were had before the deadline.
    func take(_ count: Int, for channel: Channel, until deadline: ContinuousClock.Instant) async -> Bool {
        guard await budget.take(count, for: channel, until: deadline) else { return false }
        bytes.withLock { $0 += count }
        return true
    }
}
