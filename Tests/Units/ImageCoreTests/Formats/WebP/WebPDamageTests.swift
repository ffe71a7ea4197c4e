import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A WebP that is damaged, or is more than one picture, is refused")
struct WebPDamageTests {
    @Test("a file that is cut anywhere is refused", arguments: WebPDecodingTests.names)
    func truncated(name: String) throws {
        let file = try fixtureFile("WebP/\(name).webp")
        for count in 12..<file.count {
            #expect(try isCorrupt(Array(file.prefix(count))), "\(count)")
        }
    }

    @Test("a file that is cut and says so is refused", arguments: WebPDecodingTests.names)
    func shortened(name: String) throws {
        let file = try WebPChunks(parsing: fixtureFile("WebP/\(name).webp"))
        let last = try #require(file.chunks.indices.last)
        for count in 0..<file.chunks[last].data.count - 1 {
            var cut = file
            cut.chunks[last].data = Array(file.chunks[last].data.prefix(count))
            // Of a lossy picture the last bits may be of nobody.
            guard let error = try refusal(of: cut.bytes) else {
                #expect(count > file.chunks[last].data.count - 8, "\(count)")
                continue
            }
            #expect(try isCorrupt(cut.bytes), "\(count): \(error)")
        }
    }

    @Test("what follows the end is passed over")
    func trailer() throws {
        let file = try fixtureFile("WebP/lossless.webp")
        #expect(try Decoded(file + [1, 2, 3]) == Decoded(file))
    }

    @Test("an animation is refused by name, whatever its flags say")
    func animated() throws {
        let file = try fixtureFile("WebP/animated.webp")
        let refused = DecodingError.unsupported("an animated WebP")
        #expect(try refusal(of: file) == refused)
        var chunks = WebPChunks(parsing: file)
        chunks.chunks[0].data[0] &= ~2
        #expect(try refusal(of: chunks.bytes) == refused)
        chunks.chunks.removeAll { $0.type == "ANIM" }
        #expect(try refusal(of: chunks.bytes) == refused)
        let still = try WebPChunks(parsing: fixtureFile("WebP/lossless.webp")).extended(61, 47, flags: 2)
        #expect(try refusal(of: still.bytes) == refused)
        #expect(refused.description.hasPrefix("the file is an animated WebP, not an ordinary PNG, "))
    }

    @Test("two pictures, none, and a canvas of another size are damage")
    func structure() throws {
        let file = try WebPChunks(parsing: fixtureFile("WebP/lossless.webp"))
        let picture = (file.chunks[0].type, file.chunks[0].data)
        #expect(try isCorrupt(file.extended(61, 47, flags: 0, after: [picture]).bytes))
        #expect(try isCorrupt(file.extended(61, 48, flags: 0).bytes))
        #expect(try isCorrupt(WebPChunks([("VP8X", WebPChunks.canvas(61, 47, flags: 0))]).bytes))
        #expect(try isCorrupt(WebPChunks([]).bytes))
        #expect(try isCorrupt(WebPChunks([("JUNK", [1, 2]), picture]).bytes))
        let many = Array(repeating: ("JUNK", [UInt8]()), count: 1001)
        #expect(try isCorrupt(file.extended(61, 47, flags: 0, before: many).bytes))
    }

    @Test("a picture that is too large is refused before there is memory for it", arguments: ["VP8 ", "VP8L", "VP8X"])
    func bomb(type: String) throws {
        let lossless: [UInt8] = [0x2F] + UInt32(16_383 | 16_383 << 14).littleEndianBytes + [0, 0, 0, 0, 0]
        let start: [UInt8] = [0x50, 0x04, 0, 0x9D, 0x01, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F]
        let lossy = start + Array(repeating: 0, count: 200)
        let plain = WebPChunks([type == "VP8 " ? ("VP8 ", lossy) : ("VP8L", lossless)])
        let file = type == "VP8X" ? plain.extended(16_384, 16_384, flags: 0) : plain
        let clock = ContinuousClock()
        var error: DecodingError?
        let time = try clock.measure { error = try refusal(of: file.bytes) }
        let edge = type == "VP8 " ? 16_383 : 16_384
        let size = try #require(PixelSize(width: edge, height: edge))
        #expect(error == .tooManyPixels(size, limit: DecodingLimits().maximumPixels))
        #expect(time < .milliseconds(200))
        #expect(try PictureDeclaration(of: SecureBytes(copying: file.bytes))?.size == size)
    }

    @Test("flipped bits give another picture, or damage that is told", arguments: WebPDecodingTests.names)
    func mutated(name: String) throws {
        let file = try fixtureFile("WebP/\(name).webp")
        let limits = DecodingLimits(maximumPixels: 100_000)
        var generator = SeededGenerator(seed: 20)
        for _ in 0..<400 {
            var damaged = file
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let bit = UInt8.random(in: 0...7, using: &generator)
                damaged[Int.random(in: 12..<file.count, using: &generator)] ^= 1 << bit
            }
            switch try refusal(of: damaged, limits: limits) {
            case nil, .corrupt, .unsupported, .tooManyPixels, .edgeTooLong: break
            case .some(let error): Issue.record("\(error)")
            }
        }
    }
}
