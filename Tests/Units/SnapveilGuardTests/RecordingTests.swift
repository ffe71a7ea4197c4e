import Artefacts
import HTTPServer
import Recordings
import RedactionJobs
import SecureMemory
import Testing
import Transcoding

@testable import SnapveilGuard

@Suite("A recording that a worker hands back, which may be anything")
struct RecordingTests {
    private static let mp4 = [0, 0, 0, 24] + Array("ftypisom".utf8) + [UInt8](repeating: 9, count: 100)

    private func outcome(
        of contents: [UInt8],
        isAskedFor: Bool = true,
        isUnchanged: Bool = false
    ) throws -> ReplyWorkers.Outcome? {
        let body = try SecureBytes(copying: #"{"value":""}"#.utf8)
        return ReplyWorkers.outcome(
            .redacted(ReplyWorkers.Redacted(body: body, summary: ReplySummary(isUnchanged: isUnchanged))),
            takingOut: ReplyRedactor.Recording(contents: try SecureBytes(copying: contents), place: 10),
            of: .reply(ReplyOrder(replyByteCount: 200, takesOutRecording: isAskedFor)),
            ReplyRoom()
        )
    }

    @Test("one that was asked for is held with its place and the rest of the reply")
    func recording() throws {
        guard case .redacted(let redacted)? = try outcome(of: Self.mp4) else {
            Issue.record("it is no reply")
            return
        }
        #expect(redacted.body.count == 12 && redacted.recording?.place == 10)
        #expect(redacted.recording?.contents.form == .mp4 && redacted.recording?.contents.byteCount == Self.mp4.count)
    }

    @Test(
        "one that nobody asked for, one that is none, and one of a reply that is as it was are of no worker that works"
    )
    func lies() throws {
        #expect(try outcome(of: Self.mp4, isAskedFor: false) == nil)
        #expect(try outcome(of: Self.mp4, isUnchanged: true) == nil)
        #expect(try outcome(of: Array("a text".utf8)) == nil)
        #expect(try outcome(of: Array("GIF89a".utf8) + [UInt8](repeating: 1, count: 90)) == nil)
    }

    @Test("without FFmpeg a recording is refused for the reason that was stated, and other replies pass")
    func refusal() async throws {
        let workers = RecordingWorkers(refusing: .init("there is none"))
        #expect(workers.refusal == "there is none")
        let beneficiary = ReplyWorkers.Beneficiary(client: "a")
        guard
            case .refused("there is none") = await workers.filled(try #require(outcome(of: Self.mp4)), for: beneficiary),
            case .moved = await workers.filled(.moved, for: beneficiary)
        else {
            Issue.record("it is something else")
            return
        }
    }
}
