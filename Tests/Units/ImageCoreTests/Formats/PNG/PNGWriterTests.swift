import BoundedWork
import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("What the PNG writer writes is read alike by libpng and by a plain reader")
struct PNGWriterTests {
    /// Contents that bring out different ways to write, by name.
    enum Content: CaseIterable {
        case noise, flat, gradient, text, tiles

        func picture(_ width: Int, _ height: Int, _ format: PixelFormat, seed: UInt64 = 3) -> Picture {
            let channels = format.channels
            switch self {
            case .noise:
                var picture = Picture.noise(width, height, format, seed: seed)
                // Not 0, beneath which a decoder clears the colour.
                if format == .rgba {
                    for index in stride(from: 3, to: picture.samples.count, by: 4) { picture.samples[index] |= 1 }
                }
                return picture
            case .flat: return .flat(width, height, Array([9, 80, 200, 255][..<channels]))
            case .gradient: return .gradient(width, height, channels: channels)
            case .text: return Self.text(width, height, channels, seed: seed)
            case .tiles:
                return Picture(width: width, height: height, channels: channels) { x, y, channel in
                    channel == 3 ? 255 : UInt8((x / 12 * 37 + y / 12 * 91 + channel * 50) & 0xFF)
                }
            }
        }

        /// Few glyphs, again and again, on one colour.
        private static func text(_ width: Int, _ height: Int, _ channels: Int, seed: UInt64) -> Picture {
            var generator = SeededGenerator(seed: seed)
            let glyphs = (0..<5).map { _ in generator.bytes(48) }
            let letters = (0..<64).map { _ in generator.int(0...9) }
            return Picture(width: width, height: height, channels: channels) { x, y, channel in
                let letter = letters[(x / 6 + y / 10 * 7) % letters.count]
                guard channel < 3, letter < 5, y % 10 < 8 else { return 255 }
                return glyphs[letter][x % 6 + y % 10 % 8 * 6] | 0x0F
            }
        }
    }

    static func write(
        _ picture: Picture,
        _ compression: PNGCompression,
        threads: Int = 1,
        profile: [UInt8] = [],
        stripCount: Int = FilterPlan.stripCount
    ) throws -> [UInt8] {
        let pixels = try PixelBuffer(picture)
        let writer = PNGWriter(
            compression: compression,
            work: WorkContext(threads: { threads }),
            profile: profile,
            stripCount: stripCount
        )
        return try writer.file(of: pixels).withUnsafeBytes { Array($0) }
    }

    /// Checks `bytes` against `picture` with both readers.
    @discardableResult
    static func check(_ bytes: [UInt8], _ picture: Picture) throws -> InflatedPNG {
        let file = try #require(ChunkedPNG(parsing: bytes))
        let (width, height, channels) = (picture.width, picture.height, picture.channels)
        let plain = try #require(try InflatedPNG(file, width: width, height: height, channels: channels))
        #expect(plain.isIntact)
        #expect(plain.picture == picture)
        #expect(try Decoded(bytes).picture == picture)
        return plain
    }

    @Test("at every small size", arguments: PNGCompression.allCases, PixelFormat.allCases)
    func smallSizes(compression: PNGCompression, format: PixelFormat) throws {
        for content in Content.allCases {
            for (width, height) in [(1, 1), (2, 1), (1, 2), (3, 3), (1, 70), (70, 1), (8, 5), (17, 31), (70, 70)] {
                let picture = content.picture(width, height, format)
                try Self.check(Self.write(picture, compression), picture)
            }
        }
    }

    @Test("where a row is longer than a match can reach", arguments: PNGCompression.allCases)
    func wideRows(compression: PNGCompression) throws {
        for content in [Content.text, .flat, .tiles] {
            let picture = content.picture(8200, 4, .rgba)
            try Self.check(Self.write(picture, compression, stripCount: 40_000), picture)
        }
    }

    @Test("where what repeats is just out of reach", arguments: PNGCompression.allCases)
    func repeatsOutOfReach(compression: PNGCompression) throws {
        // Rows of noise that differ in one pixel alone, so that no filter makes zeros of them.
        let row = Content.noise.picture(8200, 1, .rgba).samples
        let samples = (0..<4).flatMap { [UInt8($0), 0, 0, 255] + row[4...] }
        let picture = Picture(width: 8200, height: 4, channels: 4, samples: samples)
        for stripCount in [1, FilterPlan.stripCount] {
            try Self.check(Self.write(picture, compression, stripCount: stripCount), picture)
        }
    }

    @Test("checksums of parts make that of the whole", arguments: [0, 1, 65_520, 65_521, 65_522, 140_000])
    func checksums(count: Int) {
        var generator = SeededGenerator(seed: 11)
        let (first, second) = (generator.bytes(70_000), generator.bytes(count))
        var sum = Adler32()
        sum.append(adler32(first), count: first.count)
        sum.append(adler32(second), count: second.count)
        #expect(sum.value == adler32(first + second))
    }

    @Test(
        "where strips reach back to the one before",
        arguments: PNGCompression.allCases,
        Content.allCases
    )
    func strips(compression: PNGCompression, content: Content) throws {
        let picture = content.picture(61, 83, .rgb)
        try Self.check(Self.write(picture, compression, stripCount: 1500), picture)
    }

    @Test(
        "any number of threads writes the same bytes, in the same strips",
        arguments: PNGCompression.allCases,
        [(Content.gradient, 12), (.tiles, 4)]
    )
    func threads(compression: PNGCompression, content: (picture: Content, strips: Int)) throws {
        let picture = content.picture.picture(61, 90, .rgb)
        let alone = try Self.write(picture, compression, stripCount: 1500)
        for threads in [2, 3, 40] {
            #expect(try Self.write(picture, compression, threads: threads, stripCount: 1500) == alone)
        }
        #expect(try #require(ChunkedPNG(parsing: alone)).chunks.count { $0.type == "IDAT" } == content.strips)
    }

    @Test("a profile stands between IHDR and IDAT, and nothing else does")
    func chunks() throws {
        let picture = Content.noise.picture(30, 20, .rgb)
        let profile = (0..<500).map { UInt8($0 * $0 & 0x3F) }
        let file = try #require(ChunkedPNG(parsing: Self.write(picture, .fast, profile: profile)))
        #expect(file.chunks.map(\.type) == ["IHDR", "iCCP", "IDAT", "IEND"])
        #expect(file.chunks[0] == ChunkedPNG.header(width: 30, height: 20, depth: 8, colorType: 2, interlaced: false))
        let head = Array("ICC profile".utf8) + [0, 0]
        #expect(file.chunks[1].data.starts(with: head))
        #expect(try Inflater(Array(file.chunks[1].data.dropFirst(head.count + 2))).output == profile)
    }

    @Test("noise is stored, at five bytes a block", arguments: PNGCompression.allCases)
    func stored(compression: PNGCompression) throws {
        let picture = Content.noise.picture(200, 150, .rgb)
        let bytes = try Self.write(picture, compression)
        let plain = try Self.check(bytes, picture)
        #expect(plain.inflater.blocks[0] > 0)
        #expect(plain.inflater.blocks[2] == 0)
        #expect(bytes.count < plain.inflater.output.count + 100)
    }

    @Test("a picture of a few pixels gets no code of its own")
    func fixedCodes() throws {
        let picture = Content.flat.picture(20, 1, .rgb)
        #expect(try Self.check(Self.write(picture, .fast), picture).inflater.blocks == [0, 1, 0])
    }

    @Test("one colour takes a byte in 200", arguments: PNGCompression.allCases)
    func oneColor(compression: PNGCompression) throws {
        let picture = Content.flat.picture(700, 100, .rgb)
        #expect(try Self.write(picture, compression).count < picture.samples.count / 200)
    }

    @Test("each filter is undone by a reader", arguments: PNGFilter.allCases)
    func filters(filter: PNGFilter) throws {
        let picture = Content.noise.picture(23, 9, .rgba)
        let pixels = try PixelBuffer(picture)
        let lines = Scanlines(pixels)
        var plan = FilterPlan(lines)
        plan.strips = [FilterPlan.Strip(filters: [filter])]
        let strip = try StripEncoder<FastMatchFinder>(lines, Cancellation()).encode(0, of: plan)
        let stream = [0x78, 0x01] + strip.bytes.withUnsafeBytes { Array($0) } + strip.adler32.bigEndianBytes
        let file = ChunkedPNG(chunks: [
            ChunkedPNG.header(width: 23, height: 9, depth: 8, colorType: 6, interlaced: false),
            .init(type: "IDAT", data: stream), .init(type: "IEND", data: []),
        ])
        let plain = try Self.check(file.bytes, picture)
        #expect(plain.filters.dropFirst().allSatisfy { $0 == filter.rawValue })
        withExtendedLifetime(pixels) {}
    }

    @Test("the smallest files have a filter for each band of a strip")
    func bands() throws {
        // Rows that repeat but for a step, and rows that only a slope is left of.
        var generator = SeededGenerator(seed: 29)
        let row = generator.bytes(3 * 61)
        var starts: [UInt8] = [0]
        for _ in 1..<320 { starts.append(starts[starts.count - 1] &+ UInt8(generator.int(1...200))) }
        let picture = Picture(width: 61, height: 320, channels: 3) { x, y, channel in
            let isRepeated = y / 40 % 2 == 0
            return isRepeated ? row[3 * x + channel] &+ UInt8(y % 40) : starts[y] &+ UInt8(x * 3 + channel)
        }
        let plain = try Self.check(Self.write(picture, .small, stripCount: 320 * 184), picture)
        for band in 0..<8 {
            let filters = Set(plain.filters[band * 40 + 1..<(band + 1) * 40])
            #expect(filters == [band % 2 == 0 ? PNGFilter.up.rawValue : PNGFilter.sub.rawValue], "band \(band)")
        }
    }

    @Test(
        "bands get one filter where another for each gains less than a percent, as they match what was filtered alike"
    )
    func oneFilter() {
        let trial = FilterTrial(filters: [.sub, .up], bands: 2, groups: 1, rowsOfGroup: 1, bitsOfPhotograph: nil)
        #expect(trial.filters(by: [[1000, 1020], [1000, 981]]) == [.sub, .sub])
        #expect(trial.filters(by: [[1000, 1020], [1000, 979]]) == [.sub, .up])
        #expect(trial.filters(by: [[1020, 1000], [990, 1000]]) == [.up, .up])
        #expect(trial.filters(by: [[1000, 1020], [0]]) == [.sub, .sub], "nobody waits for them any more")
    }

    @Test("the smallest files have a block for contents that are alike")
    func blocks() throws {
        var generator = SeededGenerator(seed: 31)
        let picture = Picture(width: 300, height: 200, channels: 3) { _, y, _ in
            y < 100 ? UInt8(generator.int(0...3)) : UInt8(64 + generator.int(0...7))
        }
        let blocks = try Self.check(Self.write(picture, .small), picture).inflater.blocks
        #expect(blocks[0] == 0 && blocks[1] == 0 && (2...8).contains(blocks[2]))
    }

    @Test("what an encoder wrote before plays no part", arguments: Content.allCases)
    func encodersWithPast(content: Content) throws {
        let picture = content.picture(61, 43, .rgb)
        let pixels = try PixelBuffer(picture)
        try Self.checkPast(FastMatchFinder.self, Scanlines(pixels), "\(content)")
        try Self.checkPast(LazyMatchFinder.self, Scanlines(pixels), "\(content)")
        try Self.checkPast(CheapestMatchFinder.self, Scanlines(pixels), "\(content)")
        withExtendedLifetime(pixels) {}
    }

    /// Compares strips of one encoder, the last of one row, with those of encoders that wrote nothing yet.
    private static func checkPast<Finder: MatchFinder & ~Copyable>(
        _: Finder.Type,
        _ lines: Scanlines,
        _ content: String
    ) throws {
        let plan = FilterPlan(lines, stripCount: 14 * lines.filteredCount)
        let used = try StripEncoder<Finder>(lines, Cancellation())
        for index in [0, 3, 2, 1, 3] {
            let fresh = try StripEncoder<Finder>(lines, Cancellation()).encode(index, of: plan)
            let strip = try used.encode(index, of: plan)
            #expect(strip.bytes.withUnsafeBytes(Array.init) == fresh.bytes.withUnsafeBytes(Array.init), "\(content)")
            #expect(strip.adler32 == fresh.adler32)
        }
    }
}
