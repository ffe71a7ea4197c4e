import Dispatch
import Glibc
import Polling
import Synchronization

/// A socket and the one place where its task waits.
///
/// All that can move a connection on is a signal to the channel: readiness of the socket, a reply, a deadline, the end of
/// the server. So a wait is for any of several at once, with one continuation and one lock.
///
/// The socket is asked for its readiness when somebody waits for it, and answers once. An answer when nobody waits any more
/// is kept for the next wait.
final class Channel: Sendable {
    /// The socket, open until ``close()`` or ``release()``; only the task that owns this channel uses it.
    let descriptor: Int32

    private let state = Mutex(State())

    private struct State {
        /// Holds the channel, until ``close()`` or ``release()``.
        var polled: PolledDescriptor?
        /// The readiness that the socket is asked for and has not answered yet.
        var armed: Readiness = []

        var waiter: UnsafeContinuation<Wakeups, Never>?
        var interest: Wakeups = []
        var pending: Wakeups = []
        var deadline: ContinuousClock.Instant?
    }

    /// Takes over a non-blocking socket; nil, the socket left alone, if the kernel has no room to wait for another.
    init?(_ descriptor: Int32) {
        self.descriptor = descriptor
        guard let polled = PolledDescriptor(descriptor, { self.becameReady($0) }) else { return nil }
        state.withLock { $0.polled = polled }
    }

    /// Waits until something of `interest` happens, has happened since it was last waited for, or the deadline passes.
    ///
    /// - Returns: The events, among them ``Wakeups/deadline`` or ``Wakeups/abort`` in any case. Readiness is a hint: the call
    ///   may still find nothing.
    func wait(for interest: Wakeups, until deadline: ContinuousClock.Instant?) async -> Wakeups {
        // An unsafe continuation, for its price: the code that resumes `waiter` takes it out under the lock, so once.
        await withUnsafeContinuation { continuation in
            let ready = state.withLock { state -> Wakeups in
                let ready = state.pending.intersection(interest.union(.abort))
                guard ready.isEmpty else {
                    state.pending.subtract(ready.subtracting(.lasting))
                    return ready
                }
                state.waiter = continuation
                state.interest = interest
                state.deadline = deadline
                arm(&state)
                return []
            }
            if !ready.isEmpty { continuation.resume(returning: ready) }
        }
    }

    /// Reports something: ends the wait for it, or keeps it for the next one.
    func signal(_ wakeups: Wakeups) {
        let waiter = state.withLock { deliver(wakeups, &$0) }
        waiter?.resume(returning: wakeups)
    }

    func expire(at now: ContinuousClock.Instant) {
        let waiter = state.withLock { state -> UnsafeContinuation<Wakeups, Never>? in
            guard let deadline = state.deadline, deadline <= now else { return nil }
            return takeWaiter(&state)
        }
        waiter?.resume(returning: .deadline)
    }

    /// Closes the socket. The task that owns the channel calls this when it has made its last call on the descriptor.
    func close() {
        if let descriptor = release() { _ = Glibc.close(descriptor) }
    }

    /// Gives the socket away, still open; nil if the channel is closed. The task that owns the channel calls this in place of
    /// ``close()``.
    func release() -> Int32? {
        let polled = state.withLock { $0.polled.take() }
        polled?.remove()
        return polled?.descriptor
    }

    // MARK: - Under the lock

    /// The waiter to be resumed, if it waits for any of `wakeups`; nil if it does not, and then they are kept.
    private func deliver(_ wakeups: Wakeups, _ state: inout State) -> UnsafeContinuation<Wakeups, Never>? {
        state.pending.formUnion(wakeups.intersection(.lasting))
        guard !wakeups.isDisjoint(with: state.interest.union(.abort)), let waiter = takeWaiter(&state) else {
            state.pending.formUnion(wakeups)
            return nil
        }
        return waiter
    }

    private func takeWaiter(_ state: inout State) -> UnsafeContinuation<Wakeups, Never>? {
        defer {
            state.waiter = nil
            state.deadline = nil
        }
        return state.waiter
    }

    private func arm(_ state: inout State) {
        let wanted = state.interest.readiness
        guard let polled = state.polled, !wanted.isSubset(of: state.armed) else { return }
        state.armed.formUnion(wanted)
        polled.arm(state.armed)
    }

    // MARK: - Called by the poller

    private func becameReady(_ readiness: Readiness) {
        let wakeups = Wakeups(readiness)
        let waiter = state.withLock { state -> UnsafeContinuation<Wakeups, Never>? in
            state.armed = []
            let waiter = deliver(wakeups, &state)
            if state.waiter != nil { arm(&state) }
            return waiter
        }
        waiter?.resume(returning: wakeups)
    }
}

/// The events that can end a wait.
struct Wakeups: OptionSet, Hashable {
    let rawValue: UInt8

    /// Bytes, or the end, have arrived.
    static let readable = Wakeups(rawValue: 1 << 0)

    static let writable = Wakeups(rawValue: 1 << 1)

    static let reply = Wakeups(rawValue: 1 << 2)
    /// A resource that was used up is free again: connections, or memory for bodies and replies.
    static let room = Wakeups(rawValue: 1 << 3)
    /// The server is shutting down. Once signalled, it stays.
    static let shutdown = Wakeups(rawValue: 1 << 4)
    /// Everything is over at once. Ends every wait; once signalled, it stays.
    static let abort = Wakeups(rawValue: 1 << 5)
    /// The deadline of this wait has passed. Ends every wait; never signalled.
    static let deadline = Wakeups(rawValue: 1 << 6)
    /// The transfer should end, because others wait for its memory. Only the ``ByteLease`` knows whether they still do.
    static let ended = Wakeups(rawValue: 1 << 7)
    /// The wakeups that are a state and not an event.
    static let lasting: Wakeups = [.shutdown, .abort]
}

extension Wakeups {
    fileprivate init(_ readiness: Readiness) {
        self = []
        if readiness.contains(.readable) { insert(.readable) }
        if readiness.contains(.writable) { insert(.writable) }
    }

    fileprivate var readiness: Readiness {
        var readiness: Readiness = []
        if contains(.readable) { readiness.insert(.readable) }
        if contains(.writable) { readiness.insert(.writable) }
        return readiness
    }
}

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

    func cancel() {
        timer.cancel()
    }

    /// The time between two sweeps, so that no deadline of `timeouts` is noticed late: an eighth of the shortest, 5 to 250 ms.
    static func interval(for timeouts: [Duration]) -> Duration {
        min(max((timeouts.min() ?? .seconds(2)) / 8, .milliseconds(5)), .milliseconds(250))
    }
}
