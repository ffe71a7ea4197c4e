import Foundation
import FoundationNetworking
import HTTPServer
import HTTPTypes
import ImageCore
import Logging
import ServiceLifecycle
import Testing

@testable import SnapveilService

@Suite("Probes and the service as a whole")
struct ProbeTests {
    @Test("a shutdown turns readiness to 503 and soon takes no more work, while health stays 200")
    func shutdown() async throws {
        let client = Client()
        let work = { try await client.send(.post, "/v1/sanitize?style=blur&radius=8", body: Snapshots.file(.png)) }
        #expect(try await client.send(.get, "/readyz").status == 200)
        client.state.beginShutdown(takingWorkFor: .seconds(600))
        #expect(try await client.send(.get, "/healthz").status == 200)
        #expect(try await client.send(.get, "/readyz").status == 503)
        #expect(try await work().status == 200)
        client.state.beginShutdown(takingWorkFor: .zero)
        #expect(try await client.send(.get, "/healthz").status == 200)
        #expect(try await client.send(.get, "/readyz").status == 503)
        let late = try await work()
        #expect(late.status == 503)
        #expect(late.problem == "shutting-down")
    }

    @Test("a snapshot goes in over a socket, and a redacted one comes out")
    func overSocket() async throws {
        var configuration = SnapveilService.Configuration(workers: 1)
        configuration.server.port = 0
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let service = SnapveilService(configuration: configuration, logger: logger)
        let group = ServiceGroup(services: [service], logger: logger)
        async let running: Void = group.run()
        let address = try await service.listeningAddress()

        let url = try #require(URL(string: "http://\(address)/v1/sanitize?style=fill&color=%23000000"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        let (data, response) = try await URLSession.shared.upload(for: request, from: Data(Snapshots.file(.png).array))
        let reply = try #require(response as? HTTPURLResponse)
        #expect(reply.statusCode == 200)
        #expect(reply.value(forHTTPHeaderField: "Content-Type") == "image/png")
        let direct = try await Client().send(.post, "/v1/sanitize?style=fill&color=%23000", body: Snapshots.file(.png))
        #expect(Array(data) == direct.body.array)

        await group.triggerGracefulShutdown()
        try await running
    }
}
