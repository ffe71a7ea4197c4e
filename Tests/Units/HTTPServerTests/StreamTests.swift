import HTTPServer
import SecureMemory
import Testing

@testable import RawHTTP

@Suite("Replies that are written piece by piece")
struct StreamTests {
    @Test("pieces are chunks, each sent when it is written, and the connection stays")
    func chunks() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(get("/pieces") + get("/next"))
            let text = await client.receive(untilText: "GET /next 0")
            #expect(
                text.contains("Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n6\r\nsecond\r\n0\r\n\r\nHTTP/1.1 200 OK")
            )
            #expect(!text.contains("Connection: close"))
        }
    }

    @Test("a client of HTTP/1.0 gets the pieces up to the end of the connection")
    func oldClient() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send("GET /pieces HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            let text = try #require(await client.receiveToEnd())
            #expect(text.hasSuffix("Connection: close\r\n\r\nfirstsecond"))
            #expect(!text.contains("chunked"))
        }
    }

    @Test("a reply to HEAD has no piece")
    func head() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send("HEAD /pieces HTTP/1.1\r\nHost: a\r\n\r\n" + get("/next"))
            let text = await client.receive(untilText: "GET /next 0")
            #expect(!text.contains("first"))
            #expect(server.handler.started == 2)
        }
    }

    @Test("a body that breaks off ends the connection before its last chunk")
    func broken() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(get("/broken"))
            _ = await client.receive(untilText: "first")
            // A reset, which is no end.
            #expect(await client.receiveToEnd() == nil)
            #expect(await eventually { server.server.connectionCount == 0 })
        }
    }

    @Test("a client that leaves cancels what waits to write more")
    func leaves() async throws {
        try await TestServer.run { server in
            do {
                let client = try server.connect()
                await client.send(get("/endless"))
                _ = await client.receive(untilText: "first")
            }
            #expect(await eventually { server.handler.cancelled == 1 })
            #expect(await eventually { server.server.connectionCount == 0 })
        }
    }

    @Test("a writer waits for the client, and a client that takes nothing is left")
    func slow() async throws {
        let configure = { (configuration: inout HTTPServerConfiguration) in
            configuration.writeTimeout = .milliseconds(500)
        }
        try await TestServer.run(configure) { server in
            let client = try server.connect(receiveBufferBytes: 4096)
            await client.send(get("/flood"))
            #expect(await eventually { server.handler.cancelled == 1 })
            #expect(server.handler.pieces < 256)
            #expect(await eventually { server.server.connectionCount == 0 })
            _ = client
        }
    }

    @Test("behind a 101, bytes go both ways as they are, and the end of either is seen by the other")
    func upgrade() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(get("/upgrade", "Connection: upgrade", "Upgrade: echo") + "ahead")
            let head = await client.receive(untilText: "ahead")
            #expect(head.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
            #expect(head.contains("Upgrade: echo\r\nConnection: upgrade\r\n\r\nahead"))
            await client.send("GET / HTTP/1.1\r\n\r\n")
            #expect(await client.receive(untilText: "\r\n\r\n") == "GET / HTTP/1.1\r\n\r\n")
            await client.send("end")
            #expect(await client.receiveToEnd() == "end")
        }
    }

    @Test("much goes both ways at a time, although neither side reads all before it writes")
    func bothWays() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(get("/upgrade", "Connection: upgrade", "Upgrade: echo"))
            _ = await client.receive(untilText: "\r\n\r\n")
            let count = 8 << 20
            async let sent = client.send(String(repeating: "x", count: count) + "end")
            let text = try #require(await client.receiveToEnd())
            #expect(await sent)
            #expect(text.utf8.count == count + 3)
        }
    }

    @Test("a shutdown ends a stream that goes on after its grace period")
    func shutdown() async throws {
        try await TestServer.run({ $0.gracePeriod = .milliseconds(300) }) { server in
            let client = try server.connect()
            await client.send(get("/endless"))
            _ = await client.receive(untilText: "first")
            await server.shutDown()
            #expect(await eventually { server.handler.cancelled == 1 })
        }
    }
}

extension RawClient {
    /// Text up to and with `end`, or as much of it as comes.
    fileprivate func receive(untilText end: String) async -> String {
        var bytes: [UInt8] = []
        while !bytes.ends(with: end), let more = await receive(1), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
