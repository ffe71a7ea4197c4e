import HTTPServer
import Logging
import Testing

@testable import RawHTTP

@Suite("Disconnects and shutdown")
struct EndTests {
    @Test("a client that leaves while its request is handled cancels the handler")
    func disconnect() async throws {
        try await TestServer.run { server in
            do {
                let client = try server.connect()
                await client.send(get("/hang"))
                #expect(await eventually { server.handler.started == 1 })
            }
            #expect(await eventually { server.handler.cancelled == 1 })
            #expect(await eventually { server.server.connectionCount == 0 })
        }
    }

    @Test("a pipelined request does not hide that its sender has left")
    func disconnectBehindRequest() async throws {
        try await TestServer.run { server in
            do {
                let client = try server.connect()
                await client.send(get("/hang") + get("/next"))
                #expect(await eventually { server.handler.started == 1 })
            }
            #expect(await eventually { server.handler.cancelled == 1 })
        }
    }

    @Test("a client that leaves amid its upload leaves nothing behind")
    func disconnectInBody() async throws {
        try await TestServer.run { server in
            do {
                let client = try server.connect()
                await client.send(post("/echo", "Content-Length: 100") + "abc")
                #expect(await eventually { server.server.connectionCount == 1 })
            }
            #expect(await eventually { server.server.connectionCount == 0 })
            #expect(server.handler.started == 0)
        }
    }

    @Test("clients that reset their connections amid large replies leave nothing behind, and take nobody with them")
    func resets() async throws {
        try await TestServer.run { server in
            let patient = try server.connect()
            await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<50 {
                            // Closed with bytes that were not read, a socket is reset.
                            let client = try? RawClient(port: server.port, receiveBufferBytes: 4096)
                            await client?.send(get("/big"))
                            #expect(await client?.receive(100)?.isEmpty == false)
                        }
                    }
                }
            }
            #expect(await eventually { server.server.connectionCount == 1 })
            await patient.send(get("/next"))
            #expect(try await patient.response().text == "GET /next 0")
        }
    }

    @Test("a shutdown lets running requests finish, and takes no new connection")
    func shutdown() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(get("/slow"))
            #expect(await eventually { server.handler.started == 1 })
            #expect(!server.server.isShuttingDown)
            await server.shutDown()
            #expect(await eventually { server.server.isShuttingDown })
            #expect(await eventually { (try? RawClient(port: server.port)) == nil })
            let response = try await client.response()
            #expect(response.text == "GET /slow 0")
            #expect(response.field("connection") == "close")
        }
    }

    @Test("a shutdown closes connections at once that have been idle for a while")
    func shutdownOfIdle() async throws {
        let clock = ContinuousClock()
        let duration = try await clock.measure {
            try await TestServer.run({
                $0.minimumIdleTime = .zero
                $0.gracePeriod = .seconds(60)
            }) { server in
                let used = try server.connect()
                await used.send(get("/"))
                #expect(try await used.response().status == 200)
                let unused = try server.connect()
                #expect(await eventually { server.server.connectionCount == 2 })
                await server.shutDown()
                #expect(await used.isEnded())
                #expect(await unused.isEnded())
            }
        }
        #expect(duration < .seconds(20))
    }

    @Test("a shutdown lets connections that were just used, or opened, send the request that is on its way")
    func shutdownOfUsed() async throws {
        try await TestServer.run({
            $0.minimumIdleTime = .seconds(60)
            $0.gracePeriod = .seconds(60)
        }) { server in
            let used = try server.connect()
            await used.send(get("/"))
            #expect(try await used.response().status == 200)
            let unused = try server.connect()
            #expect(await eventually { server.server.connectionCount == 2 })
            await server.shutDown()
            #expect(await eventually { (try? RawClient(port: server.port)) == nil })
            for client in [used, unused] {
                await client.send(get("/late"))
                let response = try await client.response()
                #expect(response.text == "GET /late 0")
                #expect(response.field("connection") == "close")
                #expect(await client.isEnded())
            }
        }
    }

    @Test("a shutdown waits no longer for a request that does not come")
    func shutdownWithoutRequest() async throws {
        let clock = ContinuousClock()
        let duration = try await clock.measure {
            try await TestServer.run({
                $0.minimumIdleTime = .milliseconds(300)
                $0.gracePeriod = .seconds(60)
            }) { server in
                let client = try server.connect()
                #expect(await eventually { server.server.connectionCount == 1 })
                await server.shutDown()
                #expect(await client.isEnded())
            }
        }
        #expect(duration < .seconds(20))
    }

    @Test("a shutdown ends when the grace period is over, whatever still runs")
    func gracePeriod() async throws {
        let clock = ContinuousClock()
        let duration = try await clock.measure {
            try await TestServer.run({ $0.gracePeriod = .milliseconds(200) }) { server in
                let client = try server.connect()
                await client.send(get("/hang"))
                #expect(await eventually { server.handler.started == 1 })
                await server.shutDown()
                #expect(await client.receiveToEnd()?.isEmpty == true)
                #expect(await eventually { server.handler.cancelled == 1 })
            }
        }
        #expect(duration < .seconds(20))
    }

    @Test("cancelling the server ends it at once")
    func cancellation() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.port = 0
        let handler = TestHandler()
        let server = HTTPServer(configuration: configuration, handler: handler, logger: Logger(label: "test"))
        let running = Task { try await server.run() }
        let client = try RawClient(port: try await server.listeningAddress().port)
        await client.send(get("/hang"))
        #expect(await eventually { handler.started == 1 })
        running.cancel()
        try await running.value
        #expect(await eventually { handler.cancelled == 1 })
        #expect(server.connectionCount == 0)
        await #expect(throws: HTTPServerError.alreadyRun) { try await server.run() }
    }
}
