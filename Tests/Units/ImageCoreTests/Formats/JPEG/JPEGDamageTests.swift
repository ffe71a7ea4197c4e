import ImageCore
import SeededRandom
import Testing

@testable import ImageFixtures

@Suite("A damaged JPEG is refused")
struct JPEGDamageTests {
    static let fixtures = [
        JPEGFixture(), JPEGFixture(restartInterval: 1), JPEGFixture(scans: .progressive),
        JPEGFixture(space: .grey, scans: .separate), JPEGFixture(space: .ycck, scans: .progressive, sampling: .s422),
    ]

    private static func bytes(_ fixture: JPEGFixture) throws -> [UInt8] {
        try fixture.encode(.noise(fixture.width, fixture.height, channels: fixture.space.channels, seed: 31))
    }

    /// The offset of the first byte of a scan's entropy-coded data.
    private static func entropyStart(_ bytes: [UInt8]) throws -> Int {
        let marker = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
        return marker + 2 + Int(bytes[marker + 2]) << 8 + Int(bytes[marker + 3])
    }

    @Test("a file that is cut is refused, wherever it is", arguments: fixtures)
    func truncation(fixture: JPEGFixture) throws {
        let bytes = try Self.bytes(fixture)
        #expect(try refusal(of: bytes) == nil)
        let counts = Array(stride(from: 3, to: bytes.count, by: 37)) + [bytes.count - 2, bytes.count - 1]
        let accepted = try counts.filter { try !isCorrupt(Array(bytes.prefix($0))) }
        #expect(accepted.isEmpty)
    }

    @Test("a scan that ends early is refused, even where the end-of-image marker follows", arguments: fixtures)
    func earlyEnd(fixture: JPEGFixture) throws {
        let bytes = try Self.bytes(fixture)
        let start = try Self.entropyStart(bytes)
        for count in [start, start + 1, start + 20, start + 60] {
            #expect(try isCorrupt(Array(bytes[..<count]) + [0xFF, 0xD9]), "\(count) of \(bytes.count)")
        }
    }

    @Test(
        "a file that lacks whole scans is refused, though it ends in good order",
        arguments: [
            JPEGFixture(scans: .separate), JPEGFixture(space: .cmyk, scans: .separate),
            JPEGFixture(scans: .progressive), JPEGFixture(space: .grey, scans: .progressive),
        ]
    )
    func missingScans(fixture: JPEGFixture) throws {
        let bytes = try Self.bytes(fixture)
        // A scan begins with its tables, if it brings some.
        let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && [0xC4, 0xDA].contains(bytes[$0 + 1]) }
        let first = try Self.entropyStart(bytes)
        let cuts = scans.filter { $0 > first }
        #expect(!cuts.isEmpty)
        let accepted = try cuts.filter { try !isCorrupt(Array(bytes[..<$0]) + [0xFF, 0xD9]) }
        #expect(accepted.isEmpty)
    }

    @Test("a flipped bit is refused or gives a picture of the same size", arguments: fixtures)
    func flippedBits(fixture: JPEGFixture) throws {
        let bytes = try Self.bytes(fixture)
        var generator = SeededGenerator(seed: 32)
        let start = try Self.entropyStart(bytes)
        for _ in 0..<300 {
            var damaged = bytes
            damaged[generator.int(start...bytes.count - 1)] ^= 1 << UInt8(generator.int(0...7))
            guard try refusal(of: damaged) == nil else { continue }
            let picture = try Decoded(damaged).picture
            #expect((picture.width, picture.height) == (fixture.width, fixture.height))
        }
    }

    @Test("restart markers out of order are refused")
    func restartOrder() throws {
        var bytes = try Self.bytes(JPEGFixture(restartInterval: 1))
        let marker = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD1 })
        bytes[marker + 1] = 0xD5
        #expect(try isCorrupt(bytes))
    }

    @Test("bytes that no scan needs are refused between markers and passed over after the end")
    func extraBytes() throws {
        let bytes = try Self.bytes(JPEGFixture())
        #expect(try isCorrupt(bytes.dropLast(2) + [1, 2, 3, 0xFF, 0xD9]))
        #expect(try Decoded(bytes + Array("trailing secret".utf8)) == Decoded(bytes))
    }

    @Test("a frame without height, width, components or tables is refused")
    func frame() throws {
        let bytes = try Self.bytes(JPEGFixture())
        let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        func changed(_ offset: Int, to values: [UInt8]) -> [UInt8] {
            var bytes = bytes
            bytes.replaceSubrange(frame + offset..<frame + offset + values.count, with: values)
            return bytes
        }
        #expect(try isCorrupt(changed(5, to: [0, 0])), "height 0")
        #expect(try isCorrupt(changed(7, to: [0, 0])), "width 0")
        #expect(try isCorrupt(changed(9, to: [2])), "two components")
        #expect(try isCorrupt(changed(4, to: [9])), "9 bits")
        #expect(try isCorrupt(changed(11, to: [0x05])), "sampling factor 0 or 5")
        #expect(try isCorrupt(changed(12, to: [3])), "a quantisation table that is not there")
        #expect(try isCorrupt(Array(bytes[..<frame] + bytes[(frame + 19)...])), "no frame")
    }

    @Test("a size over the limits is refused before memory is taken")
    func limits() throws {
        var bytes = try Self.bytes(JPEGFixture(scans: .progressive))
        let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC2 })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0x40, 0x00, 0x40, 0x00])
        let size = try #require(PixelSize(width: 16_384, height: 16_384))
        let before = try PeakMemory.mapped.read()
        #expect(try refusal(of: bytes) == .tooManyPixels(size, limit: 50_000_000))
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0x00, 0x08, 0xFF, 0x00])
        let wide = try #require(PixelSize(width: 65_280, height: 8))
        #expect(try refusal(of: bytes) == .edgeTooLong(wide, limit: 16_384))
        #expect(try PeakMemory.mapped.read() - before < PeakMemory.tolerance)
    }

    @Test("more scans than the limit are refused")
    func scans() throws {
        let picture = Picture.noise(37, 29, .rgb, seed: 33)
        let many = try JPEGFixture(scans: .many).encode(picture)
        #expect(try refusal(of: many, limits: DecodingLimits(maximumScans: 190)) == nil)
        #expect(try refusal(of: many, limits: DecodingLimits(maximumScans: 189)) == .corrupt("libjpeg: too many scans"))
        #expect(try refusal(of: many) == .corrupt("libjpeg: too many scans"))
        let progressive = try JPEGFixture(scans: .progressive).encode(picture)
        #expect(try refusal(of: progressive) == nil)
        let three = DecodingLimits(maximumScans: 3)
        #expect(try refusal(of: progressive, limits: three) == .corrupt("libjpeg: too many scans"))
        #expect(try refusal(of: JPEGFixture(scans: .separate).encode(picture), limits: three) == nil)
    }
}
