import Dispatch
import Synchronization

/// The bytes that one exchange has of a ``ByteBudget``. They go back when the last reference is let go.
final class ByteLease: Sendable {
    private let budget: ByteBudget
    private let id: Int
    private let channel: Channel
    private let held = Mutex(0)

    /// Opens a lease that has nothing yet and may need `expected` bytes in all; nil if that is not known.
    init(_ budget: ByteBudget, peer: String, _ channel: Channel, expected: Int? = nil) {
        self.budget = budget
        self.channel = channel
        id = budget.open(for: peer, channel, expected: expected)
    }

    deinit { budget.close(id) }

    var bytes: Int { held.withLock { $0 } }

    /// Bytes of all leases together.
    var capacity: Int { budget.capacity }

    /// Whether the transfer has to end because others wait for its bytes.
    var isEnded: Bool { budget.isEnded(id) }

    /// Takes `count` bytes more if they can be had at once; whether they could.
    func take(_ count: Int) -> Bool {
        guard budget.take(count, for: id) else { return false }
        held.withLock { $0 += count }
        return true
    }

    /// Takes `count` bytes more, waiting for them if need be; whether they were had before the deadline.
    ///
    /// The channel waits for nothing else meanwhile.
    func take(_ count: Int, until deadline: ContinuousClock.Instant) async -> Bool {
        var isTaken = budget.take(count, for: id) { [channel] in channel.signal(.room) }
        while !isTaken {
            let wakeups = await channel.wait(for: [.room, .ended], until: deadline)
            guard wakeups.isDisjoint(with: [.deadline, .abort]), !isEnded else {
                // The bytes may have come at the same time.
                isTaken = budget.stopWaiting(id)
                break
            }
            isTaken = !budget.isWaiting(id)
        }
        if isTaken { held.withLock { $0 += count } }
        return isTaken
    }

    /// Takes or gives back bytes so that the lease has `count`, waiting for `patience` on this thread if need be;
    /// whether it has that many now. Not for a task that serves connections.
    func resize(to count: Int, patience: DispatchTimeInterval) -> Bool {
        let missing = count - bytes
        guard missing > 0 else {
            budget.give(-missing, of: id)
            held.withLock { $0 += missing }
            return true
        }
        let semaphore = DispatchSemaphore(value: 0)
        var isTaken = budget.take(missing, for: id) { semaphore.signal() }
        if !isTaken {
            budget.relieve(at: .now)
            isTaken = semaphore.wait(timeout: .now() + patience) == .success || budget.stopWaiting(id)
        }
        if isTaken { held.withLock { $0 += missing } }
        return isTaken
    }

    /// Takes or gives back bytes so that the lease has `count`, if they can be had at once; whether it has them. A few
    /// bytes are free.
    func settle(at count: Int) -> Bool {
        guard count > max(bytes, Self.freeBytes) else {
            let excess = bytes - min(bytes, count)
            budget.give(excess, of: id)
            held.withLock { $0 -= excess }
            return true
        }
        return take(count - bytes)
    }

    /// Bytes that need not be taken: those of a short refusal.
    private static let freeBytes = 1024

    /// Notes how many bytes have passed of a transfer that can be ended for others; nil once it is over.
    func note(transferred count: Int?) {
        budget.note(transferred: count, of: id)
    }
}
