import HTTPServer
import HTTPTypes
import ImageCore
import SecureMemory
import Testing

@testable import ImageFixtures
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

    @Test("a picture that becomes a WebP takes as much as its encoder does", arguments: [ImageFormat.png, .webp])
    func encoderOfWebP(_ format: ImageFormat) async throws {
        let snapshot = try Snapshots.file(format)
        let path = "/v1/sanitize?\(RunningService.quick)&format="
        #expect(try await Client(workBytes: 48_000).send(.post, path + "webp", body: snapshot).status == 200)
        #expect(try await Client(workBytes: 47_999).send(.post, path + "webp", body: snapshot).status == 413)
        #expect(try await Client(workBytes: 9600).send(.post, path + "png", body: snapshot).status == 200)
    }

    @Test("a picture that takes more until it is decoded takes that")
    func decoding() async throws {
        let fixture = JPEGFixture(space: .cmyk, scans: .progressive)
        let picture = Picture.noise(fixture.width, fixture.height, channels: 4, seed: 3)
        let snapshot = try SecureBytes(copying: fixture.encode(picture))
        let (path, bytes) = ("/v1/sanitize?\(RunningService.quick)", 12 * fixture.width * fixture.height)
        #expect(try await Client(workBytes: bytes).send(.post, path, body: snapshot).status == 200)
        #expect(try await Client(workBytes: bytes - 1).send(.post, path, body: snapshot).status == 413)
    }

    @Test("a picture declares its size before its pixels", arguments: Snapshots.formats)
    func declaredSize(_ format: ImageFormat) throws {
        let file = try Snapshots.file(format)
        #expect(PictureDeclaration(of: file)?.size == PixelSize(width: 40, height: 30))
        for count in 0..<24 { #expect(PictureDeclaration(of: file[0..<count])?.size == nil) }
    }
}
