import BoundedWork
import Dispatch
import Synchronization

/// Cancels work that takes longer than it may, as long as this is kept.
final class TimeLimit: @unchecked Sendable {
    // Sendable: the source is thread-safe but not marked so, and never replaced.

    private let exceeded = Atomic(false)
    /// Lets go of the work when it is cancelled, and not only when it fires.
    private let timer: any DispatchSourceTimer

    /// Whether the work was cancelled for its time.
    var isExceeded: Bool { exceeded.load(ordering: .relaxed) }

    init(_ limit: Duration, _ cancellation: Cancellation) {
        timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now() + limit / .seconds(1))
        timer.setEventHandler { [weak self] in
            guard let self, !cancellation.isCancelled else { return }
            exceeded.store(true, ordering: .relaxed)
            cancellation.cancel()
        }
        timer.activate()
    }

    deinit { timer.cancel() }
}
