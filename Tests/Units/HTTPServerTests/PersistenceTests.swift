import HTTPServer
import Testing

@testable import RawHTTP

@Suite("Connections stay open, or not")
struct PersistenceTests {
    @Test("requests follow each other on one connection")
    func keepAlive() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            for path in ["/1", "/2", "/3"] {
                await client.send(get(path))
                let response = try await client.response()
                #expect(response.status == 200)
                #expect(response.text == "GET \(path) 0")
                #expect(response.field("connection") == nil)
                #expect(response.field("date")?.hasSuffix(" GMT") == true)
            }
        }
    }

    @Test("pipelined requests are answered in their order, bodies among them")
    func pipelining() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(get("/slow") + post("/echo", "Content-Length: 3") + "abc" + get("/3"))
            for text in ["GET /slow 0", "abc", "GET /3 0"] { #expect(try await client.response().text == text) }
        }
    }

    @Test("more pipelined requests than the buffer holds are all answered")
    func muchPipelining() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(get("/slow") + (0..<1000).map { get("/\($0)") }.joined())
            #expect(try await client.response().status == 200)
            for number in 0..<999 { #expect(try await client.response().text == "GET /\(number) 0") }
        }
    }

    @Test("a head that arrives byte by byte is understood")
    func byteByByte() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            for byte in Array((post("/echo", "Content-Length: 2") + "ab").utf8) { await client.send([byte]) }
            #expect(try await client.response().text == "ab")
        }
    }

    @Test("a client that asks for the end gets it")
    func close() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(get("/", "Connection: close"))
            #expect(try await client.response().field("connection") == "close")
            #expect(await client.isEnded())
        }
    }

    @Test("HTTP/1.0 ends the connection unless told to keep it")
    func oldVersion() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send("GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(try await client.response().field("connection") == "keep-alive")
            await client.send("GET /2 HTTP/1.0\r\n\r\n")
            #expect(try await client.response().field("connection") == "close")
            #expect(await client.isEnded())
        }
    }

    @Test("after its last request a connection is closed, and that is said")
    func maximumRequests() async throws {
        try await TestServer.run({ $0.maximumRequestsPerConnection = 2 }) { server in
            let client = try server.connect()
            await client.send(get("/1") + get("/2") + get("/3"))
            #expect(try await client.response().field("connection") == nil)
            #expect(try await client.response().field("connection") == "close")
            #expect(await client.isEnded())
        }
    }

    @Test("HEAD gets the length and no body, 204 neither")
    func bodiless() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(
                "HEAD /x HTTP/1.1\r\nHost: a\r\n\r\n" + get("/nothing") + get("/end", "Connection: close")
            )
            #expect(try await client.response(hasBody: false).field("content-length") == "9")
            let nothing = try await client.response()
            #expect(nothing.status == 204)
            #expect(nothing.field("content-length") == nil)
            #expect(try await client.response().text == "GET /end 0")
        }
    }

    @Test("a malformed request is told so and the connection closed, whatever still arrives")
    func malformed() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(get("/1") + "GET / HTTP/1.1\r\n\r\n")
            #expect(try await client.response().status == 200)
            await client.send(Array(repeating: 0x41, count: 1 << 20))
            let response = try await client.response()
            #expect(response.status == 400)
            #expect(response.text == "The Host field is missing.")
            #expect(response.field("connection") == "close")
            #expect(await client.isEnded())
            #expect(server.handler.started == 1)
        }
    }
}
