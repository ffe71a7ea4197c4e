import BoundedWork
import ImageCore
import RawVideo
import Redaction
import SecureMemory
import SeededRandom
import Testing

@testable import Recordings

@Suite("Animated WebP is read as browsers show it")
struct AnimatedWebPTests {
    private typealias Shown = (time: Int64, pixels: [UInt8])

    private func frames(
        _ bytes: [UInt8],
        _ grid: RecordingTerms.Grid = .movedMacroblocks,
        limits: DecodingLimits = DecodingLimits()
    ) throws -> [Shown] {
        var reader = try WebPFrames(MemorySource(bytes), limits: limits, grid: grid, Cancellation())
        var frame = [UInt8](repeating: 7, count: reader.format.byteCount)
        var shown: [Shown] = []
        while let time = try frame.withUnsafeMutableBytes({ try reader.nextFrame(into: $0) }) {
            shown.append((time, frame))
        }
        return shown
    }

    private func pixel(_ shown: Shown, _ x: Int, _ y: Int, width: Int) -> [UInt8] {
        Array(shown.pixels[(y * width + x) * 4..<(y * width + x) * 4 + 4])
    }

    private let red: [UInt8] = [200, 10, 20, 255]
    private let blue: [UInt8] = [10, 20, 200, 255]

    @Test("Frames have the times of their beginnings, in milliseconds, and those for no time last for one")
    func times() throws {
        var drawn = DrawnWebP(width: 4, height: 3)
        for duration in [40, 0, 1, 16_777_215, 5] { try drawn.add(red, duration: duration) }
        #expect(try frames(drawn.bytes).map(\.time) == [0, 40, 41, 42, 16_777_257])
        drawn.plays = 300
        let facts = try AnimationFacts(readFrom: MemorySource(drawn.bytes), limits: DecodingLimits())
        #expect(facts.width == 4 && facts.height == 3 && facts.frames == 5 && facts.plays == 300)
        #expect(facts.duration == 16_777_262 && facts.lastDuration == 5 && facts.arePossible)
    }

    @Test("An image is drawn at its place, over what was there, and is cleared if it asks for that")
    func disposal() throws {
        var drawn = DrawnWebP(width: 8, height: 6)
        try drawn.add(red, width: 6, height: 6)
        try drawn.add(blue, x: 4, y: 2, width: 4, height: 2, flags: 1)
        try drawn.add(blue, x: 0, y: 0, width: 2, height: 2)
        let shown = try frames(drawn.bytes)
        #expect(pixel(shown[0], 0, 0, width: 8) == red && pixel(shown[0], 6, 0, width: 8) == [0, 0, 0, 0])
        #expect(pixel(shown[1], 4, 2, width: 8) == blue && pixel(shown[1], 3, 2, width: 8) == red)
        #expect(pixel(shown[2], 4, 2, width: 8) == [0, 0, 0, 0] && pixel(shown[2], 1, 1, width: 8) == blue)
        #expect(pixel(shown[2], 2, 2, width: 8) == red && pixel(shown[2], 7, 5, width: 8) == [0, 0, 0, 0])
    }

    @Test("What is not opaque is blended with the canvas, unless the frame takes its place")
    func blending() throws {
        var drawn = DrawnWebP(width: 2, height: 2)
        try drawn.add([100, 0, 50, 255])
        try drawn.add([200, 100, 0, 128])
        try drawn.add([9, 8, 7, 0], flags: 2)
        try drawn.add([40, 60, 80, 100])
        try drawn.add([240, 60, 0, 50])
        let shown = try frames(drawn.bytes).map { pixel($0, 1, 1, width: 2) }
        // (200 * 128 + 100 * 127) / 255 and so on.
        #expect(shown[1] == [150, 50, 25, 255])
        // What nobody sees is left out.
        #expect(shown[2] == [0, 0, 0, 0])
        #expect(shown[3] == [40, 60, 80, 100])
        // Alpha is 50 + 100 * 205 / 255 = 130, and red (240 * 50 + 40 * 80) / 130.
        #expect(shown[4] == [117, 60, 49, 130])
    }

    @Test("Lossy images are read, with alpha, too, and have the grid of their places")
    func lossy() throws {
        var drawn = DrawnWebP(width: 64, height: 64)
        try drawn.add(red)
        #expect(try AnimationFacts(readFrom: MemorySource(drawn.bytes), limits: DecodingLimits()).grid == .pixels)
        try drawn.add(red, x: 16, y: 32, width: 16, height: 32, quality: 90)
        #expect(try AnimationFacts(readFrom: MemorySource(drawn.bytes), limits: DecodingLimits()).grid == .macroblocks)
        try drawn.add([10, 20, 200, 128], x: 2, y: 4, width: 20, height: 20, flags: 2, quality: 90)
        let facts = try AnimationFacts(readFrom: MemorySource(drawn.bytes), limits: DecodingLimits())
        #expect(facts.grid == .movedMacroblocks)
        let shown = try frames(drawn.bytes)
        let (opaque, clear) = (pixel(shown[1], 20, 40, width: 64), pixel(shown[2], 10, 10, width: 64))
        #expect(zip(opaque, red).allSatisfy { abs(Int($0) - Int($1)) < 8 })
        #expect(zip(clear, [10, 20, 200, 128]).allSatisfy { abs(Int($0) - $1) < 12 })
        // A file that was changed after its facts were read would have covers that are too small.
        for grid in [RecordingTerms.Grid.pixels, .macroblocks] {
            #expect(throws: RecordingError.animation("it has changed since it was opened")) {
                try frames(drawn.bytes, grid)
            }
        }
    }

    @Test("A cover takes in all that the blocks of an image at any even place reach")
    func grid() throws {
        let size = try #require(PixelSize(width: 400, height: 300))
        for start in stride(from: 0, to: 16, by: 2) {
            for x in 100..<132 {
                let place = try #require(PixelRect(x: x, y: x, width: 3, height: 2))
                let grown = RecordingTerms.Grid.movedMacroblocks.blocks.influence(of: place, in: size)
                // The macroblocks that it touches of an image that begins there, and 8 pixels.
                let left = (x - start) / 16 * 16 + start - 8
                let right = (x + 2 - start) / 16 * 16 + start + 16 + 8
                let bottom = (x + 1 - start) / 16 * 16 + start + 16 + 8
                #expect(grown.x <= left && grown.maxX >= right && grown.y <= left && grown.maxY >= bottom)
            }
        }
    }

    @Test("Every fault is told, and no image is drawn that is not whole")
    func faults() throws {
        var drawn = DrawnWebP(width: 8, height: 8)
        try drawn.add(red)
        try drawn.add(blue)
        func fault(_ change: (inout DrawnWebP) -> Void) -> RecordingError? {
            var changed = drawn
            change(&changed)
            return #expect(throws: RecordingError.self) { try frames(changed.bytes) }
        }
        #expect(fault { $0.hasFacts = false } == .animation("a frame of it comes before what all have in common"))
        #expect(fault { $0.frames[1].x = 2 } == .animation("a frame of it reaches beyond the canvas"))
        #expect(fault { $0.frames[1].height = 9 } == .animation("a frame of it reaches beyond the canvas"))
        #expect(fault { $0.frames[1].width = 7 } == .animation("a frame of it has another size than its head"))
        #expect(fault { $0.frames[1].image = [] } == .animation("a frame of it is too short"))
        #expect(fault { $0.frames[1].image[8] ^= 0xFF } != nil)
        #expect(fault { $0.frames[1].image = Array($0.frames[1].image.dropLast(4)) } != nil)
        #expect(fault { $0.width = 20_000 } == .reading(.frameTooLarge(width: 20_000, height: 8)))
        let square = RecordingError.reading(.frameTooLarge(width: 16_000, height: 16_000))
        #expect(fault { ($0.width, $0.height) = (16_000, 16_000) } == square)
        #expect(throws: RecordingError.animation("it is no animated WebP")) {
            try frames("RIFF".utf8 + DrawnWebP.number(40, 4) + Array("WEBPVP8L".utf8) + Array(repeating: 2, count: 40))
        }
    }

    @Test("A file that ends early, anywhere, has whole frames and an error")
    func truncated() throws {
        var drawn = DrawnWebP(width: 8, height: 8)
        for color in [red, blue, red] { try drawn.add(color) }
        let bytes = drawn.bytes
        for end in 0..<bytes.count {
            #expect(throws: RecordingError.self) { try frames(Array(bytes[..<end])) }
        }
        // The same where the file states that it ends there.
        for end in 31..<bytes.count - 12 {
            var shorter = Array(bytes[..<end])
            shorter.replaceSubrange(4..<8, with: DrawnWebP.number(end - 8, 4))
            #expect((try? frames(shorter).count) ?? 0 < 3)
        }
        // Whatever follows the end that the file states is none of it.
        #expect(try frames(bytes + [1, 2, 3]).count == 3)
    }

    @Test("Changed bytes lead to frames at rising times or to an error")
    func changed() throws {
        var drawn = DrawnWebP(width: 12, height: 10)
        try drawn.add(red)
        try drawn.add([10, 20, 200, 100], x: 2, y: 2, width: 8, height: 8, flags: 1, quality: 70)
        try drawn.add(blue, x: 4, y: 4, width: 3, height: 3)
        let bytes = drawn.bytes
        var random = SeededGenerator(seed: 35)
        for _ in 0..<20_000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                changed[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            let limits = DecodingLimits(maximumPixels: 1 << 16)
            guard let shown = try? frames(changed, limits: limits) else { continue }
            #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.time < $1.time })
        }
    }

    @Test("A recording of it is redacted, and nothing of a covered pixel is left")
    func redacted() throws {
        func drawn(_ secret: [UInt8]) throws -> [UInt8] {
            var drawn = DrawnWebP(width: 32, height: 32)
            for number in 0..<4 {
                try drawn.add([UInt8(number * 40), 90, 90, 255], duration: 100)
                try drawn.add(secret, x: 4, y: 4, width: 8, height: 8, duration: 30)
            }
            return drawn.bytes
        }
        let rule = """
            { "target": { "region": { "x": 4, "y": 4, "width": 8, "height": 8 } }, "style": { "fill": { "color": "#000" } } }
            """
        let policy = try Policy(parsing: SecureBytes(copying: Array("{ \"rules\": [\(rule)] }".utf8)))
        let colors = VideoColors(.bt601, isFullRange: false)
        let terms = RecordingTerms(source: .webp, codec: "webp", grid: .pixels, colors: colors, linger: 0)
        let redactor = RecordingRedactor(RedactionRequest(SecureBytes(), policy: policy), by: Redactor(), terms)
        let results = try [red, blue].map { secret in
            let sink = MemorySink()
            let receipt = try redactor.redact(from: MemorySource(drawn(secret)), to: sink)
            #expect(receipt.recording.frames == 8 && receipt.recording.duration == 0.49)
            return sink.bytes.value
        }
        #expect(results[0] == results[1])
        let result = try DrawnRecording(decoding: results[0])
        #expect(result.frames.map(\.time) == [0, 100, 130, 230, 260, 360, 390, 490])
        #expect(Array(result.frames[3].bytes[(4 * 32 + 4) * 4..<(4 * 32 + 5) * 4]) == [0, 0, 0, 255])
        #expect(Array(result.frames[2].bytes[0..<4]) == [40, 90, 90, 255])
    }
}
