import AllocationFaults
import CAllocationFaults
import HTTPServer
import HTTPTypes
import ImageCore
import SecureMemory
import Testing

@testable import RawHTTP
@testable import SnapveilService

@Suite("Whatever interrupts a request, no pixel is sent and the next one is served", .serialized)
struct InterruptionTests {
    /// A picture of one colour, small as a file and much work as pixels.
    private static func flat(_ width: Int, _ height: Int) throws -> SecureBytes {
        let size = try #require(PixelSize(width: width, height: height))
        let color = Color(red: 211, green: 37, blue: 90)
        return try PixelBuffer(size, format: .rgb, filledWith: color).encoded(.png())
    }

    private static func large() throws -> SecureBytes { try flat(4000, 3000) }

    @Test("a client that leaves while its snapshot is worked on frees the worker")
    func disconnect() async throws {
        try await RunningService.run { service in
            do {
                let client = try service.connect()
                await client.post(try Self.large(), RunningService.long)
                #expect(await eventually { service.pool.isFull })
            }
            #expect(await eventually { !service.pool.isFull })
            #expect(try await service.post(Snapshots.noise(.png)).status == 200)
        }
    }

    @Test("work over its time is a 503 without a pixel, and ends")
    func deadline() async throws {
        try await RunningService.run({ $0.requestTimeout = .milliseconds(700) }) { service in
            let reply = try await service.post(Self.large(), RunningService.long)
            #expect(reply.status == 503)
            // Its rows hold the same runs of bytes as the large one's.
            reply.expectRefusal(without: try Traces(of: Self.flat(40, 30)))
            #expect(await eventually { !service.pool.isFull })
            #expect(try await service.post(Snapshots.noise(.png)).status == 200)
        }
    }

    @Test("a snapshot that finds the worker busy is a 503 without a pixel")
    func busy() async throws {
        let snapshot = try Snapshots.noise(.png)
        try await RunningService.run { service in
            let client = try service.connect()
            await client.post(try Self.large(), RunningService.long)
            #expect(await eventually { service.pool.isFull })
            let busy = try await service.post(snapshot)
            #expect(busy.status == 503)
            busy.expectRefusal(without: try Traces(of: snapshot))
            withExtendedLifetime(client) {}
        }
    }

    @Test("a snapshot that finds the memory for uploads taken is a 503 without a pixel")
    func uploadBudget() async throws {
        let snapshot = try Snapshots.noise(.png)
        try await RunningService.run({
            $0.maximumBodyBytes = snapshot.count
            $0.maximumBytesInFlight = snapshot.count
            $0.uploadAdmissionTimeout = .milliseconds(50)
        }) { service in
            let client = try service.connect()
            let head = "POST /v1/sanitize?\(RunningService.quick) HTTP/1.1\r\nHost: a\r\n"
            await client.send(head + "Content-Length: \(snapshot.count)\r\nExpect: 100-continue\r\n\r\n")
            #expect(try await client.response().status == 100)
            let refused = try await service.post(snapshot)
            #expect(refused.status == 503)
            refused.expectRefusal(without: try Traces(of: snapshot))
            await client.send(snapshot.array)
            #expect(try await client.response().status == 200)
        }
    }

    @Test("a shutdown whose patience ends while a snapshot is worked on sends no pixel of it")
    func shutdown() async throws {
        try await RunningService.run({ $0.gracePeriod = .milliseconds(200) }) { service in
            let client = try service.connect()
            await client.post(try Self.large(), RunningService.long)
            #expect(await eventually { service.pool.isFull })
            await service.shutDown()
            #expect(await client.receiveToEnd()?.isEmpty == true)
        }
    }

    @Test(
        "whichever allocation of the server or of the work fails, the next request is served",
        .enabled(if: AllocationFaults.areAvailable),
        arguments: AllocationFaults.Duration.allCases
    )
    func memory(duration: AllocationFaults.Duration) async throws {
        let snapshot = try Snapshots.noise(.png)
        let traces = try Traces(of: snapshot)
        try await RunningService.run { service in
            let whole = try await service.post(snapshot)
            #expect(whole.status == 200)
            var failures = 0
            while true {
                let start = ContinuousClock.now
                let (result, count) = await AllocationFaults.inject(at: failures, for: duration) {
                    await Result.catching { try await service.post(snapshot) }
                }
                guard count.failed > 0 else {
                    #expect(try result.get().body == whole.body)
                    break
                }
                // Where there is no memory for as much as the head of the request, the connection is closed, and at once.
                #expect(ContinuousClock.now - start < .seconds(4))
                if let reply = try? result.get() {
                    #expect(reply.status == 503 || reply.body == whole.body, "allocation \(failures)")
                    if reply.status != 200 { reply.expectRefusal(without: traces) }
                }
                #expect(try await service.post(snapshot).body == whole.body)
                failures += 1
            }
            #expect(failures > 15)
        }
    }
}
