import HTTPServer
import Testing

@testable import RawHTTP

@Suite("Connections are limited")
struct ConnectionLimitTests {
    @Test("a connection beyond the limit waits until another ends")
    func waits() async throws {
        try await TestServer.run({
            $0.maximumConnections = 1
            $0.reservedConnections = 0
        }) { server in
            let second: RawClient
            do {
                let first = try server.connect()
                #expect(await eventually { server.server.connectionCount == 1 })
                second = try server.connect()
                await second.send(get("/2"))
                try await Task.sleep(for: .milliseconds(100))
                #expect(server.handler.started == 0)
                #expect(server.server.connectionCount == 1)
                withExtendedLifetime(first) {}
            }
            #expect(try await second.response().text == "GET /2 0")
        }
    }

    @Test("at the limit connections are not kept open")
    func notKept() async throws {
        try await TestServer.run({ $0.maximumConnections = 1 }) { server in
            let client = try server.connect()
            await client.send(get("/1"))
            #expect(try await client.response().field("connection") == "close")
        }
    }

    @Test("beyond the limit probes are answered from the reserve and the others told 503")
    func reserve() async throws {
        try await TestServer.run({
            $0.maximumConnections = 1
            $0.reservedConnections = 2
        }) { server in
            let first = try server.connect()
            await first.send(get("/hang"))
            #expect(await eventually { server.handler.started == 1 })
            let probe = try server.connect()
            await probe.send(get("/probe"))
            #expect(try await probe.response().text == "GET /probe 0")
            let other = try server.connect()
            await other.send(get("/other"))
            #expect(try await other.response().status == 503)
            #expect(server.handler.started == 2)
            withExtendedLifetime(first) {}
        }
    }

    @Test("one address cannot take all connections, however many it asks for")
    func shares() async throws {
        try await TestServer.run({
            $0.maximumConnections = 16
            $0.reservedConnections = 4
        }) { server in
            let greedy = try (0..<64).map { _ in try server.connect() }
            for client in greedy { await client.send(get("/hang")) }
            #expect(await eventually { server.handler.started == 12 })
            for _ in 0..<4 {
                let other = try server.connect(from: "127.0.0.2")
                await other.send(get("/other"))
                #expect(try await other.response().text == "GET /other 0")
            }
            try await Task.sleep(for: .milliseconds(700))
            let late = try server.connect()
            await late.send(get("/probe"))
            #expect(try await late.response().text == "GET /probe 0")
        }
    }

    @Test("where all requests come through one proxy, it has all connections")
    func proxy() async throws {
        try await TestServer.run({
            $0.maximumConnections = 16
            $0.reservedConnections = 4
            $0.maximumPeerShare = 1
        }) { server in
            let clients = try (0..<16).map { _ in try server.connect() }
            for client in clients { await client.send(get("/hang")) }
            #expect(await eventually { server.handler.started == 16 })
        }
    }
}
