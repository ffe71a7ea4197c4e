import HTTPServer
import Testing

@testable import RawHTTP

@Suite("Memory that is not used is not taken, and who holds it without need makes way")
struct BudgetTests {
    @Test("bodies that are announced and do not come keep no other out")
    func announced() async throws {
        try await TestServer.run({
            $0.maximumBodyBytes = 1 << 20
            $0.maximumBytesInFlight = 2 << 20
        }) { server in
            let idlers = try (0..<32).map { _ in try server.connect() }
            for idler in idlers { await idler.send(post("/echo", "Content-Length: 1048576") + "x") }
            for _ in 0..<4 {
                let client = try server.connect()
                await client.send(upload("/echo", 500_000))
                #expect(try await client.response().body.count == 500_000)
            }
        }
    }

    @Test("an upload that trickles is ended for one that waits")
    func trickling() async throws {
        try await TestServer.run({
            $0.maximumBodyBytes = 64 << 10
            $0.maximumBytesInFlight = 64 << 10
            $0.uploadAdmissionTimeout = .seconds(4)
        }) { server in
            let idlers = try (0..<7).map { _ in try server.connect() }
            for idler in idlers { await idler.send(post("/echo", "Content-Length: 65536") + "x") }
            let client = try server.connect()
            await client.send(upload("/echo", 40_000))
            #expect(try await client.response().status == 200)
            #expect(try await idlers[0].response().status == 503)
        }
    }

    @Test("the time for which a body waits for memory is not counted as its client's")
    func pause() async throws {
        try await TestServer.run({
            $0.maximumBodyBytes = 64 << 10
            $0.maximumBytesInFlight = 64 << 10
            $0.uploadAdmissionTimeout = .seconds(4)
            $0.minimumRateGrace = .milliseconds(400)
            $0.minimumBodyRate = 1 << 20
        }) { server in
            let first = try server.connect()
            await first.send(upload("/slow", 60_000))
            #expect(await eventually { server.handler.started == 1 })
            let second = try server.connect()
            await second.send(post("/echo", "Content-Length: 60000") + String(repeating: "a", count: 30_000))
            #expect(try await first.response().status == 200)
            try await Task.sleep(for: .milliseconds(200))
            await second.send(String(repeating: "a", count: 30_000))
            #expect(try await second.response().status == 200)
        }
    }

    @Test("more uploads than there is memory for come to their turn one after the other, whatever they announce")
    func turns() async throws {
        try await TestServer.run({
            $0.maximumBodyBytes = 400_000
            // Room for the beginnings of all, which each has before it waits, for the largest and for what is kept for small ones.
            $0.maximumBytesInFlight = 2 << 20
            $0.uploadAdmissionTimeout = .seconds(10)
        }) { server in
            try await withThrowingTaskGroup(of: Int?.self) { uploads in
                for number in 0..<60 {
                    let client = try server.connect()
                    uploads.addTask {
                        let count = number.isMultiple(of: 2) ? 400_000 : 90_000
                        await client.send(
                            upload("/echo", count)
                        )
                        return try await client.response().status
                    }
                }
                for try await status in uploads { #expect(status == 200) }
            }
        }
    }

    @Test("small uploads that keep coming do not keep a large one out")
    func starvation() async throws {
        try await TestServer.run({
            $0.maximumBodyBytes = 900_000
            $0.maximumBytesInFlight = 1 << 20
            $0.uploadAdmissionTimeout = .seconds(6)
        }) { server in
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 0..<12 {
                    tasks.addTask {
                        while !Task.isCancelled {
                            let client = try server.connect()
                            await client.send(
                                upload("/slow", 120_000)
                            )
                            _ = try? await client.response()
                        }
                    }
                }
                #expect(await eventually { server.handler.started >= 8 })
                let large = try server.connect()
                await large.send(upload("/echo", 900_000))
                #expect(try await large.response().status == 200)
                tasks.cancelAll()
            }
        }
    }

    @Test("while large uploads take all that they can get, a small one is served")
    func smallShare() async throws {
        try await TestServer.run({
            $0.maximumBodyBytes = 64 << 10
            $0.maximumBytesInFlight = 64 << 10
            $0.uploadAdmissionTimeout = .milliseconds(300)
        }) { server in
            let large = try server.connect()
            await large.send(upload("/slow", 60_000))
            #expect(await eventually { server.handler.started == 1 })
            let other = try server.connect()
            await other.send(upload("/echo", 60_000))
            let small = try server.connect()
            await small.send(upload("/echo", 3000))
            #expect(try await small.response().status == 200)
            #expect(try await other.response().status == 503)
            #expect(try await large.response().status == 200)
        }
    }

    @Test("a small upload is served beside large ones of another peer that hold all there is and wait for more")
    func beginnings() async throws {
        try await TestServer.run({
            $0.maximumBodyBytes = 64 << 10
            $0.maximumBytesInFlight = 64 << 10
            $0.uploadAdmissionTimeout = .seconds(4)
        }) { server in
            let greedy = try (0..<8).map { _ in try server.connect() }
            for client in greedy {
                await client.send(post("/echo", "Content-Length: 60000") + String(repeating: "a", count: 20_000))
            }
            for _ in 0..<5 {
                let small = try server.connect(from: "127.0.0.2")
                await small.send(upload("/echo", 9000))
                #expect(try await small.response().status == 200)
            }
        }
    }

    @Test("a peer with more than its share makes way for another, though it does not trickle yet")
    func peerShare() async throws {
        try await TestServer.run({
            $0.maximumBodyBytes = 64 << 10
            $0.maximumBytesInFlight = 256 << 10
            $0.maximumPeerShare = 0.5
            $0.uploadAdmissionTimeout = .milliseconds(500)
        }) { server in
            let greedy = try (0..<7).map { _ in try server.connect() }
            for client in greedy {
                await client.send(post("/echo", "Content-Length: 33000") + String(repeating: "a", count: 32_700))
            }
            // As much as has come is taken before another comes.
            try await Task.sleep(for: .milliseconds(100))
            let other = try server.connect(from: "127.0.0.2")
            await other.send(upload("/echo", 60_000))
            #expect(try await other.response().status == 200)
        }
    }

    @Test("replies that nobody reads take the memory for replies, and are ended for one that needs it")
    func unreadReplies() async throws {
        try await TestServer.run({ $0.maximumReplyBytes = 20 << 20 }) { server in
            let sleepers = try (0..<2).map { _ in try server.connect(receiveBufferBytes: 4096) }
            for sleeper in sleepers { await sleeper.send(get("/big")) }
            #expect(await eventually { server.handler.finished == 2 })
            let early = try server.connect()
            await early.send(get("/big"))
            #expect(try await early.response().status == 503)
            try await Task.sleep(for: .milliseconds(1200))
            let late = try server.connect()
            await late.send(get("/big"))
            #expect(try await late.response().body.count == 8 << 20)
            withExtendedLifetime(sleepers) {}
        }
    }

    @Test("a reply that is not taken at the minimum rate is given up long before its deadline")
    func slowReader() async throws {
        try await TestServer.run({
            $0.minimumRateGrace = .milliseconds(200)
            $0.minimumReplyRate = 1 << 30
        }) { server in
            let sleeper = try server.connect(receiveBufferBytes: 4096)
            await sleeper.send(get("/big"))
            #expect(await eventually { server.handler.finished == 1 })
            #expect(await eventually { server.server.connectionCount == 0 })
        }
    }

    @Test(
        "a peer is an IPv4 address or an IPv6 network of 64 bits",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
            ("2001:db8:1:2:3::", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::7", "2001:db8:1:3::/64"),
        ]
    )
    func network(_ host: String, _ network: String) {
        #expect(SocketAddress(host: host, port: 1).network == network)
    }
}
