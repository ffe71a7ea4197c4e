import Foundation
import HTTPParsing
import Logging
import Synchronization

import func Glibc.time

/// What all connections of a server share.
final class ServerContext: Sendable {
    let configuration: HTTPServerConfiguration
    /// An existential: one virtual call a request, against compiling the whole server once for each handler.
    let handler: any HTTPHandler
    let registry: ConnectionRegistry
    /// The memory for bodies.
    let uploads: ByteBudget
    /// The memory for replies.
    let replies: ByteBudget
    let clock = DateClock()
    /// What runs the connections' tasks, each on one of these, of which there is one a core. A queue that many share takes
    /// all that are ready in one go, where a queue for each would wake a thread for each.
    private let executors: [QueueExecutor]
    let logger: Logger
    private let shortages = Mutex<[HTTPServerShortage: Int]>([:])

    /// Takes the bounds from the configuration.
    init(_ configuration: HTTPServerConfiguration, _ handler: any HTTPHandler, _ logger: Logger) {
        self.configuration = configuration
        self.handler = handler
        self.logger = logger
        registry = ConnectionRegistry(
            maximum: configuration.maximumConnections,
            reserve: configuration.reservedConnections,
            keepsShares: configuration.maximumPeerShare < 1
        )
        executors = (1...max(ProcessInfo.processInfo.activeProcessorCount, 1)).map {
            QueueExecutor(label: "snapveil.connections.\($0)")
        }
        let share = configuration.maximumPeerShare
        // One body fits whatever is kept for small ones.
        let uploadBytes = max(configuration.maximumBytesInFlight, configuration.maximumBodyBytes / 7 * 8 + 8)
        uploads = ByteBudget(ByteBudget.Terms(capacity: uploadBytes, peerShare: share))
        replies = ByteBudget(ByteBudget.Terms(capacity: configuration.maximumReplyBytes, peerShare: share))
    }

    /// Counts a request that is refused, as there is too little of something.
    func count(_ shortage: HTTPServerShortage) {
        shortages.withLock { $0[shortage, default: 0] += 1 }
    }

    /// What there is to do now, and what there was.
    var statistics: HTTPServerStatistics {
        HTTPServerStatistics(
            connections: registry.count,
            acceptedConnections: registry.acceptedCount,
            uploads: uploads.statistics,
            replies: replies.statistics,
            shortages: shortages.withLock(\.self)
        )
    }

    /// The executor of the connection on `descriptor`.
    func executor(for descriptor: Int32) -> QueueExecutor {
        executors[Int(descriptor) % executors.count]
    }
}

/// The text of the `Date` field, made once a second.
final class DateClock: Sendable {
    private let cached = Mutex<(second: Int, text: String)>((-1, ""))

    /// The date of this second, as a `Date` field has it.
    var text: String {
        let now = time(nil)
        return cached.withLock { cached in
            if cached.second != now { cached = (now, HTTPDate.text(secondsSince1970: now)) }
            return cached.text
        }
    }
}
