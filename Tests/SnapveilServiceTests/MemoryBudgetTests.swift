import BoundedWork
import Dispatch
import HTTPServer
import HTTPTypes
import ImageCore
import SecureMemory
import Testing

@testable import SnapveilService

@Suite("Replies and pictures take memory that was granted")
struct MemoryBudgetTests {
    @Test("a reply for which there is no room is a 503", arguments: ["image/png", "application/json"])
    func noRoomForReply(_ accepted: String) async throws {
        try await RunningService.run({ $0.maximumReplyBytes = 3000 }) { service in
            let reply = try await service.send(
                "POST /v1/sanitize?\(RunningService.quick)",
                ["Host: a", "Accept: \(accepted)"],
                Snapshots.file(.png)
            )
            #expect(reply.status == 503)
            #expect(reply.problem == "overloaded")
            #expect(reply.fields[.retryAfter] == "1")
        }
    }

    @Test("a picture that takes more memory than all may together is a 413 that says so, and one that fits is not")
    func tooLargeForMemory() async throws {
        // 40 x 30 pixels twice, of 4 bytes.
        let snapshot = try Snapshots.file(.jpeg)
        let path = "/v1/sanitize?\(RunningService.quick)"
        #expect(try await Client(workBytes: 9600).send(.post, path, body: snapshot).status == 200)
        let reply = try await Client(workBytes: 9599).send(.post, path, body: snapshot)
        #expect(reply.status == 413)
        #expect(reply.problem == "snapshot-too-large")
        #expect((reply.json["detail"] as? String)?.contains("memory") == true)
    }

    /// Holds bytes of `memory` while `body` runs.
    private static func hold(
        _ bytes: Int,
        of memory: WorkMemory,
        _ cancellation: Cancellation = Cancellation(),
        _ body: () -> Void
    ) throws(WorkFailure) {
        try memory.withBytes(bytes, cancellation, cancelled: WorkFailure.cancelled) { () throws(WorkFailure) in body() }
    }

    @Test("what is not granted yet waits for what is, but no longer than somebody waits for it")
    func waiting() throws {
        let memory = WorkMemory(capacity: 100)
        let isHeld = DispatchSemaphore(value: 0)
        let isReleased = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            try? Self.hold(60, of: memory) {
                isHeld.signal()
                isReleased.wait()
            }
        }
        isHeld.wait()
        var hasRun = false
        try Self.hold(40, of: memory) { hasRun = true }
        #expect(hasRun)
        let cancelled = Cancellation()
        cancelled.cancel()
        #expect(throws: WorkFailure.cancelled) { try Self.hold(41, of: memory, cancelled) { Issue.record("it ran") } }
        DispatchQueue.global().async {
            try? Self.hold(100, of: memory) { isDone.signal() }
        }
        #expect(isDone.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
        isReleased.signal()
        #expect(isDone.wait(timeout: .now() + .seconds(5)) == .success)
    }

    @Test("a picture declares its size before its pixels", arguments: Snapshots.formats)
    func declaredSize(_ format: ImageFormat) throws {
        let file = try Snapshots.file(format)
        #expect(PixelSize(declaredBy: file) == PixelSize(width: 40, height: 30))
        for count in 0..<24 { #expect(PixelSize(declaredBy: file[0..<count]) == nil) }
    }
}
