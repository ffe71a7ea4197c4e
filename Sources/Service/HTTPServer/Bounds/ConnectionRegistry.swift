import Synchronization

/// The open connections and how many there may be.
///
/// A quarter of them is kept for peers that have less than a quarter, so that none keeps the others out.
final class ConnectionRegistry: Sendable {
    enum Admission {
        /// Any request.
        case anything
        /// Probes alone: the connection is one of the reserve.
        case probes
    }

    private let maximum: Int
    private let reserve: Int
    /// Connections that are kept for peers that have fewer of them.
    private let kept: Int
    private let state = Mutex(State())

    private struct State {
        var nextID: UInt64 = 1
        var accepted = 0
        var channels: [UInt64: Channel] = [:]
        var listeners: [Channel] = []
        /// Connections for anything, of each peer and of all.
        var openOfPeers: [String: Int] = [:]
        var open = 0
        /// Connections of each peer that have not had their first turn.
        var newcomers: [String: Int] = [:]
        /// Connections of the reserve.
        var reserved = 0
        var isShuttingDown = false
        var isAborted = false
    }

    /// Takes the number of connections for anything, of connections for probes beyond that, and whether a quarter is kept
    /// for peers that have less.
    init(maximum: Int, reserve: Int, keepsShares: Bool) {
        self.maximum = max(1, maximum)
        self.reserve = max(0, reserve)
        kept = keepsShares ? self.maximum / 4 : 0
    }

    /// Whether another connection may be accepted.
    var hasRoom: Bool { state.withLock { $0.open + $0.reserved < maximum + reserve } }

    /// Takes the place of a connection from `peer`.
    ///
    /// - Returns: The use that the connection is for; nil if it has to be closed at once, because all places are taken that its
    ///   peer may have, and those of the reserve that are not there for others.
    func admit(_ peer: String) -> Admission? {
        state.withLock { state in
            if !isTaken(for: peer, state) {
                state.accepted += 1
                state.open += 1
                state.openOfPeers[peer, default: 0] += 1
                return .anything
            }
            guard state.reserved < (state.open < maximum ? reserve / 2 : reserve) else { return nil }
            state.accepted += 1
            state.reserved += 1
            return .probes
        }
    }

    /// Notes that a connection of `peer` was accepted and has not had its first turn.
    func noteNewcomer(_ peer: String) { state.withLock { $0.newcomers[peer, default: 0] += 1 } }

    /// Notes that a connection of `peer` has its first turn.
    func noteFirstTurn(_ peer: String) {
        state.withLock { state in
            let count = state.newcomers[peer, default: 1] - 1
            state.newcomers[peer] = count > 0 ? count : nil
        }
    }

    func newcomers(of peer: String) -> Int { state.withLock { $0.newcomers[peer] ?? 0 } }

    /// Gives back a place that `peer` had and wakes the listeners that wait for one.
    func leave(_ peer: String, _ admission: Admission) {
        let waiting = state.withLock { state -> [Channel] in
            let hadRoom = state.open + state.reserved < maximum + reserve
            switch admission {
            case .anything:
                state.open -= 1
                let count = state.openOfPeers[peer, default: 1] - 1
                state.openOfPeers[peer] = count > 0 ? count : nil
            case .probes: state.reserved -= 1
            }
            return hadRoom ? [] : state.listeners
        }
        for listener in waiting { listener.signal(.room) }
    }

    /// Whether every place that `peer` may have is taken, so that connections of it should not be kept without need.
    func isFull(for peer: String) -> Bool { state.withLock { isTaken(for: peer, $0) } }

    private func isTaken(for peer: String, _ state: borrowing State) -> Bool {
        let hasShare = kept > 0 && state.openOfPeers[peer, default: 0] >= kept
        return state.open >= (hasShare ? maximum - kept : maximum)
    }

    var isAborted: Bool { state.withLock { $0.isAborted } }

    var isShuttingDown: Bool { state.withLock { $0.isShuttingDown } }

    /// Connections that are open, with those that linger.
    var count: Int { state.withLock { $0.open + $0.reserved } }

    var acceptedCount: Int { state.withLock(\.accepted) }

    /// Lists a connection, so that it hears of deadlines and of the end; its number.
    func insert(_ channel: Channel) -> UInt64 {
        let (id, wakeups) = state.withLock { state in
            defer { state.nextID += 1 }
            state.channels[state.nextID] = channel
            return (state.nextID, Self.lasting(state))
        }
        if !wakeups.isEmpty { channel.signal(wakeups) }
        return id
    }

    func remove(_ id: UInt64) {
        state.withLock { $0.channels[id] = nil }
    }

    func insertListener(_ channel: Channel) {
        let wakeups = state.withLock { state in
            state.listeners.append(channel)
            return Self.lasting(state)
        }
        if !wakeups.isEmpty { channel.signal(wakeups) }
    }

    /// Ends the waits whose deadlines have passed.
    func expire(at now: ContinuousClock.Instant) {
        for channel in state.withLock({ $0.listeners + $0.channels.values }) { channel.expire(at: now) }
    }

    /// Has all connections and listeners finish the work at hand.
    func shutDown() {
        let channels = state.withLock { state in
            state.isShuttingDown = true
            return state.listeners + state.channels.values
        }
        for channel in channels { channel.signal(.shutdown) }
    }

    /// Has all connections and listeners stop at once.
    func abort() {
        let channels = state.withLock { state in
            state.isShuttingDown = true
            state.isAborted = true
            return state.listeners + state.channels.values
        }
        for channel in channels { channel.signal([.abort, .shutdown]) }
    }

    private static func lasting(_ state: borrowing State) -> Wakeups {
        if state.isAborted { return [.abort, .shutdown] }
        return state.isShuttingDown ? .shutdown : []
    }
}
