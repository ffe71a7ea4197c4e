import Synchronization

/// The open connections and how many there may be.
final class ConnectionRegistry: Sendable {
    /// What a new connection may be used for.
    enum Admission {
        /// The connection takes any request.
        case anything
        /// For probes alone: the connection is one of the reserve.
        case probes
    }

    private let maximum: Int
    private let reserve: Int
    private let state = Mutex(State())

    private struct State {
        var nextID: UInt64 = 1
        var channels: [UInt64: Channel] = [:]
        var listeners: [Channel] = []
        var occupied = 0
        var isShuttingDown = false
        var isAborted = false
    }

    /// A registry without connections.
    ///
    /// - Parameters:
    ///   - maximum: Connections for anything.
    ///   - reserve: Connections for probes beyond that.
    init(maximum: Int, reserve: Int) {
        self.maximum = max(1, maximum)
        self.reserve = max(0, reserve)
    }

    /// Takes the place of a connection that is yet to be accepted, or nil if all are taken.
    func admit() -> Admission? {
        state.withLock { state in
            guard state.occupied < maximum + reserve else { return nil }
            state.occupied += 1
            return state.occupied <= maximum ? .anything : .probes
        }
    }

    /// Gives back a place, and tells the listeners that wait for one.
    func leave() {
        let waiting = state.withLock { state -> [Channel] in
            state.occupied -= 1
            return state.occupied == maximum + reserve - 1 ? state.listeners : []
        }
        for listener in waiting { listener.signal(.room) }
    }

    /// Whether every place for anything is taken, so that connections should not be kept without need.
    var isFull: Bool { state.withLock { $0.occupied >= maximum } }

    /// Whether ``shutDown()`` has been called.
    var isShuttingDown: Bool { state.withLock { $0.isShuttingDown } }

    /// Connections that are open.
    var count: Int { state.withLock { $0.channels.count } }

    /// Connections that have been listed.
    var acceptedCount: Int { state.withLock { Int(clamping: $0.nextID - 1) } }

    /// Lists a connection, so that it is told of deadlines and of the end; the number that it is listed under.
    func insert(_ channel: Channel) -> UInt64 {
        let (id, wakeups) = state.withLock { state in
            defer { state.nextID += 1 }
            state.channels[state.nextID] = channel
            return (state.nextID, Self.lasting(state))
        }
        if !wakeups.isEmpty { channel.signal(wakeups) }
        return id
    }

    /// Takes a connection off the list.
    func remove(_ id: UInt64) {
        state.withLock { $0.channels[id] = nil }
    }

    /// Lists a listening socket.
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

    /// Tells all connections and listeners to finish what they do.
    func shutDown() {
        let channels = state.withLock { state in
            state.isShuttingDown = true
            return state.listeners + state.channels.values
        }
        for channel in channels { channel.signal(.shutdown) }
    }

    /// Tells all connections and listeners to stop at once.
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
