import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("What is in no format that is read is refused by name")
struct ForeignFormatTests {
    /// How the formats are named that are read.
    static let readable = "PNG, JPEG, WebP, HEIC or KTX"

    static let foreign: [(bytes: [UInt8], name: String)] = [
        (Array("GIF89a\u{1}\0\u{1}\0".utf8), "a GIF"),
        (Array("GIF87a".utf8), "a GIF"),
        ([0, 0, 0, 16] + Array("ftypavif\0\0\0\0".utf8), "an AVIF"),
        ([0, 0, 0, 20] + Array("ftypmif1\0\0\0\0avif".utf8), "an AVIF"),
        ([0, 0, 0, 16] + Array("ftypavis\0\0\0\0".utf8), "an AVIF"),
        ([0, 0, 0, 20] + Array("ftypmsf1\0\0\0\0hevc".utf8), "a HEIC sequence"),
        ([0, 0, 0, 20] + Array("ftyphevc\0\0\0\0heic".utf8), "a HEIC sequence"),
        ([0, 0, 0, 16] + Array("ftypisom\0\0\0\0".utf8), "a video"),
        ([0, 0, 0, 16] + Array("ftypqt  \0\0\0\0".utf8), "a video"),
        ([0, 0, 0, 16] + Array("ftypcrx \0\0\0\0".utf8), "a picture of the brand crx "),
        ([0, 0, 0, 12] + Array("JXL \r\n".utf8) + [0x87, 0x0A], "a JPEG XL"),
        ([0xFF, 0x0A, 0x7A], "a JPEG XL"),
        ([0, 0, 0, 12] + Array("jP  \r\n".utf8) + [0x87, 0x0A], "a JPEG 2000"),
        ([0xFF, 0x4F, 0xFF, 0x51, 0, 47], "a JPEG 2000"),
        ([0, 0, 1, 0, 1, 0, 16, 16], "an ICO"),
        (Array("MM\0+\0\u{8}\0\0".utf8), "a TIFF"),
        (Array("BM6\0\0\0".utf8), "a BMP"),
        (Array("II*\0\u{8}\0\0\0".utf8), "a TIFF"),
        (Array("MM\0*\0\0\0\u{8}".utf8), "a TIFF"),
        (Array("%PDF-1.7".utf8), "a PDF"),
        (Array("<svg xmlns=".utf8), "XML or SVG text"),
        (Array("<?xml version".utf8), "XML or SVG text"),
        (Array("iVBORw0KGgoAAAANSUhEUg".utf8), "base64 text"),
        (Array("/9j/4AAQSkZJRgABAQ".utf8), "base64 text"),
        (Array("data:image/png;base64,iVBO".utf8), "base64 text"),
        (Array(#"{"value": "iVBORw0KGgo"}"#.utf8), "JSON text"),
    ]

    @Test("a format that is often sent by mistake is named", arguments: foreign)
    func named(bytes: [UInt8], name: String) throws {
        #expect(try refusal(of: bytes) == .unsupported(name))
        #expect(try refusal(of: bytes)?.description == "the file is \(name), not an ordinary \(Self.readable)")
    }

    @Test("anything else is refused with a sentence that reads well")
    func unnamed() throws {
        for bytes in [Array("hello, world".utf8), [0], [0xFF], [0xFF, 0xD8], [0x89, 0x50], Array("[1]".utf8)] {
            let error = try refusal(of: bytes)
            #expect(error?.description == "the file is in an unknown format, not an ordinary \(Self.readable)")
        }
    }

    @Test("no bytes are refused as such")
    func empty() throws {
        #expect(try refusal(of: []) == .empty)
        #expect(try refusal(of: [])?.description == "the file is empty")
    }

    @Test("a PNG that Xcode has optimised is refused by name")
    func appleOptimised() throws {
        let file = ChunkedPNG(chunks: [
            .init(type: "CgBI", data: [0x50, 0, 0x20, 2]),
            ChunkedPNG.header(width: 1, height: 1, depth: 8, colorType: 6, interlaced: false),
        ])
        let error = try refusal(of: file.bytes)
        #expect(error == .unsupported("an Apple CgBI PNG"))
        #expect(error?.description.contains("CgBI") == true)
    }

    @Test("an animated PNG is refused by name, whoever would decode it", arguments: [0, 1] as [UInt8])
    func animatedPNG(interlacing: UInt8) throws {
        let picture = Picture.noise(8, 8, .rgb, seed: 1)
        var file = try ChunkedPNG(picture)
        file.chunks[0].data[12] = interlacing
        let control = ChunkedPNG.Chunk(type: "acTL", data: [0, 0, 0, 2, 0, 0, 0, 0])
        let animated = file.inserting(control, before: "IDAT").bytes
        #expect(try refusal(of: animated) == .unsupported("an animated PNG"))
        #expect(throws: DecodingError.unsupported("an animated PNG")) {
            try ImageFormat.open(SecureBytes(copying: animated)).checkedHeader()
        }
        // Behind the pixels it announces nothing.
        guard interlacing == 0 else { return }
        #expect(try Decoded(file.inserting(control, before: "IEND").bytes).picture == picture)
    }

    @Test("the bytes decide, and a signature alone is a damaged file")
    func signatures() throws {
        #expect(try isCorrupt(ChunkedPNG.signature))
        #expect(try isCorrupt([0xFF, 0xD8, 0xFF]))
        #expect(try isCorrupt([0xFF, 0xD8, 0xFF, 0xE0] + Array("GIF89a".utf8)))
        #expect(try isCorrupt(ChunkedPNG.signature + Array("GIF89a".utf8)))
    }
}
