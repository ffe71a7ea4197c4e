import HTTPServer
import HTTPTypes
import ImageCore
import Logging
import SecureMemory
import ServiceLifecycle
import Synchronization
import Testing

@testable import RawHTTP
@testable import RedactionJobs
@testable import SnapveilService

/// The API on a free port of loopback with one worker, for the time of a test.
struct RunningService: Sendable {
    /// Where its image work runs. A job that finds the worker busy is refused.
    let pool: JobQueue
    let port: Int
    private let group: ServiceGroup

    /// Runs `body` beside the service, then shuts it down and waits for its end.
    static func run(
        _ configure: (inout HTTPServerConfiguration) -> Void = { _ in },
        origins: Set<String> = [],
        _ body: @escaping @Sendable (RunningService) async throws -> Void
    ) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.port = 0
        configuration.gracePeriod = .seconds(2)
        configuration.lingerTimeout = .milliseconds(500)
        configuration.minimumIdleTime = .milliseconds(100)
        configure(&configuration)
        let client = Client(queueLimit: 0, origins: origins)
        let (pool, handler) = (client.pool.queue, client.handler)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let server = HTTPServer(configuration: configuration, handler: handler, logger: logger)
        let group = ServiceGroup(services: [server], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                let service = RunningService(pool: pool, port: try await server.listeningAddress().port, group: group)
                let result = await Result.catching { try await body(service) }
                await service.shutDown()
                try result.get()
            }
            try await tasks.waitForAll()
        }
    }

    func connect() throws -> RawClient { try RawClient(port: port) }

    func shutDown() async { await group.triggerGracefulShutdown() }

    /// Posts a snapshot over a connection of its own.
    func post(_ snapshot: SecureBytes, _ query: String = Self.quick) async throws -> Reply {
        let client = try connect()
        await client.post(snapshot, query)
        return try Reply(await client.response())
    }

    /// Sends a request over a connection of its own.
    ///
    /// - Parameters:
    ///   - line: Method and target.
    ///   - fields: Each with its name, and `Host` among them.
    func send(_ line: String, _ fields: [String], _ body: SecureBytes = SecureBytes()) async throws -> Reply {
        let client = try connect()
        let lines = ["\(line) HTTP/1.1"] + fields + ["Content-Length: \(body.count)", "", ""]
        await client.send(Array(lines.joined(separator: "\r\n").utf8) + body.array)
        return try Reply(await client.response())
    }

    /// A query that asks for little work.
    static let quick = "style=fill&color=%23000&region=10,10,20,10"

    /// A query that asks for work that takes long on a large picture, in steps of which none does.
    static let long = "style=blur&radius=300" + String(repeating: "&region=0,0,4000,3000", count: 250)
}

extension JobQueue {
    /// Whether a job would be refused now.
    var isFull: Bool { state.withLock { refusal(of: $0.place(of: "one", JobKind()), isToCome: true, &$0) } != nil }
}

extension RawClient {
    /// Sends a request with a snapshot.
    func post(_ snapshot: SecureBytes, _ query: String) async {
        let head = "POST /v1/sanitize?\(query) HTTP/1.1\r\nHost: a\r\nContent-Length: \(snapshot.count)\r\n\r\n"
        await send(Array(head.utf8) + snapshot.array)
    }
}

extension Reply {
    /// The reply as it came over a socket.
    init(_ response: RawResponse) throws {
        var fields: HTTPFields = [:]
        for line in response.head.split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            let name = try #require(parts.first.flatMap { HTTPField.Name(String($0)) })
            fields[name] = parts.last.map { String($0.drop { $0 == " " }) }
        }
        let status = try #require(response.status)
        self.init(status: status, fields: fields, body: try SecureBytes(copying: response.body))
    }
}

extension Result where Failure == any Error {
    /// What `body` returns or throws.
    static func catching(_ body: () async throws -> Success) async -> Result {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
