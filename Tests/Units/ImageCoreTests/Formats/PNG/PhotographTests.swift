import BoundedWork
import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Strips in which little repeats are deflated by ISA-L, and read alike by every reader")
struct PhotographTests {
    private static let rowsOfStrip = 40

    /// Rough slopes, as of a photograph: a few bits a sample are noise, up to `roughness`, in the first `noisyChannels`.
    private static func photograph(
        _ width: Int,
        _ height: Int,
        _ format: PixelFormat = .rgb,
        roughness: Int = 7,
        noisyChannels: Int = 3
    ) -> Picture {
        var noise = SeededGenerator(seed: 17)
        return Picture(width: width, height: height, channels: format.channels) { x, y, channel in
            let grain = channel < noisyChannels ? noise.int(0...roughness) : 0
            return channel == 3 ? 255 : UInt8(truncatingIfNeeded: x + y / 2 + channel * 40 + grain)
        }
    }

    private static func screen(_ width: Int, _ height: Int, _ format: PixelFormat = .rgb) -> Picture {
        PNGWriterTests.Content.tiles.picture(width, height, format)
    }

    /// Bands of a photograph and of a screen in turn, the photograph first, each as high as a strip.
    private static func bands(_ count: Int, _ format: PixelFormat = .rgb) -> Picture {
        let (width, height) = (61, rowsOfStrip)
        let samples = (0..<count).flatMap { band in
            (band.isMultiple(of: 2) ? photograph(width, height, format) : screen(width, height, format)).samples
        }
        return Picture(width: width, height: height * count, channels: format.channels, samples: samples)
    }

    private static func write(_ picture: Picture, threads: Int = 1) throws -> [UInt8] {
        let stripCount = rowsOfStrip * (picture.width * picture.channels + 1)
        return try PNGWriterTests.write(picture, .fast, threads: threads, stripCount: stripCount)
    }

    private static func search(
        _ lines: Scanlines,
        _ trial: FilterTrial = .fast
    ) throws -> FilterSearch<FastMatchFinder> {
        try FilterSearch(lines, trial, Cancellation())
    }

    private static func isPhotographic(_ picture: Picture, _ trial: FilterTrial = .fast) throws -> Bool {
        let pixels = try PixelBuffer(picture)
        let strip = try search(Scanlines(pixels), trial).strip(for: [0..<picture.height])
        withExtendedLifetime(pixels) {}
        return strip.isPhotographic
    }

    @Test("photographs and noise are told from areas and mosaics", arguments: PixelFormat.allCases)
    func recognition(format: PixelFormat) throws {
        #expect(try Self.isPhotographic(Self.photograph(70, 80, format)))
        for content in [PNGWriterTests.Content.noise, .flat, .tiles] {
            let isPhotographic = try Self.isPhotographic(content.picture(70, 80, format))
            #expect(isPhotographic == (content == .noise), "\(content)")
        }
    }

    @Test("a screen is no photograph", arguments: ["web-profile.png", "web_1280x720.png"])
    func screens(name: String) throws {
        #expect(try !Self.isPhotographic(Decoded(fixture(name)).picture))
    }

    @Test("where most rows repeat, the others make no photograph")
    func repeatedRows() throws {
        let noise = Picture.noise(70, 20, .rgb, seed: 6).samples
        let samples = (0..<60).flatMap { _ in noise.prefix(210) } + noise
        let picture = Picture(width: 70, height: 80, channels: 3, samples: samples)
        #expect(try !Self.isPhotographic(picture))
    }

    @Test("where smaller files are asked for, only the roughest is a photograph, and nothing where the smallest are")
    func smallerFiles() throws {
        let (smooth, rough) = (Self.photograph(70, 80, roughness: 1, noisyChannels: 1), Self.photograph(70, 80))
        #expect(try Self.isPhotographic(smooth))
        #expect(try !Self.isPhotographic(smooth, .balanced))
        #expect(try Self.isPhotographic(rough, .balanced))
        #expect(try !Self.isPhotographic(rough, .small))
    }

    @Test("strips of either kind follow each other", arguments: PixelFormat.allCases, 1...4)
    func joints(format: PixelFormat, count: Int) throws {
        let picture = Self.bands(count, format)
        let bytes = try Self.write(picture)
        try PNGWriterTests.check(bytes, picture)
        #expect(PNGVerdict.ofLibPNG(bytes) == .picture(picture))
        #expect(PNGVerdict.ofTruecolor(bytes) == .picture(picture))
    }

    @Test("the writer deflates each strip as its kind is")
    func kinds() throws {
        let picture = Self.bands(3)
        let file = try #require(ChunkedPNG(parsing: Self.write(picture)))
        let parts = file.chunks.filter { $0.type == "IDAT" }.map(\.data)
        let pixels = try PixelBuffer(picture)
        let lines = Scanlines(pixels)
        var plan = FilterPlan(lines, stripCount: Self.rowsOfStrip * lines.filteredCount)
        let search = try Self.search(lines)
        for index in 0..<3 {
            plan.strips[index] = search.strip(for: plan.bands(index))
            plan.strips[index].isPhotographic = index != 1
        }
        let strips = try (0..<3).map { index in
            try StripEncoder<FastMatchFinder>(lines, Cancellation()).encode(index, of: plan).bytes.withUnsafeBytes {
                Array($0)
            }
        }
        withExtendedLifetime(pixels) {}
        #expect(Array(parts[0].dropFirst(2)) == strips[0])
        #expect(parts[1] == strips[1])
        #expect(Array(parts[2].dropLast(4)) == strips[2])
    }

    @Test("any number of threads writes the same bytes", arguments: [2, 5])
    func threads(count: Int) throws {
        let picture = Self.bands(7)
        #expect(try Self.write(picture, threads: count) == Self.write(picture))
    }

    @Test("bytes come back whatever the parts that they are appended in", arguments: [170, 1000, 70_000])
    func parts(count: Int) throws {
        var generator = SeededGenerator(seed: 5)
        var bytes = generator.bytes(150_000)
        for index in 60_000..<90_000 { bytes[index] &= 3 }
        var stream = try SecureBytesBuilder()
        try bytes.withUnsafeMutableBufferPointer { bytes in
            for half in [0..<80_000, 80_000..<bytes.count] {
                var deflater = try PhotographDeflater()
                for start in stride(from: half.lowerBound, to: half.upperBound, by: count) {
                    let part = start..<min(start + count, half.upperBound)
                    let isEnd = part.upperBound == half.upperBound
                    let end: PhotographDeflater.End = half.upperBound == bytes.count ? .ofStream : .ofStrip
                    try deflater.append(.init(rebasing: bytes[part]), upTo: isEnd ? end : nil, to: &stream)
                }
            }
        }
        let inflater = try Inflater(stream.finish().withUnsafeBytes { Array($0) })
        #expect(inflater.output == bytes)
    }
}
