import Synchronization

/// The memory that all bodies may take together.
///
/// Whoever has to wait is served in the order of arrival, so that a large upload is not overtaken for ever by small ones.
final class UploadBudget: Sendable {
    private let state: Mutex<State>

    private struct State {
        var available: Int
        var queue: [Request] = []
    }

    private struct Request {
        let channel: Channel
        let bytes: Int
    }

    /// - Parameter bytes: What there is to give.
    init(bytes: Int) {
        state = Mutex(State(available: bytes))
    }

    /// Takes `bytes` if they are there and nobody is waiting.
    func take(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard state.queue.isEmpty, state.available >= bytes else { return false }
            state.available -= bytes
            return true
        }
    }

    /// Takes `bytes`, waiting for them if need be.
    ///
    /// - Parameter channel: Of the connection, which waits for nothing else meanwhile.
    /// - Returns: Whether they were had before the deadline.
    func take(_ bytes: Int, for channel: Channel, until deadline: ContinuousClock.Instant) async -> Bool {
        let isTaken = state.withLock { state in
            guard !state.queue.isEmpty || state.available < bytes else {
                state.available -= bytes
                return true
            }
            state.queue.append(Request(channel: channel, bytes: bytes))
            return false
        }
        if isTaken { return true }
        while true {
            let wakeups = await channel.wait(for: .room, until: deadline)
            // Whether it was served is in the queue and nowhere else: room may come at the same time as the deadline.
            let (isServed, others) = state.withLock { state -> (Bool?, [Channel]) in
                guard let index = state.queue.firstIndex(where: { $0.channel === channel }) else { return (true, []) }
                guard !wakeups.isDisjoint(with: [.deadline, .abort]) else { return (nil, []) }
                state.queue.remove(at: index)
                return (false, Self.serve(&state))
            }
            for other in others { other.signal(.room) }
            if let isServed { return isServed }
        }
    }

    /// Gives `bytes` back.
    func give(_ bytes: Int) {
        guard bytes > 0 else { return }
        let served = state.withLock { state in
            state.available += bytes
            return Self.serve(&state)
        }
        for channel in served { channel.signal(.room) }
    }

    /// Takes those off the queue for whom there is room now.
    private static func serve(_ state: inout State) -> [Channel] {
        var served: [Channel] = []
        while let next = state.queue.first, next.bytes <= state.available {
            state.available -= next.bytes
            state.queue.removeFirst()
            served.append(next.channel)
        }
        return served
    }
}
