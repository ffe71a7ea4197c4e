import Dispatch
import Foundation
import HTTPServer
import Synchronization
import Testing

@testable import RawHTTP

@Suite("Threads of a server's own")
struct OwnThreadTests {
    /// Keeps all threads that servers share until it ends, or for two seconds.
    private final class Spinning: Sendable {
        private let hasEnded = Atomic(false)
        private let deadline = ContinuousClock.now + .seconds(2)

        init() {
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
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

    @Test("a server that has them answers while others keep those that are shared")
    func busy() async throws {
        try await TestServer.run({ $0.hasOwnThreads = true }) { server in
            let spinning = Spinning()
            let client = try server.connect()
            await client.send(get("/probe"))
            #expect(try await client.response().text == "GET /probe 0")
            #expect(spinning.end())
        }
    }
}
