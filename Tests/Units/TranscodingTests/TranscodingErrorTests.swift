import Recordings
import SecureMemory
import Testing

@testable import Transcoding

@Suite("Recordings that are held, and the errors about them")
struct TranscodingErrorTests {
    @Test("the summary of an error has no word of the program, which may repeat a part of the recording")
    func summaries() {
        let words = "Secret42 is in this line"
        for error in [
            TranscodingError.program(words), .noVideo(words), .unknownCodec(words), .failed(.decoder, words),
            .failed(.encoder, words),
        ] {
            #expect(error.description.contains("Secret42"))
            #expect(!error.summary.contains("Secret42") && !error.summary.isEmpty)
        }
        #expect(TranscodingError.tooLong(bytes: 7).description == "the redacted recording has more than 7 bytes")
        #expect(TranscodingError.noEncoder("vp9").summary == "this ffmpeg cannot write vp9")
    }

    @Test("a file is held by its form, and what is no recording is not")
    func held() throws {
        let bytes = [0, 0, 0, 24] + Array("ftypisom".utf8) + [UInt8](repeating: 9, count: 9000)
        let held = try #require(try HeldRecording(SecureBytes(copying: bytes)))
        #expect(held.form == .mp4 && held.byteCount == bytes.count && held.descriptor >= 0)
        #expect(try HeldRecording(SecureBytes(copying: Array("text".utf8))) == nil)
        #expect(try HeldRecording(SecureBytes()) == nil)
    }
}
