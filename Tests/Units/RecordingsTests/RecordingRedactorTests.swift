import ImageCore
import RawVideo
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import Recordings

@Suite("Recordings")
struct RecordingRedactorTests {
    private func policy(_ rules: String) throws -> Policy { try Policy(ofRules: rules) }

    private let black = "\"style\": { \"fill\": { \"color\": \"#000\" } }"

    private func moving(_ seed: UInt64, _ layout: FrameLayout = .yuv420, only columns: Range<Int>? = nil) throws
        -> DrawnRecording
    {
        var recording = try DrawnRecording(layout)
        var random = SeededGenerator(seed: seed)
        let channels = layout == .rgba ? 4 : 1
        for number in 0..<6 {
            recording.add(at: Int64(number * number) * 7 + 3) { bytes in
                for y in 0..<16 {
                    for x in columns ?? 0..<64 {
                        for channel in 0..<channels {
                            bytes[(y * 64 + x) * channels + channel] = UInt8.random(in: 40...220, using: &random)
                        }
                    }
                }
            }
        }
        return recording
    }

    @Test("Frames keep their number and their times", arguments: FrameLayout.allCases)
    func times(_ layout: FrameLayout) throws {
        let recording = try moving(1, layout)
        let region = "{ \"target\": { \"region\": { \"x\": 2, \"y\": 2, \"width\": 9, \"height\": 9 } }, \(black) }"
        let (result, receipt) = try recording.redacted(by: policy(region))
        #expect(result.format.layout == layout)
        #expect(result.frames.map(\.time) == recording.frames.map(\.time))
        #expect(receipt.recording.frames == 6)
        #expect(receipt.recording.duration == 0.175)
        #expect(receipt.assurance == .erased)
    }

    @Test(
        "Nothing of a covered pixel is left, and what is not covered stays to the last bit",
        arguments: FrameLayout.allCases
    )
    func erased(_ layout: FrameLayout) throws {
        // 16 blocks from the left, grown by their margin.
        let region = "{ \"target\": { \"region\": { \"x\": 0, \"y\": 0, \"width\": 16, \"height\": 16 } }, \(black) }"
        let (one, other) = (try moving(2, layout, only: 0..<16), try moving(3, layout, only: 0..<16))
        #expect(one.frames.map(\.bytes) != other.frames.map(\.bytes))
        let results = try [one, other].map { try $0.redacted(by: policy(region)).recording }
        #expect(results[0].frames.map(\.bytes) == results[1].frames.map(\.bytes))
        let channels = layout == .rgba ? 4 : 1
        for (frame, source) in zip(results[0].frames, one.frames) {
            for y in 24..<48 {
                let row = y * 64 * channels..<(y + 1) * 64 * channels
                #expect(frame.bytes[row] == source.bytes[row])
            }
            #expect(frame.bytes[0] == (layout == .rgba ? 0 : 16))
        }
    }

    @Test("A target with a time is covered for it alone")
    func timed() throws {
        var recording = try DrawnRecording()
        for second in 0..<6 { recording.add(at: Int64(second) * 1000) }
        let rule = "{ \"target\": { \"screen\": \"all\", \"from\": 1.5, \"until\": 4 }, \(black) }"
        let (result, receipt) = try recording.redacted(by: policy(rule))
        // The frame that is shown at 1.5 seconds began before.
        #expect(result.frames.map { $0.bytes[0] } == [200, 16, 16, 16, 200, 200])
        #expect(receipt.covered.map(\.from) == [1])
        #expect(receipt.covered.map(\.until) == [4])
    }

    @Test("A blur and a veil read the pixels of their frame")
    func blurred() throws {
        let rule = "{ \"target\": \"screen\", \"style\": { \"blur\": { \"radius\": 4 } } }"
        let (result, receipt) = try moving(4).redacted(by: policy(rule))
        #expect(receipt.assurance == .obscured)
        // The bright lower half stays bright, the noise does not stay.
        for frame in result.frames {
            #expect(frame.bytes[47 * 64] > 160)
            #expect(Set(frame.bytes[0..<64]).count < 64)
        }
    }

    @Test("A recording that breaks off, or is none, is refused")
    func broken() throws {
        let whole = try moving(5).encoded()
        let colors = VideoColors(.bt601, isFullRange: false)
        let terms = RecordingTerms(codec: "vp8", grid: .pixels, colors: colors, linger: 0.5)
        let request = RedactionRequest(SecureBytes(), policy: try policy("{ \"target\": \"screen\", \(black) }"))
        for end in [0, 10, whole.count / 2, whole.count - 1] {
            let redactor = RecordingRedactor(request, by: Redactor(), terms)
            #expect(throws: RecordingError.self) {
                try redactor.redact(from: MemorySource(Array(whole[..<end])), to: MemorySink())
            }
        }
    }

    @Test("What does not fit a frame is refused before a frame is taken")
    func unfit() throws {
        let outside = "{ \"target\": { \"region\": { \"x\": 900, \"y\": 0, \"width\": 9, \"height\": 9 } }, \(black) }"
        #expect(throws: RecordingError.self) { try moving(6).redacted(by: policy(outside)) }
        let element = "{ \"target\": { \"element\": { \"type\": \"a\" } }, \(black) }"
        #expect(throws: RecordingError.self) { try moving(6).redacted(by: policy(element)) }
        let text = "{ \"target\": { \"text\": \"all\" }, \(black) }"
        #expect(throws: RecordingError.self) { try moving(6).redacted(by: policy(text)) }
    }

    @Test("A demand for a cover holds for all of a recording")
    func demanded() throws {
        let late = "{ \"target\": { \"screen\": \"all\", \"from\": 3600 }, \(black) }"
        #expect(throws: RecordingError.nothingCovered) { try moving(7).redacted(by: policy(late), requiresCover: true) }
        let early = "{ \"target\": { \"screen\": \"all\", \"until\": 0.01 }, \(black) }"
        #expect(throws: Never.self) { _ = try moving(7).redacted(by: policy(early), requiresCover: true) }
    }
}
