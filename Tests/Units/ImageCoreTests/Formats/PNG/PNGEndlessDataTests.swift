import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Image data that does not end with the last row is refused there")
struct PNGEndlessDataTests {
    /// A file of `kind` whose rows are a stored block that is not the last.
    ///
    /// - Parameters:
    ///   - kind: What the picture is like.
    ///   - blocks: What follows the rows in the stream.
    private static func file(_ kind: PNGSample.Kind, followedBy blocks: [UInt8]) -> (ChunkedPNG, PNGSample) {
        var generator = SeededGenerator(seed: 51)
        let sample = PNGSample(kind, width: 21, height: 13, using: &generator)
        let file = sample.file(
            compressedBy: { rows in
                let whole = zlibStored(rows, blockSize: 65_535)
                let open = [0x78, 0x01, 0] + whole[3..<7] + rows
                return open + blocks + whole.suffix(4)
            },
            using: &generator
        )
        return (file, sample)
    }

    private static let lastBlock: [UInt8] = [1, 0, 0, 0xFF, 0xFF]
    private static let emptyBlock: [UInt8] = [0, 0, 0, 0xFF, 0xFF]

    @Test("it is, before anything of it is inflated, of whatever kind the picture is", arguments: PNGSample.Kind.all)
    func bomb(kind: PNGSample.Kind) throws {
        let zeros = Array(zlibBomb(count: 8_000_000).dropFirst(2))
        let (file, _) = Self.file(kind, followedBy: zeros)
        let error = DecodingError.corrupt("libpng: the image data goes on after the last row")
        #expect(try refusal(of: file.bytes) == error)
        var generator = SeededGenerator(seed: 52)
        #expect(try refusal(of: file.splittingImageData(maximumChunkSize: 900, using: &generator).bytes) == error)
    }

    @Test("a few empty blocks before the end are no harm", arguments: PNGSample.Kind.all)
    func emptyBlocks(kind: PNGSample.Kind) throws {
        let blocks = Array(repeating: Self.emptyBlock, count: 20).joined() + Self.lastBlock
        let (file, sample) = Self.file(kind, followedBy: Array(blocks))
        #expect(try Decoded(file.bytes).picture == sample.expected)
    }

    @Test("more of it than the rows can take is refused before anything is inflated", arguments: PNGSample.Kind.all)
    func surplus(kind: PNGSample.Kind) throws {
        let (plain, sample) = Self.file(kind, followedBy: Self.lastBlock)
        #expect(try Decoded(plain.bytes).picture == sample.expected)
        // Before the rows, so that there is no end to be seen.
        let blocks = Array(repeating: Self.emptyBlock, count: 20_000).joined()
        let padded = plain.changing("IDAT") { $0.insert(contentsOf: blocks, at: 2) }
        #expect(try refusal(of: padded.bytes) == .corrupt("libpng: there is more image data than the rows can take"))
        let fewer = plain.changing("IDAT") { $0.insert(contentsOf: blocks.prefix(50_000), at: 2) }
        #expect(try Decoded(fewer.bytes).picture == sample.expected)
    }

    @Test("a chunk before the header is refused", arguments: ["gAMA", "tEXt", "prVt", "PLTE", "IDAT"])
    func order(type: String) throws {
        for kind in PNGSample.Kind.all where !kind.transparent {
            let (file, _) = Self.file(kind, followedBy: Self.lastBlock)
            let early = file.inserting(.init(type: type, data: bigEndian(100_000)), before: "IHDR")
            #expect(try refusal(of: early.bytes) == .corrupt("libpng: the first chunk is not IHDR"), "\(kind)")
        }
    }
}
