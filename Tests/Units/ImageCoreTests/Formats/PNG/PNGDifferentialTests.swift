import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("What is read without libpng is what libpng reads")
struct PNGDifferentialTests {
    private static func sample(
        _ colorType: PNGSample.ColorType,
        width: Int,
        height: Int,
        using generator: inout SeededGenerator
    ) -> PNGSample {
        let kind = PNGSample.Kind(colorType: colorType, depth: 8, interlaced: false, transparent: false)
        return PNGSample(kind, width: width, height: height, using: &generator)
    }

    @Test("every filter type is undone below every other, at every width", arguments: [PNGSample.ColorType.rgb, .rgba])
    func filters(colorType: PNGSample.ColorType) throws {
        var generator = SeededGenerator(seed: 21)
        var pairs: Set<[UInt8]> = []
        for width in 1...70 {
            let sample = Self.sample(colorType, width: width, height: 12, using: &generator)
            var types: [UInt8] = []
            let file = sample.file(
                compressedBy: { rows in
                    types = stride(from: 0, to: rows.count, by: rows.count / 12).map { rows[$0] }
                    return zlibStored(rows)
                },
                using: &generator
            )
            // The row above the first one is all zeros.
            pairs.formUnion(zip([9] + types, types).map { [$0, $1] })
            #expect(PNGVerdict.ofTruecolor(file.bytes) == .picture(sample.expected), "width \(width)")
            #expect(PNGVerdict.ofLibPNG(file.bytes) == .picture(sample.expected), "width \(width)")
        }
        #expect(pairs.count == 30)
    }

    @Test("samples at the ends of their range are predicted alike", arguments: [PNGSample.ColorType.rgb, .rgba])
    func extremes(colorType: PNGSample.ColorType) throws {
        var generator = SeededGenerator(seed: 22)
        let code = colorType.rawValue
        let header = ChunkedPNG.header(width: 37, height: 40, depth: 8, colorType: code, interlaced: false)
        let ends: [UInt8] = [0, 1, 127, 128, 254, 255]
        for _ in 0..<10 {
            var rows: [UInt8] = []
            for _ in 0..<40 {
                rows.append(UInt8(generator.int(1...4)))
                for _ in 0..<37 * colorType.channels { rows.append(ends[generator.int(0...5)]) }
            }
            let data = ChunkedPNG.Chunk(type: "IDAT", data: zlibStored(rows))
            let bytes = ChunkedPNG(chunks: [header, data, .init(type: "IEND", data: [])]).bytes
            #expect(PNGVerdict.ofTruecolor(bytes) == PNGVerdict.ofLibPNG(bytes))
        }
    }

    @Test("blocks of every type are inflated, from chunks of any sizes", arguments: [PNGSample.ColorType.rgb, .rgba])
    func compression(colorType: PNGSample.ColorType) throws {
        var generator = SeededGenerator(seed: 23)
        var blockTypes: Set<UInt8> = []
        for (level, maximumChunkSize) in zip([0, 1, 6, 9, 12, 6, 0, 1] as [Int32], [1, 2, 7, 30, 100, 400, 5000, 9]) {
            for (width, height) in [(3, 2), (40, 30)] {
                let sample = Self.sample(colorType, width: width, height: height, using: &generator)
                let file = sample.file(
                    compressedBy: { rows in
                        let stream = zlibCompressed(rows, level: level)
                        blockTypes.insert(firstBlockType(ofZlib: stream))
                        return stream
                    },
                    using: &generator
                )
                let split = file.splittingImageData(maximumChunkSize: maximumChunkSize, using: &generator)
                #expect(PNGVerdict.ofTruecolor(split.bytes) == .picture(sample.expected), "level \(level)")
                #expect(PNGVerdict.ofLibPNG(split.bytes) == .picture(sample.expected))
            }
        }
        #expect(blockTypes == [0, 1, 2])
    }

    @Test("screenshots are read alike", arguments: ["web-profile.png", "web_1280x720.png"])
    func screenshots(name: String) throws {
        let bytes = try fixture(name)
        let ours = PNGVerdict.ofTruecolor(bytes)
        #expect(ours == PNGVerdict.ofLibPNG(bytes))
        #expect(ours?.isPicture == true)
    }

    @Test("the first eXIf chunk turns the picture, before or after the pixels", arguments: ["IDAT", "IEND"])
    func orientation(place: String) throws {
        var generator = SeededGenerator(seed: 24)
        let sample = Self.sample(.rgb, width: 5, height: 3, using: &generator)
        let plain = sample.file(using: &generator)
        for value in 1...8 as ClosedRange<UInt16> {
            let chunks = [value, value % 8 + 1].map {
                ChunkedPNG.Chunk(type: "eXIf", data: exifBlock(orientation: $0, bigEndian: true))
            }
            let file = plain.inserting(chunks[0], before: place).inserting(chunks[1], before: "IEND")
            let ours = PNGVerdict.ofTruecolor(file.bytes)
            #expect(ours == PNGVerdict.ofLibPNG(file.bytes))
            #expect((ours == .picture(sample.expected)) == (value == 1))
        }
    }
}
