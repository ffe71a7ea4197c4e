import Dispatch
import Foundation
import HTTPServer
import Synchronization
import Testing

@testable import RawHTTP

@Suite("Threads of a server's own", .serialized)
struct OwnThreadTests {
    /// Keeps all threads that servers share until it ends, or for some seconds.
    private final class Spinning: Sendable {
        private let hasEnded = Atomic(false)
        private let deadline = ContinuousClock.now + .seconds(5)

        init() {
            for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
                DispatchQueue.global(qos: .userInitiated).async {
                    while !self.hasEnded.load(ordering: .relaxed), .now < self.deadline {}
                }
            }
        }

        /// Whether that was before the time was over.
        func end() -> Bool {
            hasEnded.store(true, ordering: .relaxed)
            return .now < deadline
        }
    }

    @Test("a server that has them answers while others keep those that are shared", arguments: [true, false])
    func busy(hasOwnThreads: Bool) async throws {
        try await TestServer.run({ $0.hasOwnThreads = hasOwnThreads }) { server in
            let spinning = Spinning()
            let client = try server.connect()
            await client.send(get("/probe"))
            let reply = try await client.response()
            #expect(spinning.end() == hasOwnThreads)
            #expect(reply.text == "GET /probe 0")
        }
    }
}
