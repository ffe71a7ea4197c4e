import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A damaged file gets the verdict of libpng")
struct PNGMutationTests {
    /// Small files with blocks of every type, whole and in pieces, with metadata and without.
    private static func files() -> [ChunkedPNG] {
        var generator = SeededGenerator(seed: 41)
        var files: [ChunkedPNG] = []
        for (level, colorType) in zip([0, 1, 6, 12] as [Int32], [.rgb, .rgba, .rgb, .rgba] as [PNGSample.ColorType]) {
            for (width, height) in [(3, 2), (16, 24)] {
                let kind = PNGSample.Kind(colorType: colorType, depth: 8, interlaced: false, transparent: false)
                let sample = PNGSample(kind, width: width, height: height, using: &generator)
                let file = sample.file(
                    compressedBy: { level == 0 ? zlibStored($0) : zlibCompressed($0, level: level) },
                    using: &generator
                )
                files.append(file)
                let exif = ChunkedPNG.Chunk(type: "eXIf", data: exifBlock(orientation: 6, bigEndian: true))
                files.append(
                    file.inserting(exif, before: "IDAT").splittingImageData(maximumChunkSize: 50, using: &generator)
                )
            }
        }
        return files
    }

    @Test("files mutated at random are taken or refused as libpng does, with the same pixels", arguments: 0...3)
    func mutations(seed: Int) {
        let files = Self.files()
        var mutator = PNGMutator(generator: SeededGenerator(seed: UInt64(seed)))
        var (taken, refused) = (0, 0)
        for round in 0..<2000 {
            let bytes = mutator.mutate(files[round % files.count])
            let theirs = PNGVerdict.ofLibPNG(bytes)
            if let ours = PNGVerdict.ofTruecolor(bytes) {
                taken += 1
                #expect(ours == theirs, "round \(round)")
            } else {
                refused += theirs.isPicture ? 0 : 1
            }
        }
        // Else this test shows nothing.
        #expect(taken > 100 && refused > 500, "\(taken) \(refused)")
    }

    @Test("a file that is cut at any byte is not read without libpng")
    func truncation() {
        for file in Self.files().prefix(4) {
            let bytes = file.bytes
            #expect((0..<bytes.count).allSatisfy { PNGVerdict.ofTruecolor(Array(bytes.prefix($0))) == nil })
        }
    }

    /// What no compressor writes, and what zlib says of it.
    enum StrangeCode: String, CaseIterable {
        /// Of a code with one symbol, the bit that stands for nothing.
        case distance = "invalid distance code"
        /// A symbol that does not exist.
        case literal = "invalid literal/length code"
        /// A run of lengths that goes beyond the last symbol.
        case repetition = "invalid bit length repeat"
        /// Lengths of symbols that do not exist.
        case symbols = "too many length or distance symbols"
    }

    @Test("codes that zlib refuses are refused", arguments: StrangeCode.allCases)
    func strangeCodes(code: StrangeCode) {
        // Ten rows of ten RGB pixels.
        let count = 10 * 31
        let stream =
            switch code {
            case .distance: ZeroStream.dynamic(count: count, distanceBit: 1)
            case .literal: ZeroStream.fixed(count: count, lengthCode: 0b1100_0110)
            case .repetition: ZeroStream.dynamic(count: count, distanceCount: 2, overrun: 10)
            case .symbols: ZeroStream.dynamic(count: count, distanceCount: 32)
            }
        let black = PNGVerdict.picture(.flat(10, 10, [0, 0, 0]))
        let sound = [
            ZeroStream.dynamic(count: count), ZeroStream.dynamic(count: count, distanceCount: 30),
            ZeroStream.fixed(count: count),
        ]
        for stream in sound {
            #expect(PNGVerdict.ofLibPNG(Self.file(stream)) == black)
            #expect(PNGVerdict.ofTruecolor(Self.file(stream)) == black)
        }
        #expect(PNGVerdict.ofLibPNG(Self.file(stream)) == .refused(.corrupt("libpng: IDAT: \(code.rawValue)")))
        #expect(PNGVerdict.ofTruecolor(Self.file(stream)) == nil)
    }

    private static func file(_ stream: [UInt8]) -> [UInt8] {
        ChunkedPNG(chunks: [
            ChunkedPNG.header(width: 10, height: 10, depth: 8, colorType: 2, interlaced: false),
            .init(type: "IDAT", data: stream),
            .init(type: "IEND", data: []),
        ]).bytes
    }
}
