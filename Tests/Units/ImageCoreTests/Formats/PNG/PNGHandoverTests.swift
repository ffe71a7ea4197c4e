import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Which files are read without libpng, and which are left to it")
struct PNGHandoverTests {
    private static func file(_ kind: PNGSample.Kind, width: Int = 11, height: Int = 7) -> ChunkedPNG {
        var generator = SeededGenerator(seed: 31)
        return PNGSample(kind, width: width, height: height, using: &generator).file(using: &generator)
    }

    private static func isTruecolor(_ kind: PNGSample.Kind) -> Bool {
        (kind.colorType == .rgb || kind.colorType == .rgba) && kind.depth == 8 && !kind.interlaced && !kind.transparent
    }

    private static let rgb = PNGSample.Kind(colorType: .rgb, depth: 8, interlaced: false, transparent: false)

    @Test("only 8-bit RGB and RGBA without interlacing and transparent colours is", arguments: PNGSample.Kind.all)
    func kinds(kind: PNGSample.Kind) {
        #expect((PNGVerdict.ofTruecolor(Self.file(kind).bytes) != nil) == Self.isTruecolor(kind))
    }

    @Test("a file that stays is one with any chunk that has no bearing on the pixels", arguments: ["IDAT", "IEND"])
    func ancillaryChunks(place: String) {
        for type in ["iDOT", "acTL", "prVt", "tEXt", "iCCP", "sRGB", "gAMA", "pHYs", "eXIf"] {
            let bytes = Self.file(Self.rgb).inserting(.init(type: type, data: [1, 2, 3]), before: place).bytes
            #expect(PNGVerdict.ofTruecolor(bytes)?.isPicture == true, "\(type)")
        }
        #expect(PNGVerdict.ofTruecolor(Self.file(Self.rgb).bytes + [1, 2, 3])?.isPicture == true, "a trailer")
    }

    /// Files that may be good, but not beyond doubt.
    static let doubtful: [(String, @Sendable (ChunkedPNG) -> ChunkedPNG)] = [
        ("a palette", { $0.inserting(.init(type: "PLTE", data: [1, 2, 3]), before: "IDAT") }),
        ("a transparent colour", { $0.inserting(.init(type: "tRNS", data: [0, 1, 0, 1, 0, 1]), before: "IDAT") }),
        ("an unknown critical chunk", { $0.inserting(.init(type: "ABCD", data: []), before: "IEND") }),
        ("a chunk with the reserved case", { $0.inserting(.init(type: "abcd", data: []), before: "IDAT") }),
        ("a chunk before the header", { $0.inserting(.init(type: "prVt", data: []), before: "IHDR") }),
        ("two headers", { $0.inserting($0.chunks[0], before: "IDAT") }),
        ("no image data", { $0.removing("IDAT") }),
        ("no end", { $0.removing("IEND") }),
        ("an end with data", { $0.changing("IEND") { $0 = [0] } }),
        ("a chunk within the image data", { $0.splitting(by: "tEXt") }),
        (
            "a chunk over 4 MiB",
            { $0.inserting(.init(type: "prVt", data: .init(repeating: 0, count: 4 << 20 + 1)), before: "IDAT") }
        ),
        ("a small window", { $0.changing("IDAT") { $0.replaceSubrange(..<2, with: [0x18, 0x19]) } }),
        ("a dictionary", { $0.changing("IDAT") { $0[1] = 0x20 } }),
        ("data after the stream", { $0.changing("IDAT") { $0.append(0) } }),
        ("a chunk of data after the stream", { $0.inserting(.init(type: "IDAT", data: [0]), before: "IEND") }),
        ("a stream without its end", { $0.changing("IDAT") { $0.removeLast() } }),
        ("a wrong checksum of the stream", { $0.changing("IDAT") { $0[$0.count - 1] ^= 1 } }),
        ("a row too many", { $0.changing("IHDR") { $0[7] -= 1 } }),
        ("a row too few", { $0.changing("IHDR") { $0[7] += 1 } }),
    ]

    @Test("what is not beyond doubt is left to libpng", arguments: doubtful.indices)
    func doubt(index: Int) {
        let (name, change) = Self.doubtful[index]
        let bytes = change(Self.file(Self.rgb)).bytes
        #expect(PNGVerdict.ofTruecolor(Self.file(Self.rgb).bytes)?.isPicture == true)
        #expect(PNGVerdict.ofTruecolor(bytes) == nil, "\(name)")
        #expect(PNGVerdict.ofBoth(bytes) == PNGVerdict.ofLibPNG(bytes), "\(name)")
    }

    @Test("what is beyond the limits is left to libpng")
    func limits() {
        let bytes = Self.file(Self.rgb, width: 12, height: 10).bytes
        let exact = DecodingLimits(maximumPixels: 120, maximumEdge: 12)
        #expect(PNGVerdict.ofTruecolor(bytes, limits: exact)?.isPicture == true)
        #expect(PNGVerdict.ofTruecolor(bytes, limits: DecodingLimits(maximumPixels: 119, maximumEdge: 12)) == nil)
        #expect(PNGVerdict.ofTruecolor(bytes, limits: DecodingLimits(maximumPixels: 120, maximumEdge: 11)) == nil)
    }
}

extension ChunkedPNG {
    /// The file with its image data in two chunks and one of `type` between them.
    fileprivate func splitting(by type: String) -> ChunkedPNG {
        guard let position = index(of: "IDAT") else { return self }
        var file = self
        file.chunks[position].data.removeLast(9)
        let rest = Chunk(type: "IDAT", data: Array(chunks[position].data.suffix(9)))
        file.chunks.insert(contentsOf: [Chunk(type: type, data: []), rest], at: position + 1)
        return file
    }
}
