import Dispatch
import Glibc
import Synchronization

/// Closes connections that were answered while their clients may still have been sending.
///
/// Closing a socket with unread bytes resets the connection, and a reset takes the reply away from a client that has not read it
/// yet (RFC 9112, section 9.6). So what still comes is read and dropped, within bounds, until the client closes. All connections are
/// looked at together, now and then: to be woken for each costs more than all the rest of a refusal. What has come by the first look
/// stays until the second: most clients have closed by then, and to drop it before has the kernel tell them that there is room for more.
final class Lingerer: Sendable {
    private struct Connection {
        let descriptor: Int32
        let deadline: ContinuousClock.Instant
        /// Bytes that are still read.
        var remaining: Int
        var wasLookedAt = false
        let onClose: @Sendable () -> Void

        func after(_ count: Int) -> Connection {
            var connection = self
            connection.remaining -= count
            connection.wasLookedAt = true
            return connection
        }
    }

    private struct State {
        /// Those that came since the last look began, or all, between looks.
        var connections: [Connection] = []
        var isLooking = false
    }

    private let configuration: HTTPServerConfiguration
    private let state = Mutex(State())
    /// Has a thread whenever it needs one.
    private let queue = DispatchQueue(label: "snapveil.lingering", qos: .userInitiated)

    /// The least time between two looks, while nothing comes and while something does.
    private static let pauses = (idle: Duration.milliseconds(10), whileSending: Duration.milliseconds(1))
    /// The time to the next look for each connection, some twenty times as long as it takes to look at it.
    private static let pauseOfConnection = Duration.microseconds(15)
    private static let longestRead = 1 << 20

    init(_ configuration: HTTPServerConfiguration) { self.configuration = configuration }

    /// Ends the sending half of a connection, which is closed later.
    ///
    /// - Parameter onClose: Called when it is closed.
    func take(_ descriptor: Int32, _ onClose: @escaping @Sendable () -> Void) {
        Socket.endSending(descriptor)
        let connection = Connection(
            descriptor: descriptor,
            deadline: .now + configuration.lingerTimeout,
            remaining: configuration.lingerBytes,
            onClose: onClose
        )
        let isFirst = state.withLock { state in
            state.connections.append(connection)
            defer { state.isLooking = true }
            return !state.isLooking
        }
        if isFirst { lookLater(at: 1, areSending: false) }
    }

    /// Waits until all connections are closed, or closes them when there is no time for that any more.
    func end(unless isAborted: () -> Bool) async {
        while !isAborted(), state.withLock(\.isLooking) {
            do { try await Task.sleep(for: Self.pauses.idle) } catch { break }
        }
        for connection in takeAll() { close(connection) }
    }

    private func takeAll() -> [Connection] {
        state.withLock { state in
            defer { state.connections = [] }
            return state.connections
        }
    }

    private func lookLater(at count: Int, areSending: Bool) {
        let pause = max(areSending ? Self.pauses.whileSending : Self.pauses.idle, Self.pauseOfConnection * count)
        queue.asyncAfter(deadline: .now() + pause / .seconds(1)) { self.look() }
    }

    private func look() {
        let now = ContinuousClock.now
        var (areSending, rest) = (false, [Connection]())
        let connections = takeAll()
        for (connection, arrival) in zip(connections, Socket.arrivals(at: connections.map(\.descriptor))) {
            if connection.remaining > 0, now < connection.deadline, let count = Self.drop(arrival, at: connection) {
                areSending = areSending || count > 0
                rest.append(connection.after(count))
            } else {
                close(connection)
            }
        }
        let count = state.withLock { state in
            state.connections += rest
            state.isLooking = !state.connections.isEmpty
            return state.connections.count
        }
        if count > 0 { lookLater(at: count, areSending: areSending) }
    }

    /// Drops what a client has sent; the number of bytes, nil if no more will come.
    private static func drop(_ arrival: Socket.Arrival, at connection: Connection) -> Int? {
        guard arrival == .end || arrival == .bytes && connection.wasLookedAt else { return 0 }
        var sum = 0
        let limit = min(connection.remaining, longestRead)
        while sum < limit {
            switch Socket.discard(connection.descriptor, upTo: limit - sum) {
            case .bytes(let count): sum += count
            case .nothingYet: return sum
            case .end, .failed: return nil
            }
        }
        return sum
    }

    private func close(_ connection: Connection) {
        Glibc.close(connection.descriptor)
        connection.onClose()
    }
}
