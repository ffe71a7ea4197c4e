import HTTPServer
import Testing

@testable import RawHTTP

@Suite("Uploads")
struct UploadTests {
    @Test("a body of known length arrives as it was sent", arguments: [0, 1, 8 * 1024, 3_000_001])
    func contentLength(_ count: Int) async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            async let sent = client.send(Array(post("/echo", "Content-Length: \(count)").utf8) + body)
            _ = await sent
            #expect(try await client.response().body == body)
        }
    }

    @Test("chunks of any size arrive as one body", arguments: [1, 7, 4096, 100_000])
    func chunked(_ size: Int) async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            let body = (0..<(size < 100 ? 2_000 : 300_000)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            var message = Array(post("/echo", "Transfer-Encoding: chunked").utf8)
            for start in stride(from: 0, to: body.count, by: size) {
                let chunk = body[start..<min(start + size, body.count)]
                message += Array((String(chunk.count, radix: 16) + "\r\n").utf8) + chunk + [0x0D, 0x0A]
            }
            await client.send(message + Array(("0\r\nX-Sum: 1\r\n\r\n" + get("/next")).utf8))
            #expect(try await client.response().body == body)
            #expect(try await client.response().text == "GET /next 0")
        }
    }

    @Test("100 Continue is sent to a client that waits for it")
    func expectation() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(post("/echo", "Content-Length: 3", "Expect: 100-continue"))
            #expect(try await client.response().head == "HTTP/1.1 100 Continue\r\n\r\n")
            await client.send("abc")
            #expect(try await client.response().text == "abc")
        }
    }

    @Test("100 Continue is not sent when the body is here already")
    func needlessExpectation() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(post("/echo", "Content-Length: 3", "Expect: 100-continue") + "abc")
            #expect(try await client.response().text == "abc")
        }
    }

    @Test("a request refused by its head gets the final status, not 100 Continue")
    func refused() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(post("/refused", "Content-Length: 3", "Expect: 100-continue"))
            let response = try await client.response()
            #expect(response.status == 401)
            #expect(response.field("connection") == "close")
            #expect(await client.isEnded())
        }
    }

    @Test("a refusal of a request without a body keeps the connection")
    func refusedWithoutBody() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            await client.send(get("/refused") + get("/next"))
            #expect(try await client.response().status == 401)
            #expect(try await client.response().text == "GET /next 0")
        }
    }

    @Test("a Content-Length over the limit is refused before the body is asked for")
    func tooLarge() async throws {
        try await TestServer.run({ $0.maximumBodyBytes = 1000 }) { server in
            let client = try server.connect()
            await client.send(post("/echo", "Content-Length: 1001", "Expect: 100-continue"))
            let response = try await client.response()
            #expect(response.status == 413)
            #expect(response.text == "The body is larger than 1000 bytes.")
        }
    }

    @Test("a client that sends a large refused body all the same gets to read the reply")
    func lingering() async throws {
        try await TestServer.run({ $0.maximumBodyBytes = 1000 }) { server in
            let client = try server.connect()
            let sent = await client.send(
                Array(post("/echo", "Content-Length: 5000000").utf8) + Array(repeating: 0, count: 5_000_000)
            )
            #expect(sent)
            #expect(try await client.response().status == 413)
            #expect(await client.isEnded())
        }
    }

    @Test(
        "a chunked body is refused when it passes the limit, and taken up to it",
        arguments: [
            ("3e8\r\n", 1000, 200), ("3e9\r\n", 0, 413), ("1f4\r\n", 500, 200),
        ]
    )
    func chunkedTooLarge(_ size: String, _ count: Int, _ status: Int) async throws {
        try await TestServer.run({ $0.maximumBodyBytes = 1000 }) { server in
            let client = try server.connect()
            await client.send(post("/echo", "Transfer-Encoding: chunked") + size)
            if count > 0 { await client.send(String(repeating: "a", count: count) + "\r\n0\r\n\r\n") }
            #expect(try await client.response().status == status)
        }
    }

    @Test("an upload beyond the memory for all uploads is told 503 before its body is read")
    func budgetExhausted() async throws {
        try await TestServer.run({
            $0.maximumBodyBytes = 1000
            $0.maximumBytesInFlight = 1800
            $0.uploadAdmissionTimeout = .milliseconds(100)
        }) { server in
            let first = try server.connect()
            await first.send(post("/echo", "Content-Length: 1000", "Expect: 100-continue"))
            #expect(try await first.response().status == 100)
            let second = try server.connect()
            await second.send(post("/echo", "Content-Length: 1000", "Expect: 100-continue"))
            #expect(try await second.response().status == 503)
            let small = try server.connect()
            await small.send(upload("/echo", 500))
            #expect(try await small.response().status == 200)
            await first.send(String(repeating: "a", count: 1000))
            #expect(try await first.response().status == 200)
        }
    }

    @Test("an upload waits for memory that is about to be free")
    func budgetWaits() async throws {
        try await TestServer.run({
            $0.maximumBodyBytes = 1000
            $0.maximumBytesInFlight = 1000
            $0.uploadAdmissionTimeout = .seconds(4)
        }) { server in
            let first = try server.connect()
            await first.send(upload("/slow", 1000))
            #expect(await eventually { server.handler.started == 1 })
            let second = try server.connect()
            await second.send(post("/echo", "Content-Length: 1000", "Expect: 100-continue"))
            #expect(try await second.response().status == 100)
            #expect(server.handler.finished == 1)
            #expect(try await first.response().status == 200)
        }
    }
}
