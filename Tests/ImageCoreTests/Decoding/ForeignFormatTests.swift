import ImageCore
import Testing

@testable import ImageFixtures

@Suite("What is neither a PNG nor a JPEG is refused by name")
struct ForeignFormatTests {
    static let foreign: [(bytes: [UInt8], name: String)] = [
        (Array("GIF89a\u{1}\0\u{1}\0".utf8), "a GIF"),
        (Array("GIF87a".utf8), "a GIF"),
        (Array("RIFF\u{24}\0\0\0WEBPVP8 ".utf8), "a WebP"),
        ([0, 0, 0, 24] + Array("ftypheic\0\0\0\0mif1heic".utf8), "a HEIC"),
        ([0, 0, 0, 24] + Array("ftypmif1\0\0\0\0mif1heic".utf8), "a HEIC"),
        ([0, 0, 0, 24] + Array("ftypavif\0\0\0\0".utf8), "an AVIF"),
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
        #expect(try refusal(of: bytes)?.description == "the bytes are \(name), not a PNG or JPEG that is read")
    }

    @Test("anything else is refused with a sentence that reads well")
    func unnamed() throws {
        for bytes in [Array("hello, world".utf8), [0], [0xFF], [0xFF, 0xD8], [0x89, 0x50], Array("[1]".utf8)] {
            let error = try refusal(of: bytes)
            #expect(error?.description == "the bytes are in an unknown format, not a PNG or JPEG that is read")
        }
    }

    @Test("no bytes are refused as such")
    func empty() throws {
        #expect(try refusal(of: []) == .empty)
        #expect(try refusal(of: [])?.description == "there are no bytes")
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

    @Test("the bytes decide, and a signature alone is a damaged file")
    func signatures() throws {
        #expect(try isCorrupt(ChunkedPNG.signature))
        #expect(try isCorrupt([0xFF, 0xD8, 0xFF]))
        #expect(try isCorrupt([0xFF, 0xD8, 0xFF, 0xE0] + Array("GIF89a".utf8)))
        #expect(try isCorrupt(ChunkedPNG.signature + Array("GIF89a".utf8)))
    }
}
