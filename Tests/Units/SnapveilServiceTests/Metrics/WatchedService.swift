import HTTPServer
import Logging
import SecureMemory
import ServiceLifecycle
import Testing

@testable import RawHTTP
@testable import SnapveilService

/// The service as a whole on free ports of loopback, with its metrics, for the time of a test.
struct WatchedService: Sendable {
    let port: Int
    let metricsPort: Int
    private let group: ServiceGroup

    /// Runs `body` beside a service with one worker and no queue, then shuts it down and waits for its end.
    static func run(
        _ configure: (inout SnapveilService.Configuration) -> Void = { _ in },
        _ body: @escaping @Sendable (WatchedService) async throws -> Void
    ) async throws {
        var configuration = SnapveilService.Configuration(workers: 1)
        configuration.server.port = 0
        configuration.server.gracePeriod = .seconds(2)
        configuration.server.lingerTimeout = .milliseconds(500)
        configuration.queue = 0
        configuration.metricsAddress = SocketAddress(host: "127.0.0.1", port: 0)
        configure(&configuration)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let service = SnapveilService(configuration: configuration, logger: logger)
        let group = ServiceGroup(services: [service], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                let metrics = try #require(try await service.metricsListeningAddress())
                let watched = WatchedService(
                    port: try await service.listeningAddress().port,
                    metricsPort: metrics.port,
                    group: group
                )
                let result = await Result.catching { try await body(watched) }
                await watched.shutDown()
                try result.get()
            }
            try await tasks.waitForAll()
        }
    }

    func shutDown() async { await group.triggerGracefulShutdown() }

    func connect() throws -> RawClient { try RawClient(port: port) }

    /// Posts a snapshot over a connection of its own.
    func post(_ snapshot: SecureBytes, _ query: String, _ fields: String...) async throws -> RawResponse {
        let client = try connect()
        await client.post(snapshot, query, fields)
        return try await client.response()
    }

    /// What a path answers to GET, or another method.
    func get(_ path: String, _ method: String = "GET", _ fields: String...) async throws -> RawResponse {
        try await Self.get(port, path, method, fields)
    }

    /// What a path of the port for metrics answers.
    func watch(_ path: String, _ method: String = "GET", _ fields: String...) async throws -> RawResponse {
        try await Self.get(metricsPort, path, method, fields)
    }

    /// The metrics as they are now.
    func metrics() async throws -> MetricSamples { MetricSamples(try await watch("/metrics").text) }

    /// Whether a sample comes to have a value.
    func shows(_ name: String, _ value: Double) async -> Bool {
        await eventually { (try? await metrics()[name]) == value }
    }

    private static func get(
        _ port: Int,
        _ path: String,
        _ method: String,
        _ fields: [String]
    ) async throws -> RawResponse {
        let client = try RawClient(port: port)
        let lines = ["\(method) \(path) HTTP/1.1", "Host: a"] + fields + ["", ""]
        await client.send(lines.joined(separator: "\r\n"))
        return try await client.response(hasBody: method != "HEAD")
    }
}

extension RawClient {
    /// Sends a request with a snapshot and fields.
    func post(_ snapshot: SecureBytes, _ query: String, _ fields: [String]) async {
        let lines = ["POST /v1/sanitize?\(query) HTTP/1.1", "Host: a", "Content-Length: \(snapshot.count)"] + fields
        await send(Array((lines + ["", ""]).joined(separator: "\r\n").utf8) + snapshot.array)
    }
}
