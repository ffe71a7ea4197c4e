import Dispatch
import Glibc
import Synchronization

/// A socket and the one place where its task waits.
///
/// Whatever can move a connection on, readiness of the socket, a reply, a deadline, the end of the server, is a signal to
/// its channel, so that a wait is for any of several at once and there is one continuation and one lock.
///
/// The read source lives as long as the channel. It is level-triggered: when it fires with nobody waiting for bytes, it is
/// suspended until somebody is. The write source is made when the socket is first found full.
///
/// The descriptor is closed by the cancel handler of the last source and nowhere else. So no source ever watches a number
/// that means another file already.
final class Channel: @unchecked Sendable {
    // Sendable: the sources, which are thread-safe but not marked so, are only reached under `state`.

    /// The socket, open until ``close()``; only the task that owns this channel uses it.
    let descriptor: Int32

    /// The queue that the sources deliver to. It is serial, so that what they start runs without changing threads.
    let queue: DispatchQueue

    private let state: Mutex<State>

    private struct State {
        let readSource: any DispatchSourceRead
        var writeSource: (any DispatchSourceWrite)?
        var readIsSuspended = true
        var writeIsSuspended = true
        var openSources = 1
        var isClosed = false

        var waiter: UnsafeContinuation<Wakeups, Never>?
        var interest: Wakeups = []
        var pending: Wakeups = []
        var deadline: ContinuousClock.Instant?
    }

    /// Takes over a non-blocking socket.
    init(_ descriptor: Int32, queue: DispatchQueue) {
        self.descriptor = descriptor
        self.queue = queue
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        state = Mutex(State(readSource: source))
        // The sources hold the channel until they are cancelled, which `close` does.
        state.withLock { state in
            state.readSource.setEventHandler { self.sourceFired(.readable) }
            state.readSource.setCancelHandler { self.sourceEnded() }
        }
    }

    /// Waits until something of `interest` happens, has happened since it was last waited for, or the deadline passes.
    ///
    /// - Returns: What happened, which may be ``Wakeups/deadline`` or ``Wakeups/abort`` in any case. Readiness is a hint:
    ///   the call may still find nothing.
    func wait(for interest: Wakeups, until deadline: ContinuousClock.Instant?) async -> Wakeups {
        // An unsafe continuation, for its price: what resumes `waiter` takes it out under the lock, so once.
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

    /// Ends the wait if its deadline has passed.
    func expire(at now: ContinuousClock.Instant) {
        let waiter = state.withLock { state -> UnsafeContinuation<Wakeups, Never>? in
            guard let deadline = state.deadline, deadline <= now else { return nil }
            return takeWaiter(&state)
        }
        waiter?.resume(returning: .deadline)
    }

    /// Closes the socket, soon. The task that owns the channel calls this when it has made its last call on the descriptor.
    func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            // A suspended source would never come to its cancel handler.
            state.readSource.cancel()
            if state.readIsSuspended { state.readSource.resume() }
            state.writeSource?.cancel()
            if state.writeIsSuspended { state.writeSource?.resume() }
        }
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

    /// Lets the sources fire that the waiter is there for.
    private func arm(_ state: inout State) {
        guard !state.isClosed else { return }
        if state.interest.contains(.readable), state.readIsSuspended {
            state.readIsSuspended = false
            state.readSource.resume()
        }
        guard state.interest.contains(.writable) else { return }
        if state.writeSource == nil {
            let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler { self.sourceFired(.writable) }
            source.setCancelHandler { self.sourceEnded() }
            state.writeSource = source
            state.openSources += 1
        }
        if state.writeIsSuspended {
            state.writeIsSuspended = false
            state.writeSource?.resume()
        }
    }

    // MARK: - Called by the sources

    private func sourceFired(_ wakeup: Wakeups) {
        let waiter = state.withLock { state -> UnsafeContinuation<Wakeups, Never>? in
            guard !state.isClosed else { return nil }
            let waiter = deliver(wakeup, &state)
            if waiter == nil || wakeup == .writable { suspend(wakeup, &state) }
            return waiter
        }
        waiter?.resume(returning: wakeup)
    }

    private func suspend(_ wakeup: Wakeups, _ state: inout State) {
        if wakeup == .readable, !state.readIsSuspended {
            state.readIsSuspended = true
            state.readSource.suspend()
        } else if wakeup == .writable, !state.writeIsSuspended {
            state.writeIsSuspended = true
            state.writeSource?.suspend()
        }
    }

    private func sourceEnded() {
        let isLast = state.withLock { state in
            state.openSources -= 1
            return state.openSources == 0
        }
        if isLast { _ = Glibc.close(descriptor) }
    }
}

/// What can end a wait.
struct Wakeups: OptionSet, Hashable {
    let rawValue: UInt8

    /// Bytes, or the end, have arrived.
    static let readable = Wakeups(rawValue: 1 << 0)

    /// There is room to write.
    static let writable = Wakeups(rawValue: 1 << 1)

    /// The handler has replied.
    static let reply = Wakeups(rawValue: 1 << 2)

    /// What was used up is free again: connections, or memory for bodies and replies.
    static let room = Wakeups(rawValue: 1 << 3)

    /// The server is shutting down. Once signalled, it stays.
    static let shutdown = Wakeups(rawValue: 1 << 4)

    /// Everything is over at once. Ends every wait, whatever it waits for; once signalled, it stays.
    static let abort = Wakeups(rawValue: 1 << 5)

    /// The deadline of this wait has passed. Ends every wait; never signalled.
    static let deadline = Wakeups(rawValue: 1 << 6)

    /// The transfer should end, as others wait for the memory that it holds. Whether they still do, only the
    /// ``ByteLease`` knows.
    static let ended = Wakeups(rawValue: 1 << 7)

    /// The wakeups that are a state and not an event.
    static let lasting: Wakeups = [.shutdown, .abort]
}
