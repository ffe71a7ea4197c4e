import HTTPServer
import Testing

@testable import RawHTTP

@Suite("Where there is no time for work, connections that ask for it are refused, and next to nothing of them is read")
struct EarlyRefusalTests {
    @Test("a new connection gets the reply, though it still sends, and whenever it begins to")
    func newConnections() async throws {
        try await TestServer.run { server in
            server.handler.refusesWork = true
            for pause in [Duration.zero, .milliseconds(50)] {
                let client = try server.connect()
                try await Task.sleep(for: pause)
                await client.send(Self.post(4_000_000))
                let reply = try await client.response()
                #expect(reply.status == 503)
                #expect(reply.field("connection") == "close")
            }
            #expect(server.handler.started == 0)
            #expect(server.handler.refused == 2)
            #expect(await eventually { server.server.connectionCount == 0 })
        }
    }

    @Test("one that has sent all, and reads late, gets all of the reply, and keeps no place")
    func lateReaders() async throws {
        try await TestServer.run { server in
            server.handler.refusesWork = true
            let client = try server.connect()
            await client.send(Self.post(20_000))
            client.endSending()
            #expect(await eventually { server.server.connectionCount == 0 })
            #expect(try #require(await client.receiveToEnd()).hasPrefix("HTTP/1.1 503 "))
        }
    }

    @Test("so does one that was served before")
    func keptConnections() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(Self.post(3))
            #expect(try await client.response().text == "POST /1 3")
            server.handler.refusesWork = true
            await client.send(Self.post(3))
            #expect(try await client.response().status == 503)
            #expect(server.handler.started == 1)
        }
    }

    @Test("probes and documents are served")
    func others() async throws {
        try await TestServer.run { server in
            server.handler.refusesWork = true
            for pause in [Duration.zero, .milliseconds(50)] {
                let client = try server.connect()
                try await Task.sleep(for: pause)
                await client.send(get("/probe"))
                #expect(try await client.response().text == "GET /probe 0")
                await client.send(get("/probe"))
                #expect(try await client.response().text == "GET /probe 0")
            }
        }
    }

    @Test("a client that goes on sending, or does not go, is not waited for")
    func lingering() async throws {
        try await TestServer.run({
            $0.lingerTimeout = .milliseconds(300)
            $0.maximumConnections = 1
            $0.reservedConnections = 0
        }) { server in
            server.handler.refusesWork = true
            let client = try server.connect()
            await client.send(Self.post(1000))
            #expect(try await client.response().status == 503)
            server.handler.refusesWork = false
            // The place of the connection is free when it is closed.
            let next = try server.connect()
            await next.send(Self.post(3))
            #expect(try await next.response().text == "POST /1 3")
            withExtendedLifetime(client) {}
        }
    }

    /// A request with a body of `count` bytes.
    private static func post(_ count: Int) -> [UInt8] {
        Array("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n".utf8)
            + [UInt8](repeating: 0, count: count)
    }
}
