import Dispatch
import Glibc
import Synchronization

/// Closes connections that were answered while their clients may still have been sending.
///
/// Closing a socket with unread bytes resets the connection, and a reset takes the reply away from a client that has not read it
/// yet (RFC 9112, section 9.6). So what still comes is read and dropped, within bounds, until the client closes. All connections are
/// looked at together, now and then: to be woken for each costs more than all the rest of a refusal.
final class Lingerer: Sendable {
    private struct Connection {
        let descriptor: Int32
        let deadline: ContinuousClock.Instant
        /// Bytes that are still read.
        var remaining: Int
        let onClose: @Sendable () -> Void
    }

    private let configuration: HTTPServerConfiguration
    private let connections = Mutex<[Connection]>([])
    /// Has a thread whenever it needs one.
    private let queue = DispatchQueue(label: "snapveil.lingering", qos: .userInitiated)

    /// The least time between two looks.
    private static let pause = Duration.milliseconds(10)
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
        let isFirst = connections.withLock { connections in
            connections.append(connection)
            return connections.count == 1
        }
        if isFirst { lookLater(at: 1) }
    }

    /// Waits until all connections are closed, or closes them when there is no time for that any more.
    func end(unless isAborted: () -> Bool) async {
        while !isAborted(), connections.withLock({ !$0.isEmpty }) {
            do { try await Task.sleep(for: Self.pause) } catch { break }
        }
        let all = connections.withLock { connections in
            defer { connections = [] }
            return connections
        }
        for connection in all { close(connection) }
    }

    private func lookLater(at count: Int) {
        let pause = max(Self.pause, Self.pauseOfConnection * count)
        queue.asyncAfter(deadline: .now() + pause / .seconds(1)) { self.look() }
    }

    private func look() {
        let now = ContinuousClock.now
        var closing: [Connection] = []
        let count = connections.withLock { connections in
            connections = connections.compactMap { connection in
                var connection = connection
                guard Self.isOver(&connection, at: now) else { return connection }
                closing.append(connection)
                return nil
            }
            return connections.count
        }
        for connection in closing { close(connection) }
        if count > 0 { lookLater(at: count) }
    }

    /// Drops what the client has sent; whether the connection can be closed.
    private static func isOver(_ connection: inout Connection, at now: ContinuousClock.Instant) -> Bool {
        guard connection.remaining > 0, now < connection.deadline else { return true }
        switch Socket.discard(connection.descriptor, upTo: min(connection.remaining, longestRead)) {
        case .bytes(let count):
            connection.remaining -= count
            return false
        case .nothingYet: return false
        case .end, .failed: return true
        }
    }

    private func close(_ connection: Connection) {
        Glibc.close(connection.descriptor)
        connection.onClose()
    }
}
