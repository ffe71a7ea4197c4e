import ImageCore
import SeededRandom
import Testing

@testable import ImageFixtures

@Suite("A damaged PNG is refused")
struct PNGDamageTests {
    private static func sample(
        _ colorType: PNGSample.ColorType = .rgb,
        depth: Int = 8,
        interlaced: Bool = false,
        transparent: Bool = false,
        width: Int = 5,
        height: Int = 4
    ) -> (file: ChunkedPNG, expected: Picture) {
        var generator = SeededGenerator(seed: 11)
        let kind = PNGSample.Kind(
            colorType: colorType,
            depth: depth,
            interlaced: interlaced,
            transparent: transparent
        )
        let sample = PNGSample(kind, width: width, height: height, using: &generator)
        return (sample.file(using: &generator), sample.expected)
    }

    /// A grey 2x2 picture from the bytes of its rows, or from a stream as it is.
    private static func tiny(rows: [UInt8] = [0, 1, 2, 0, 3, 4], stream: [UInt8]? = nil) -> ChunkedPNG {
        ChunkedPNG(chunks: [
            ChunkedPNG.header(width: 2, height: 2, depth: 8, colorType: 0, interlaced: false),
            .init(type: "IDAT", data: stream ?? zlibStored(rows)),
            .init(type: "IEND", data: []),
        ])
    }

    @Test("a file that is cut at any byte is refused", arguments: [false, true])
    func truncation(interlaced: Bool) throws {
        let bytes = Self.sample(.palette, depth: 4, interlaced: interlaced, transparent: true).file.bytes
        #expect(try refusal(of: bytes) == nil)
        #expect(try refusal(of: []) == .empty)
        for count in 1..<8 {
            let error = try refusal(of: Array(bytes.prefix(count)))
            guard case .unsupported = error else {
                Issue.record("\(count) bytes: \(String(describing: error))")
                continue
            }
        }
        let accepted = try (8..<bytes.count).filter { try !isCorrupt(Array(bytes.prefix($0))) }
        #expect(accepted.isEmpty)
    }

    @Test("a flipped bit is found, wherever it is", arguments: PNGSample.ColorType.allCases)
    func flippedBits(colorType: PNGSample.ColorType) throws {
        let (file, expected) = Self.sample(colorType, transparent: !colorType.hasAlpha)
        let bytes = file.bytes
        #expect(try Decoded(bytes).picture == expected)
        var changed: [Int] = []
        for bit in 0..<bytes.count * 8 {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            if try refusal(of: damaged) == nil, try Decoded(damaged).picture != expected { changed.append(bit) }
        }
        #expect(changed.isEmpty)
    }

    @Test("a missing chunk is noticed", arguments: ["IHDR", "PLTE", "IDAT", "IEND"])
    func missingChunk(type: String) throws {
        #expect(try isCorrupt(Self.sample(.palette).file.removing(type).bytes))
    }

    @Test("a chunk out of its place is noticed", arguments: ["IHDR", "PLTE", "tRNS"])
    func misplacedChunk(type: String) throws {
        let file = Self.sample(.palette, transparent: true).file
        let index = try #require(file.index(of: type))
        let moved = file.removing(type).inserting(file.chunks[index], before: "IEND")
        #expect(try isCorrupt(moved.bytes))
        #expect(try isCorrupt(file.inserting(file.chunks[index], before: "IDAT").bytes), "\(type) twice")
    }

    @Test("an unknown critical chunk is refused")
    func unknownCritical() throws {
        #expect(try isCorrupt(Self.tiny().inserting(.init(type: "ABCD", data: [1]), before: "IDAT").bytes))
    }

    @Test("IDAT chunks with another chunk between them are refused")
    func interruptedData() throws {
        let file = Self.tiny()
        let data = zlibStored([0, 1, 2, 0, 3, 4])
        let split = ChunkedPNG(chunks: [
            file.chunks[0], .init(type: "IDAT", data: Array(data[..<9])), .init(type: "tEXt", data: Array("a\0b".utf8)),
            .init(type: "IDAT", data: Array(data[9...])), file.chunks[2],
        ])
        #expect(try isCorrupt(split.bytes))
    }

    @Test(
        "a wrong checksum is refused in every chunk",
        arguments: ["IHDR", "PLTE", "tRNS", "tEXt", "prVt", "IDAT", "IEND"]
    )
    func checksum(type: String) throws {
        let file = Self.sample(.palette, transparent: true).file
            .inserting(.init(type: "tEXt", data: Array("a\0b".utf8)), before: "IDAT")
            .inserting(.init(type: "prVt", data: [1, 2, 3]), before: "IEND")
        #expect(try refusal(of: file.bytes) == nil)
        let chunks = file.chunks[...(try #require(file.index(of: type)))]
        let end = ChunkedPNG.signature.count + chunks.flatMap(\.bytes).count
        var damaged = file.bytes
        damaged[end - 1] ^= 0x10
        #expect(try isCorrupt(damaged))
    }

    @Test("an IHDR that PNG does not allow is refused", arguments: 0..<9)
    func header(index: Int) throws {
        let (offset, value): (Int, UInt8) = [
            (3, 0), (7, 0), (0, 0x80), (8, 3), (8, 0), (9, 1), (10, 1), (11, 1), (12, 2),
        ][index]
        #expect(try isCorrupt(Self.tiny().changing("IHDR") { $0[offset] = value }.bytes))
    }

    @Test(
        "a depth that the colour type does not have is refused",
        arguments: [(3, 16), (2, 4), (4, 4), (6, 2), (5, 8)]
    )
    func depth(colorType: UInt8, depth: UInt8) throws {
        let file = Self.tiny().changing("IHDR") { ($0[8], $0[9]) = (depth, colorType) }
        #expect(try isCorrupt(file.bytes))
    }

    @Test("an unknown filter type is refused", arguments: [5, 6, 127, 255])
    func filter(type: UInt8) throws {
        #expect(try isCorrupt(Self.tiny(rows: [0, 1, 2, type, 3, 4]).bytes))
    }

    @Test("too little and too much image data is refused", arguments: [0, 1, 5, 7, 9, 60_000])
    func amount(count: Int) throws {
        #expect(try refusal(of: Self.tiny().bytes) == nil)
        #expect(try isCorrupt(Self.tiny(rows: Array(repeating: 0, count: count)).bytes))
    }

    @Test("bytes after the end of the compressed stream are refused")
    func surplus() throws {
        let stream = zlibStored([0, 1, 2, 0, 3, 4])
        #expect(try isCorrupt(Self.tiny(stream: stream + [1, 2, 3]).bytes))
    }

    @Test("a compressed stream that is no zlib stream, or has a wrong checksum or no end, is refused")
    func stream() throws {
        let stream = zlibStored([0, 1, 2, 0, 3, 4])
        #expect(try isCorrupt(Self.tiny(stream: stream.dropLast() + [stream[stream.count - 1] ^ 1]).bytes))
        #expect(try isCorrupt(Self.tiny(stream: stream.dropLast(4)).bytes))
        #expect(try isCorrupt(Self.tiny(stream: stream.dropLast(1)).bytes))
        #expect(try isCorrupt(Self.tiny(stream: [0x78, 0x02] + stream.dropFirst(2)).bytes))
        #expect(try isCorrupt(Self.tiny(stream: [0x79] + stream.dropFirst(1)).bytes))
        #expect(try isCorrupt(Self.tiny(stream: []).bytes))
    }

    @Test("a palette that is empty, too long or no multiple of three is refused", arguments: [0, 4, 3 * 257])
    func palette(count: Int) throws {
        let file = Self.sample(.palette).file
        #expect(try isCorrupt(file.changing("PLTE") { $0 = Array(repeating: 1, count: count) }.bytes))
    }

    @Test("a tRNS chunk that does not fit the picture is refused")
    func transparency() throws {
        let chunk = ChunkedPNG.Chunk(type: "tRNS", data: [0, 1])
        #expect(try isCorrupt(Self.sample(.greyAlpha).file.inserting(chunk, before: "IDAT").bytes))
        #expect(try isCorrupt(Self.sample(.rgb).file.inserting(chunk, before: "IDAT").bytes))
        #expect(try isCorrupt(Self.sample(.palette, transparent: true).file.changing("tRNS") { $0 = [] }.bytes))
        let tooLong = [UInt8](repeating: 0, count: 257)
        #expect(try isCorrupt(Self.sample(.palette, transparent: true).file.changing("tRNS") { $0 = tooLong }.bytes))
    }
}
