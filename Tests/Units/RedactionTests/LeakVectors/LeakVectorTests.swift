import ImageCore
import Redaction
import SecureMemory
import Testing

@testable import ImageFixtures

@Suite("Nothing is copied through: what hides in a file does not come out")
struct LeakVectorTests {
    @Test("not in the chunks and segments of a snapshot", arguments: try LeakVector.metadata())
    func metadata(vector: LeakVector) throws {
        try expectNothing(of: vector)
    }

    @Test("not as another picture, between scans, or behind the end", arguments: try LeakVector.places())
    func otherPlaces(vector: LeakVector) throws {
        try expectNothing(of: vector)
    }

    @Test("not in samples that are not seen", arguments: LeakVector.samples)
    func samples(vector: LeakVector) throws {
        try expectNothing(of: vector)
    }

    @Test("a change that is seen changes the output, so these tests can tell", arguments: [true, false])
    func control(asAsset: Bool) throws {
        let pictures = try [21, 22].map {
            try SecureBytes(copying: ChunkedPNG(holding: .noise(40, 30, channels: 3, seed: $0)).bytes)
        }
        for output in Self.outputs {
            let files = try pictures.map { try redact($0, asAsset: asAsset, output) }
            #expect(files[0] != files[1])
        }
        let hidden = Picture(width: 40, height: 30, channels: 3, samples: LeakVector.sentinels(3600))
        let file = try SecureBytes(copying: ChunkedPNG(holding: hidden).bytes)
        let output = try redact(file, asAsset: false, Self.outputs[0])
        #expect(try samples(of: output).holdsSentinel)
    }

    private static let outputs =
        PNGCompression.allCases.map { OutputOptions(formats: [.png], compression: $0) }
        + [
            OutputOptions(formats: [.jpeg]), OutputOptions(formats: [.webp]),
            OutputOptions(formats: [.webp], quality: 80),
        ]

    /// Checks that no output depends on what hides in the file, neither of the snapshot nor of a picture that covers it.
    private func expectNothing(of vector: LeakVector) throws {
        #expect(vector.laden != vector.clean)
        #expect(!vector.isVerbatim || vector.laden.holdsSentinel)
        let (clean, laden) = (try SecureBytes(copying: vector.clean), try SecureBytes(copying: vector.laden))
        for output in Self.outputs {
            for asAsset in [false, true] {
                let expected = try redact(clean, asAsset: asAsset, output)
                guard !vector.isRefused else {
                    #expect(throws: RedactionError.self) { try redact(laden, asAsset: asAsset, output) }
                    continue
                }
                let redacted = try redact(laden, asAsset: asAsset, output)
                #expect(redacted == expected)
                #expect(!redacted.holdsSentinel)
                #expect(try !samples(of: redacted).holdsSentinel)
                try expectNothingButPixels(redacted, output.formats[0])
            }
        }
    }

    /// Has `picture` covered in part, or another picture covered with it in part.
    private func redact(_ picture: SecureBytes, asAsset: Bool, _ output: OutputOptions) throws -> [UInt8] {
        let region = try #require(Region(x: 2, y: 2, width: 30, height: 20))
        let style = asAsset ? Style.image(.init(asset: "cover", contentMode: .aspectFit)) : .fill(.black)
        // On a picture, of which most is to be seen, only a corner is covered.
        let corner = try #require(Region(x: 0, y: 0, width: 3, height: 3))
        let policy = try Policy(rules: [Policy.Rule(.region(asAsset ? region : corner), style)])
        let snapshot =
            asAsset ? try SecureBytes(copying: ChunkedPNG(holding: .gradient(50, 40, channels: 3)).bytes) : picture
        let assets = asAsset ? ["cover": picture] : [:]
        let request = RedactionRequest(snapshot, policy: policy, assets: assets, output: output)
        return try Redactor().redact(request).image.withUnsafeBytes(Array.init)
    }

    /// The types of the chunks that fill a WebP.
    private func chunks(ofWebP bytes: [UInt8]) throws -> [String] {
        var (types, position) = ([] as [String], 12)
        while position < bytes.count {
            try #require(position + 8 <= bytes.count)
            types.append(String(decoding: bytes[position..<position + 4], as: UTF8.self))
            let count = (0..<4).reduce(0) { $0 | Int(bytes[position + 4 + $1]) << (8 * $1) }
            position += 8 + count + count % 2
        }
        try #require(position == bytes.count)
        return types
    }

    /// The samples of a file, row after row.
    private func samples(of file: [UInt8]) throws -> [UInt8] {
        let pixels = try DecodedImage(decoding: SecureBytes(copying: file)).takePixels()
        return (0..<pixels.size.height).flatMap { y in
            (0..<pixels.size.width).flatMap { pixels.samples(x: $0, y: y) }
        }
    }

    /// The colours that RGB samples are of.
    private func colors(_ samples: [UInt8]) -> Set<[UInt8]> {
        Set(stride(from: 0, to: samples.count, by: 3).map { Array(samples[$0..<min($0 + 3, samples.count)]) })
    }

    /// Checks that a file consists of what its pixels need, and of nothing else.
    private func expectNothingButPixels(_ bytes: [UInt8], _ format: OutputFormat.Kind) throws {
        switch format {
        case .png:
            let file = try #require(ChunkedPNG(parsing: bytes))
            #expect(file.chunks.first?.type == "IHDR")
            let palette = file.chunks.dropFirst().prefix { $0.type == "PLTE" }
            #expect(palette.count <= 1)
            // No colour of it is unused.
            for chunk in palette { #expect(try colors(chunk.data) == colors(samples(of: bytes))) }
            #expect(file.chunks.dropFirst(1 + palette.count).dropLast().allSatisfy { $0.type == "IDAT" })
            #expect(file.chunks.last == ChunkedPNG.Chunk(type: "IEND", data: []))
        case .jpeg:
            let file = try #require(SegmentedJPEG(parsing: bytes))
            #expect(file.segments.map(\.marker) == [0xE0, 0xDB, 0xDB, 0xC0, 0xC4, 0xC4, 0xC4, 0xC4, 0xDA])
            #expect(file.segments.first?.payload == Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
            #expect(file.trailer.isEmpty)
        case .webp:
            #expect(bytes[0..<4].elementsEqual("RIFF".utf8) && bytes[8..<12].elementsEqual("WEBP".utf8))
            let chunks = try chunks(ofWebP: bytes)
            #expect([["VP8L"], ["VP8 "], ["VP8X", "VP8L"], ["VP8X", "ALPH", "VP8 "]].contains(chunks), "\(chunks)")
        }
    }
}
