import FaultyServer
import Foundation
import Samples
import SecureMemory
import Synchronization
import Testing

@testable import RawHTTP

/// Something that has happened, or not yet.
private final class Flag: Sendable {
    private let state = Atomic(false)

    var isRaised: Bool { state.load(ordering: .relaxed) }

    func raise() { state.store(true, ordering: .relaxed) }
}

/// Each fault is ordered while other requests go on, on two workers with two seconds a request, and a process that waits for
/// one of them to fail.
@Suite("A fault in a worker costs one request", .serialized)
struct FaultTests {
    private static let server = Result { try FaultyProcess() }
    private let picture: [UInt8]

    init() throws {
        picture = try Sample.webProfile.picture("jpg").withUnsafeBytes { Array($0) }
    }

    /// What the client gets that has sent the fault.
    private static func outcome(of fault: Fault) -> (status: Int, problem: String) {
        switch fault {
        case .spin, .overwork, .sleep, .stop, .exhaustMemory: (422, "too-expensive")
        case .open, .create, .writeElsewhere, .exhaustLargeMemory, .answerTwice, .withholdVerdicts, .late:
            (415, "snapshot-unsupported")
        default: (500, "worker-failed")
        }
    }

    @Test("its client is told so and gets no byte back, and nobody else notices", arguments: Fault.allCases)
    func fault(_ fault: Fault) async throws {
        let server = try Self.server.get()
        let expected = try await server.post(picture)
        #expect(expected.status == 200)
        let isOver = Flag()
        let (good, picture) = (expected.body, picture)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var count = 0
                repeat {
                    let response = try await server.post(picture)
                    #expect(response.status == 200)
                    #expect(response.body == good)
                    count += 1
                } while count < 3 || !isOver.isRaised
            }
            group.addTask {
                defer { isOver.raise() }
                let secret = "4111-1111-1111-1111"
                let response = try await server.post(Array((fault.order + secret).utf8))
                let text = String(decoding: response.body, as: UTF8.self)
                let (status, problem) = Self.outcome(of: fault)
                #expect(response.status == status, "\(text)")
                #expect(text.contains("urn:snapveil:problem:\(problem)\""))
                #expect(!text.contains("FAULT") && !text.contains(secret))
                #expect(try await server.status(of: "/readyz") == 200)
            }
            try await group.waitForAll()
        }
        #expect(!FileManager.default.fileExists(atPath: "/tmp/snapveil-fault"))
        #expect(await eventually { server.workers.count == 3 })
    }

    @Test("a job is called off at once when its client has left, and its worker is replaced if it does not stop")
    func abandoned() async throws {
        let server = try Self.server.get()
        _ = try await server.post(picture)
        let before = Set(server.workers)
        do {
            let client = try RawClient(port: server.port)
            let order = Fault.spin.order
            let head = "POST /v1/sanitize?style=veil HTTP/1.1\r\nHost: a\r\nContent-Length: \(order.utf8.count)\r\n\r\n"
            await client.send(head + order)
            try await Task.sleep(for: .milliseconds(300))
        }
        // Two seconds are the time limit of a job.
        let start = ContinuousClock.now
        #expect(await eventually { !before.isSubset(of: server.workers) })
        #expect(.now - start < .seconds(1.5))
    }

    @Test("a call of a library that takes too long ends its worker, and the client is told so")
    func overwork() async throws {
        let server = try Self.server.get()
        #expect(await eventually { server.workers.count == 3 })
        let before = Set(server.workers)
        // Two seconds are the time limit of a job.
        let start = ContinuousClock.now
        let response = try await server.post(Array(Fault.overwork.order.utf8))
        #expect(.now - start < .seconds(1.5))
        #expect(String(decoding: response.body, as: UTF8.self).contains("Looking at the snapshot"))
        #expect(await eventually { !before.isSubset(of: server.workers) })
    }

    @Test("a worker that ends with nothing to do is replaced")
    func idle() async throws {
        let server = try Self.server.get()
        #expect(await eventually { server.workers.count == 3 })
        let before = Set(server.workers)
        for worker in before { kill(worker, SIGKILL) }
        #expect(await eventually { server.workers.count == 3 && before.isDisjoint(with: server.workers) })
        #expect(try await server.post(picture).status == 200)
    }

    @Test("a new worker is there within 200 ms")
    func replacement() async throws {
        let server = try Self.server.get()
        #expect(await eventually { server.workers.count == 3 })
        for _ in 0..<5 {
            let start = ContinuousClock.now
            _ = try await server.post(Array(Fault.segmentationFault.order.utf8))
            // Both workers are needed for these two.
            async let first = server.post(picture)
            async let second = server.post(picture)
            #expect(try await [first.status, second.status] == [200, 200])
            // Code that is not optimised takes several times as long, on a machine that does other things beside.
            #expect(.now - start < .seconds(5))
        }
    }
}
