import FaultyServer
import Glibc
import Samples
import SecureMemory
import Testing

@testable import RawHTTP

@Suite("What becomes of workers is counted", .serialized)
struct WorkerMetricsTests {
    private static let server = Result { try FaultyProcess() }

    private static func ends(_ cause: String) -> String { "snapveil_worker_ends_total{cause=\"\(cause)\"}" }
    private static let restarts = "snapveil_worker_restarts_total"

    @Test(
        "a fault by its cause, and the process that takes the place",
        arguments: [
            (Fault.segmentationFault, "crashed"), (.abort, "crashed"), (.socket, "forbidden-call"),
            (.exhaustMemory, "memory"), (.spin, "time"), (.garbage, "protocol"), (.forgedHead, "protocol"),
            (.missingPart, "protocol"),
        ]
    )
    func fault(_ fault: Fault, _ cause: String) async throws {
        let server = try Self.server.get()
        let before = try await server.metrics()
        #expect(before[Self.ends(cause)] != nil, "\(before.count) samples")
        _ = try await server.post(Array(fault.order.utf8))
        #expect(await eventually { (try? await server.metrics()[Self.restarts]) == (before[Self.restarts] ?? 0) + 1 })
        let after = try await server.metrics()
        for (name, value) in after where name.hasPrefix("snapveil_worker_ends_total") {
            #expect(value == (before[name] ?? 0) + (name == Self.ends(cause) ? 1 : 0), "\(name)")
        }
        #expect(after["snapveil_workers_alive"] == 2)
    }

    @Test("one that answers a second time, which shows when it is to do its next job")
    func repetition() async throws {
        let server = try Self.server.get()
        #expect(await eventually { server.workers.count == 3 })
        let picture = try Sample.webProfile.picture("jpg").withUnsafeBytes { Array($0) }
        let before = try await server.metrics()
        #expect(try await server.post(Array(Fault.answerTwice.order.utf8)).status == 415)
        let isCounted = await eventually {
            guard (try? await server.post(picture).status) == 200, let after = try? await server.metrics() else {
                return false
            }
            return [Self.restarts, Self.ends("protocol")].allSatisfy { (after[$0] ?? 0) - (before[$0] ?? 0) == 1 }
        }
        #expect(isCounted)
    }

    @Test("one that keeps silent about new policies, which no request waits for")
    func silence() async throws {
        let server = try FaultyProcess()
        let before = try await server.metrics()
        #expect(try await server.post(Array(Fault.withholdVerdicts.order.utf8)).status == 415)
        try server.reload()
        let isReplaced = await eventually {
            guard let after = try? await server.metrics() else { return false }
            return [Self.restarts, Self.ends("time")].allSatisfy { (after[$0] ?? 0) - (before[$0] ?? 0) == 1 }
        }
        #expect(isReplaced)
        #expect(try await server.metrics()[Self.ends("idle")] == before[Self.ends("idle")])
    }

    @Test("one that somebody kills with nothing to do, and one whose client has left")
    func others() async throws {
        let server = try Self.server.get()
        #expect(await eventually { server.workers.count == 3 })
        let before = try await server.metrics()
        for worker in server.workers { kill(worker, SIGKILL) }
        // The third waits to take the place of another, and is none; unless it was taken before it had ended.
        let isReplaced = await eventually {
            guard let after = try? await server.metrics() else { return false }
            let rises = [Self.restarts, Self.ends("idle")].map { (after[$0] ?? 0) - (before[$0] ?? 0) }
            return rises == [2, 2] || rises == [3, 3]
        }
        #expect(isReplaced)
        #expect(await eventually { server.workers.count == 3 })
        do {
            let client = try RawClient(port: server.port)
            let order = Fault.spin.order
            let head = "POST /v1/sanitize?style=veil HTTP/1.1\r\nHost: a\r\nContent-Length: \(order.utf8.count)\r\n\r\n"
            await client.send(head + order)
            #expect(await eventually { (try? await server.metrics()["snapveil_workers{state=\"busy\"}"]) == 1 })
        }
        let abandoned = Self.ends("abandoned")
        #expect(await eventually { (try? await server.metrics()[abandoned]) == (before[abandoned] ?? 0) + 1 })
    }

    @Test("one that is killed at work, as the kernel does that has no memory")
    func killed() async throws {
        let server = try Self.server.get()
        #expect(await eventually { server.workers.count == 3 })
        let before = try await server.metrics()
        async let reply = server.post(Array(Fault.sleep.order.utf8))
        #expect(await eventually { (try? await server.metrics()["snapveil_workers{state=\"busy\"}"]) == 1 })
        for worker in server.workers { kill(worker, SIGKILL) }
        #expect(try await reply.status == 500)
        let killed = Self.ends("killed")
        #expect(await eventually { (try? await server.metrics()[killed]) == (before[killed] ?? 0) + 1 })
    }

    @Test("what workers took is counted by the front, problems by their kinds, and each process has its memory")
    func figures() async throws {
        let server = try Self.server.get()
        #expect(await eventually { server.workers.count == 3 })
        let before = try await server.metrics()
        let picture = try Sample.webProfile.picture("jpg").withUnsafeBytes { Array($0) }
        #expect(try await server.post(picture, "style=pixelate&block=9&region=0,0,90,90").status == 200)
        #expect(try await server.post(Array("no picture".utf8)).status == 415)
        let after = try await server.metrics()
        let problem =
            "snapveil_http_requests_total{route=\"/v1/sanitize\",status=\"415\",problem=\"snapshot-unsupported\"}"
        for (name, count) in [
            (problem, 1.0), ("snapveil_stage_seconds_count{stage=\"encode\"}", 1),
            ("snapveil_style_seconds_count{style=\"pixelate\"}", 1), ("snapveil_snapshot_pixels_count", 1),
        ] {
            #expect((after[name] ?? 0) - (before[name] ?? 0) == count, "\(name)")
        }
        #expect(after["snapveil_idle_memory_bytes{holder=\"workers\"}"] ?? 0 > 0)
        #expect(after.keys.contains { $0.hasPrefix("snapveil_build_info{") && $0.hasSuffix(",work=\"contained\"}") })
        for process in ["front", "workers", "spare", "launcher"] {
            let sample = "snapveil_resident_memory_bytes{process=\"\(process)\",kind=\"private\"}"
            // The spare one may be on its way.
            let isThere = await eventually { (100_000..<4e9).contains((try? await server.metrics()[sample]) ?? 0) }
            #expect(isThere, "\(process)")
        }
    }
}
