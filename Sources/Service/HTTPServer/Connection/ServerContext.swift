import Dispatch
import Foundation
import HTTPParsing
import HTTPTypes
import Logging
import SecureMemory
import Synchronization

import func Glibc.time

/// State that all connections of a server share.
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
    /// The queues of the connections' tasks, one a core. A queue that many share takes all tasks that are ready in one go;
    /// a queue for each would wake a thread for each.
    private let executors: [QueueExecutor]
    /// The queue of the tasks of new connections for which those queues have no time.
    let refusals = QueueExecutor(label: "snapveil.refusals", hasThread: true)
    let lingerer: Lingerer
    /// The bytes of the reply to connections that are not read, made once a second.
    private let earlyReply = Mutex<(second: Int, bytes: [UInt8])>((-1, []))
    let logger: Logger
    private let shortages = Mutex<[HTTPServerShortage: Int]>([:])

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
            QueueExecutor(label: "snapveil.connections.\($0)", hasThread: configuration.hasOwnThreads)
        }
        lingerer = Lingerer(configuration)
        let share = configuration.maximumPeerShare
        // One body fits beside the reserve for small ones.
        let uploadBytes = max(configuration.maximumBytesInFlight, configuration.maximumBodyBytes / 7 * 8 + 8)
        uploads = ByteBudget(ByteLedger.Terms(capacity: uploadBytes, peerShare: share))
        replies = ByteBudget(ByteLedger.Terms(capacity: configuration.maximumReplyBytes, peerShare: share))
    }

    func count(_ shortage: HTTPServerShortage) {
        shortages.withLock { $0[shortage, default: 0] += 1 }
    }

    var statistics: HTTPServerStatistics {
        HTTPServerStatistics(
            connections: registry.count,
            acceptedConnections: registry.acceptedCount,
            uploads: uploads.statistics,
            replies: replies.statistics,
            shortages: shortages.withLock(\.self)
        )
    }

    func executor(for descriptor: Int32) -> QueueExecutor {
        executors[Int(descriptor) % executors.count]
    }

    /// Whether there is no time for work that `peer` may ask for.
    func hasNoTime(for peer: String) -> Bool { handler.refusesWork(from: peer, behind: registry.newcomers(of: peer)) }

    /// Answers a request that is not read; false if there is no room for the reply.
    func refuseEarly(_ descriptor: Int32, of peer: String) -> Bool {
        handler.noteRefusalOfWork(from: peer)
        return replyOfEarlyRefusals.withUnsafeBytes { Socket.send(descriptor, last: $0) }
    }

    private var replyOfEarlyRefusals: [UInt8] {
        let now = time(nil)
        return earlyReply.withLock { reply in
            if reply.second != now {
                let response = handler.refusalOfWork()
                let head = ResponseHead(response.head, body: .bytes(response.body.count), to: .post)
                reply = (now, head.bytes(.closes, date: clock.text) + response.body.withUnsafeBytes(Array.init))
            }
            return reply.bytes
        }
    }
}

/// The text of the `Date` field, made once a second.
final class DateClock: Sendable {
    private let cached = Mutex<(second: Int, text: String)>((-1, ""))

    var text: String {
        let now = time(nil)
        return cached.withLock { cached in
            if cached.second != now { cached = (now, HTTPDate.text(secondsSince1970: now)) }
            return cached.text
        }
    }
}

/// Runs the tasks of connections on a serial queue.
///
/// The threads of these queues are not those of Swift's own executor: handlers that keep all of the latter busy do not keep
/// deadlines from being met and probes from being read.
final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    /// - Parameter hasThread: Whether there is always a thread for it. The others share as many as there are cores, and one that
    ///   is never idle may keep all of them.
    init(label: String, hasThread: Bool = false) {
        let target = hasThread ? nil : DispatchQueue.global(qos: .userInitiated)
        queue = DispatchQueue(label: label, qos: .userInitiated, target: target)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
