import Dispatch

/// A coarse clock that ends the waits whose deadlines have passed.
///
/// One timer for all connections: waits are many and nearly always end before their deadline, so setting a deadline has
/// to cost nothing, and being late by a tick does no harm.
final class Sweeper: @unchecked Sendable {
    // Sendable: the source is thread-safe but not marked so, and never replaced.
    private let timer: any DispatchSourceTimer

    /// Calls `sweep` every `interval`, until cancelled.
    init(every interval: Duration, _ sweep: @escaping @Sendable (ContinuousClock.Instant) -> Void) {
        timer = DispatchSource.makeTimerSource(queue: .global())
        let milliseconds = max(1, Int(interval / .milliseconds(1)))
        timer.schedule(
            deadline: .now() + .milliseconds(milliseconds),
            repeating: .milliseconds(milliseconds),
            leeway: .milliseconds(milliseconds / 4)
        )
        timer.setEventHandler { sweep(.now) }
        timer.activate()
    }

    /// Stops the clock: nothing is swept from now on.
    func cancel() {
        timer.cancel()
    }

    /// How often to sweep, so that no deadline of `timeouts` is noticed late: an eighth of the shortest, from 5 to 250 ms.
    static func interval(for timeouts: [Duration]) -> Duration {
        min(max((timeouts.min() ?? .seconds(2)) / 8, .milliseconds(5)), .milliseconds(250))
    }
}
