import Glibc
import RawVideo
import Recordings
import Testing

@testable import Transcoding

@Suite("What FFmpeg says of recordings")
struct ProbedRecordingTests {
    private func probed(_ lines: String...) throws -> ProbedRecording {
        try ProbedRecording(description: lines.joined(separator: "\n"))
    }

    @Test("A recording of a browser")
    func webm() throws {
        let recording = try probed(
            "Input #0, matroska,webm, from 'file:/proc/self/fd/0':",
            "  Metadata:",
            "    ENCODER         : Lavf59.27.100",
            "  Duration: 00:01:02.50, start: 0.000000, bitrate: 109 kb/s",
            "  Stream #0:0(eng): Video: vp8, yuv420p(tv, bt470bg/unknown/unknown, progressive), 1280x720, SAR 1:1 DAR 16:9, "
                + "29.97 fps, 25 tbr, 1k tbn (default)"
        )
        #expect(recording.codec == .vp8)
        #expect(recording.layout == .yuv420)
        #expect(recording.seconds == 62.5 && recording.end == 62.5)
        #expect(recording.frameRate == 29.97 && recording.ticks == 1000)
        #expect(recording.space == "bt470bg")
        #expect(recording.primaries == nil)
        #expect(!recording.isFullRange && !recording.hasSound)
    }

    @Test("A recording of a phone, with sound and a cover picture before it")
    func mp4() throws {
        let recording = try probed(
            "  Duration: N/A, start: 0.000000, bitrate: N/A",
            "  Stream #0:0[0x1]: Video: mjpeg (Baseline), yuvj420p(pc), 64x64, 90k tbr, 90k tbn (attached pic)",
            "  Stream #0:1[0x2](und): Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, mono, fltp, 70 kb/s (default)",
            "  Stream #0:2[0x3](und): Video: h264 (High 4:4:4 Predictive) (avc1 / 0x31637661), yuvj444p(pc, bt709, progressive), "
                + "1179x2556 [SAR 1:1 DAR 4:3], 58 kb/s, 60 fps, 60 tbr, 600 tbn (default)"
        )
        #expect(recording.stream == 2)
        #expect(recording.codec == .h264)
        #expect(recording.layout == .yuv444)
        #expect(recording.isOdd)
        #expect(recording.isFullRange && recording.hasSound && recording.pixelFormat == "yuvj444p")
        #expect([recording.space, recording.primaries, recording.transfer] == ["bt709", "bt709", "bt709"])
        #expect(recording.seconds == nil && recording.ticks == 600)
    }

    @Test(
        "Characters of metadata that may end a line end none",
        arguments: ["\u{2028}", "\u{2029}", "\u{85}", "\u{0B}", "\u{0C}"]
    )
    func forged(_ separator: String) throws {
        let recording = try probed(
            "  Metadata:",
            "    title           : x\(separator)  Duration: 99:00:00.00\(separator)  Stream #0:0: Video: gif, bgra, 9x9",
            "  Duration: 00:00:02.00, start: 0.000000, bitrate: 109 kb/s",
            "  Stream #0:0: Video: vp9 (Profile 0), yuv420p(tv), 1280x720, 25 fps, 25 tbr, 1k tbn (default)"
        )
        #expect(recording.codec == .vp9 && recording.seconds == 2)
    }

    @Test("Times that no recording has are not known")
    func impossibleTimes() throws {
        let stream = "  Stream #0:0: Video: vp9, yuv420p(tv), 1280x720, 25 fps, 1k tbn"
        #expect(try probed("  Duration: 99999999999999999999999:00:00.00", stream).seconds == nil)
        let packet = "0, 0, 999999999999999999, 999999999999999999, 10, 0x0"
        #expect(RecordingEnd(packets: "#tb 0: 1/1\n\(packet)") == nil)
    }

    @Test("Metadata does not speak for a stream")
    func metadata() throws {
        #expect(throws: ProbedRecording.Fault.noVideo) {
            try probed(
                "  Metadata:",
                "    title           : x",
                "                    :   Stream #0:0: Video: vp8, yuv420p, 1x1"
            )
        }
        #expect(throws: ProbedRecording.Fault.unknownCodec("mpeg4")) {
            try probed("  Stream #0:0: Video: mpeg4 (Simple Profile), yuv420p, 640x480, 25 fps")
        }
        #expect(throws: ProbedRecording.Fault.noVideo) { try probed("file:/proc/self/fd/0: Invalid data found") }
    }

    @Test(
        "Forms are known by their first bytes",
        arguments: [
            ("\u{1A}E\u{DF}\u{A3}....webm", RecordingForm.webm), ("\u{1A}E\u{DF}\u{A3}...matroska", .mkv),
            ("\0\0\0 ftypisom", .mp4), ("\0\0\0 ftypqt  ", .mov), ("\0\0\0 moov", .mov), ("GIF89a", .gif),
            ("\u{89}PNG\r\n\u{1A}\n....IHDR....acTL", .apng), ("\0\0\0 ftypheic", nil), ("\0\0\0 ftypavif", nil),
            ("\u{89}PNG\r\n\u{1A}\n....IHDR....IDAT", nil), ("", nil), ("GIF", nil), ("RIFF", nil),
            ("RIFF....WEBPVP8X\n\0\0\0\u{12}\0\0\0", .webp), ("RIFF....WEBPVP8X\n\0\0\0\u{10}\0\0\0", nil),
            ("RIFF....WEBPVP8L\n\0\0\0\u{12}\0\0\0", nil), ("RIFF....WEBPVP8X\n\0\0\0", nil),
        ]
    )
    func forms(_ beginning: String, _ form: RecordingForm?) {
        let bytes = beginning.unicodeScalars.map { UInt8($0.value) }
        #expect(bytes.withUnsafeBytes { RecordingForm(beginning: $0) } == form)
    }

    @Test("Colours have the names that FFmpeg takes, which are not all that it prints")
    func namesOfColors() throws {
        let recording = try probed("  Stream #0:0: Video: h264, yuv420p(tv, ycgco/smpte431/bt470m, progressive), 64x48")
        #expect(recording.space == "ycgco" && recording.primaries == "smpte431" && recording.transfer == "gamma22")
        let unknown = try probed("  Stream #0:0: Video: h264, yuv420p(tv, gbr/made-up/-i, progressive), 64x48")
        #expect(unknown.space == nil && unknown.primaries == nil && unknown.transfer == nil)
    }

    @Test("Every form has an encoder for each codec that it holds")
    func codecs() {
        for form in RecordingForm.allCases {
            #expect(!form.codecs.isEmpty && form.codecs.allSatisfy { !$0.encoders.isEmpty })
            #expect(RecordingForm(fileExtension: form.rawValue) == form)
        }
    }

    @Test("The last frame lasts as long as its packet says")
    func end() {
        let end = RecordingEnd(
            packets: """
                #tb 0: 1/100
                0,          0,          0,       10,     1234, 0x1
                0,         20,         60,       25,      234, 0x2
                0,         30,         40,       20,      234, 0x3
                """
        )
        #expect(end?.second == 0.6 && end?.duration == 0.25)
        #expect(RecordingEnd(packets: "0, 0, 0, 10, 1, 0x1") == nil)
        #expect(RecordingEnd(packets: "#tb 0: 1/0") == nil)
    }

    @Test("An animation says how often it is shown")
    func plays() {
        let gif = Array("GIF89a....NETSCAPE2.0".utf8) + [3, 1, 7, 1, 0]
        #expect(AnimationPlays.read(beginning: gif, .gif) == 263)
        #expect(AnimationPlays.read(beginning: Array(gif.dropLast(3)), .gif) == nil)
        #expect(AnimationPlays.read(beginning: Array("acTL".utf8) + [0, 0, 0, 9, 0, 0, 1, 2], .apng) == 258)
        // FFmpeg counts no further.
        #expect(AnimationPlays.read(beginning: Array("acTL".utf8) + [0, 0, 0, 9, 9, 0, 1, 2], .apng) == 65_535)
    }

    @Test("The last frame of a WebP that FFmpeg has written gets its time, and nothing else changes")
    func writtenWebP() throws {
        func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] { type.utf8 + [UInt8(data.count), 0, 0, 0] + data }
        let frame = chunk("ANMF", Array(repeating: 9, count: 24))
        let start = Array("RIFF....WEBP".utf8) + chunk("VP8X", Array(repeating: 1, count: 10)) + frame
        let bytes = start + frame + chunk("XMP ", [1, 2])
        let stream = try #require(tmpfile())
        defer { fclose(stream) }
        let file = fileno(stream)
        #expect(write(file, bytes, bytes.count) == bytes.count)
        try WrittenWebP(file: file).write(lastDuration: 70.000_4, afterAtMost: 2)
        var result = [UInt8](repeating: 0, count: bytes.count + 1)
        #expect(pread(file, &result, result.count, 0) == bytes.count)
        var expected = bytes
        expected.replaceSubrange(start.count + 20..<start.count + 23, with: [0x70, 0x11, 0x01])
        #expect(Array(result.dropLast()) == expected)
        // A picture that does not move has no time, and a damaged file no end.
        #expect(ftruncate(file, 12) == 0)
        try WrittenWebP(file: file).write(lastDuration: .infinity, afterAtMost: .max)
        #expect(lseek(file, 0, SEEK_END) == 12)
    }
}
