import HTTPServer
import SecureMemory
import Synchronization
import Testing

@testable import RawHTTP

@Suite("Bodies are read into the memory that the handler provides")
struct SharedBodyTests {
    @Test("a body of known length lies where its first byte was received", arguments: [1, 8 * 1024, 3_000_001])
    func contentLength(_ count: Int) async throws {
        let lender = Lender()
        try await TestServer.run(bodiesIn: lender.source) { server in
            let client = try server.connect()
            let bytes = Array(repeating: UInt8(ascii: "x"), count: count)
            await client.send(Array(post("/place", "Content-Length: \(count)").utf8) + bytes)
            #expect(try await client.response().text == lender.place(of: count))
            // Taken once, for all that was announced: nothing was copied from block to block.
            #expect(lender.asked == [count])
            #expect(await eventually { lender.written == [count] })
        }
    }

    @Test("a body of known length arrives in shared memory as it was sent", arguments: [1, 8 * 1024, 3_000_001])
    func bytesOfContentLength(_ count: Int) async throws {
        try await TestServer.run(bodiesIn: Lender().source) { server in
            let client = try server.connect()
            let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            async let sent = client.send(Array(post("/echo", "Content-Length: \(count)").utf8) + body)
            _ = await sent
            #expect(try await client.response().body == body)
        }
    }

    @Test("a chunked body grows from block to block, and lies in the last", arguments: [7, 100_000])
    func chunked(_ size: Int) async throws {
        let lender = Lender()
        try await TestServer.run(bodiesIn: lender.source) { server in
            let client = try server.connect()
            let body = (0..<(size < 100 ? 2_000 : 300_000)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            for path in ["/echo", "/place"] {
                var message = Array(post(path, "Transfer-Encoding: chunked").utf8)
                for start in stride(from: 0, to: body.count, by: size) {
                    let chunk = body[start..<min(start + size, body.count)]
                    message += Array((String(chunk.count, radix: 16) + "\r\n").utf8) + chunk + [0x0D, 0x0A]
                }
                await client.send(message + Array("0\r\n\r\n".utf8))
                let response = try await client.response()
                #expect(path == "/echo" ? response.body == body : response.text == lender.place(of: body.count))
            }
            // Blocks are lent with all that they have, so the body grew for lack of room alone.
            #expect(await eventually { lender.written.count == lender.asked.count })
            #expect(lender.written.filter { $0 == body.count }.count == 2)
        }
    }

    @Test("a request without a body takes no block")
    func noBody() async throws {
        let lender = Lender()
        try await TestServer.run(bodiesIn: lender.source) { server in
            let client = try server.connect()
            await client.send(get("/place") + post("/place", "Content-Length: 0"))
            for _ in 0..<2 { #expect(try await client.response().text.isEmpty) }
            #expect(lender.asked.isEmpty)
        }
    }

    @Test("a body that ends early gives its block back, with as many bytes to wipe as came")
    func endsEarly() async throws {
        let lender = Lender()
        try await TestServer.run(bodiesIn: lender.source) { server in
            do {
                let client = try server.connect()
                await client.send(post("/echo", "Content-Length: 1000000") + String(repeating: "a", count: 5000))
                #expect(await eventually { lender.asked == [1_000_000] })
                #expect(await eventually { lender.byte(at: 4999) == UInt8(ascii: "a") })
            }
            #expect(await eventually { lender.written == [5000] })
            #expect(server.handler.started == 0)
        }
    }

    @Test("a block of the pool comes back wiped, whether its body came whole or not")
    func wiped() async throws {
        let pool = SharedBlockPool()
        let seen = Mutex<[SharedMemory]>([])
        let source = MemorySource { (byteCount) throws(OutOfMemory) in
            let block = try pool.take(byteCount: byteCount)
            if let memory = block.loan?.memory { seen.withLock { $0.append(memory) } }
            return block
        }
        try await TestServer.run(bodiesIn: source) { server in
            let whole = try server.connect()
            await whole.send(post("/echo", "Content-Length: 100000") + String(repeating: "a", count: 100_000))
            #expect(try await whole.response().status == 200)
            #expect(await eventually { pool.idleCount == 1 })
            do {
                let broken = try server.connect()
                await broken.send(post("/echo", "Content-Length: 100000") + String(repeating: "a", count: 50_000))
                #expect(await eventually { pool.idleCount == 0 })
            }
            #expect(await eventually { pool.idleCount == 1 })
        }
        let blocks = seen.withLock { $0 }
        #expect(blocks.count == 2 && blocks[0] === blocks[1])
        for block in blocks {
            let bytes = UnsafeRawBufferPointer(start: block.baseAddress, count: block.byteCount)
            #expect(bytes.allSatisfy { $0 == 0 })
        }
    }

    @Test("a body over the limit takes no block, and a chunked one gives its block back")
    func tooLarge() async throws {
        let lender = Lender()
        try await TestServer.run({ $0.maximumBodyBytes = 1000 }, bodiesIn: lender.source) { server in
            let announced = try server.connect()
            await announced.send(post("/echo", "Content-Length: 1001"))
            #expect(try await announced.response().status == 413)
            #expect(lender.asked.isEmpty)
            let chunked = try server.connect()
            // The block has room for more than the limit.
            let chunk = "1f4\r\n" + String(repeating: "a", count: 500) + "\r\n"
            await chunked.send(post("/echo", "Transfer-Encoding: chunked") + chunk + chunk + "1\r\na\r\n0\r\n\r\n")
            #expect(try await chunked.response().status == 413)
            #expect(await eventually { lender.written == [1000] })
        }
    }

    @Test("where the source has no memory the client is told 503")
    func outOfMemory() async throws {
        let source = MemorySource { (byteCount) throws(OutOfMemory) in throw OutOfMemory(byteCount: byteCount) }
        try await TestServer.run(bodiesIn: source) { server in
            let client = try server.connect()
            await client.send(post("/echo", "Content-Length: 3") + "abc")
            let response = try await client.response()
            #expect(response.status == 503)
            #expect(response.text == "The server is out of memory.")
        }
    }
}

/// Lends a block of its own each time, of whole 64 KiB, and keeps count of what comes back.
private final class Lender: Sendable {
    private let state = Mutex((lent: [SharedMemory](), asked: [Int](), written: [Int]()))

    /// Bytes that were asked for.
    var asked: [Int] { state.withLock { $0.asked } }

    /// Bytes that had been written to blocks that came back.
    var written: [Int] { state.withLock { $0.written } }

    /// A byte of the block that was lent last.
    func byte(at offset: Int) -> UInt8? {
        state.withLock { $0.lent.last?.baseAddress.load(fromByteOffset: offset, as: UInt8.self) }
    }

    /// Where a body of `count` bytes lies that is in the block that was lent last.
    func place(of count: Int) -> String { state.withLock { "\($0.lent.last?.id ?? 0) \(0..<count)" } }

    var source: MemorySource {
        MemorySource { (byteCount) throws(OutOfMemory) in
            let memory = try SharedMemory(byteCount: (byteCount + 65535) & ~65535)
            self.state.withLock { state in
                state.lent.append(memory)
                state.asked.append(byteCount)
            }
            return WipedAllocation(
                borrowing: MemoryLoan(of: memory) { count in self.state.withLock { $0.written.append(count) } }
            )
        }
    }
}
