import HTTPServer
import Testing

@testable import RawHTTP

@Suite("Every wait has a deadline")
struct DeadlineTests {
    @Test("a head that does not end is told 408")
    func slowHead() async throws {
        try await TestServer.run({ $0.headerTimeout = .milliseconds(150) }) { server in
            let client = try server.connect()
            await client.send("GET / HTTP/1.1\r\nHost:")
            let response = try await client.response()
            #expect(response.status == 408)
            #expect(response.field("connection") == "close")
            #expect(await client.isEnded())
        }
    }

    @Test("a head that trickles gains no time by it")
    func trickledHead() async throws {
        try await TestServer.run({ $0.headerTimeout = .milliseconds(200) }) { server in
            let client = try server.connect()
            await client.send("GET / HTTP/1.1\r\nHost: a\r\nX: ")
            let start = ContinuousClock.now
            for _ in 0..<1500 where await client.send("a") && server.server.connectionCount > 0 {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(ContinuousClock.now - start < .seconds(20))
            #expect(server.handler.started == 0)
        }
    }

    @Test("a connection without a byte is closed without a word")
    func silence() async throws {
        try await TestServer.run({ $0.headerTimeout = .milliseconds(100) }) { server in
            let client = try server.connect()
            #expect(await client.isEnded())
        }
    }

    @Test("a connection that idles after a request is closed without a word")
    func idle() async throws {
        try await TestServer.run({ $0.idleTimeout = .milliseconds(100) }) { server in
            let client = try server.connect()
            await client.send(get("/"))
            #expect(try await client.response().status == 200)
            #expect(await client.isEnded())
        }
    }

    @Test(
        "a body that does not come is told 408, of known length or chunked",
        arguments: [
            "Content-Length: 10", "Transfer-Encoding: chunked",
        ]
    )
    func missingBody(_ framing: String) async throws {
        try await TestServer.run({ $0.bodyTimeout = .milliseconds(150) }) { server in
            let client = try server.connect()
            await client.send(post("/echo", framing))
            #expect(try await client.response().status == 408)
            #expect(await client.isEnded())
        }
    }

    @Test("a body slower than the minimum rate is told 408 long before its deadline")
    func trickledBody() async throws {
        try await TestServer.run({
            $0.minimumRateGrace = .milliseconds(100)
            $0.minimumBodyRate = 1000
        }) { server in
            let client = try server.connect()
            await client.send(post("/echo", "Content-Length: 100000"))
            let start = ContinuousClock.now
            // 10 bytes in 50 ms are a fifth of the rate.
            let sending = Task {
                while !Task.isCancelled, await client.send("0123456789") {
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            #expect(try await client.response().status == 408)
            sending.cancel()
            #expect(ContinuousClock.now - start < .seconds(20))
        }
    }

    @Test("a body that keeps the rate is taken, however long it takes")
    func steadyBody() async throws {
        try await TestServer.run({
            $0.minimumRateGrace = .seconds(1)
            $0.minimumBodyRate = 10
        }) { server in
            let client = try server.connect()
            await client.send(post("/echo", "Content-Length: 500"))
            for _ in 0..<10 {
                await client.send(String(repeating: "a", count: 50))
                try await Task.sleep(for: .milliseconds(130))
            }
            #expect(try await client.response().body.count == 500)
        }
    }

    @Test("a handler over its deadline is cancelled, and its client told 503", arguments: ["/hang", "/stubborn"])
    func handler(_ path: String) async throws {
        try await TestServer.run({ $0.requestTimeout = .milliseconds(150) }) { server in
            let client = try server.connect()
            let start = ContinuousClock.now
            await client.send(get(path))
            let response = try await client.response()
            #expect(response.status == 503)
            #expect(response.field("connection") == "close")
            #expect(await client.isEnded())
            #expect(await eventually { path == "/stubborn" || server.handler.cancelled == 1 })
            #expect(path == "/hang" || ContinuousClock.now - start < .seconds(15))
        }
    }

    @Test("a client that does not take its response is left")
    func stalledReader() async throws {
        try await TestServer.run({ $0.writeTimeout = .milliseconds(200) }) { server in
            let client = try RawClient(port: server.port, receiveBufferBytes: 4096)
            await client.send(get("/big"))
            #expect(await eventually { server.handler.finished == 1 })
            #expect(await eventually { server.server.connectionCount == 0 })
            withExtendedLifetime(client) {}
        }
    }

    @Test("a client that takes no more of its response is left, whatever the kernel has taken for it")
    func standstill() async throws {
        try await TestServer.run({
            $0.minimumRateGrace = .milliseconds(100)
            $0.minimumReplyRate = 256 << 10
        }) { server in
            let client = try server.connect(receiveBufferBytes: 4096)
            await client.send(get("/big"))
            #expect(await eventually { server.handler.finished == 1 })
            // Of 8 MiB the kernel takes up to 4, which would buy 16 seconds.
            #expect(await eventually { server.server.connectionCount == 0 })
        }
    }

    @Test("a client that takes its response slowly gets all of it")
    func slowReader() async throws {
        try await TestServer.run { server in
            let client = try RawClient(port: server.port, receiveBufferBytes: 64 * 1024)
            await client.send(get("/big", "Connection: close"))
            var count = 0
            while let bytes = await client.receive(100_000), !bytes.isEmpty {
                count += bytes.count
                if count < 1_000_000 { try await Task.sleep(for: .milliseconds(10)) }
            }
            #expect(count > 8 << 20)
            #expect(count < (8 << 20) + 300)
        }
    }
}
