@testable import ImageFixtures

extension LeakVector {
    private typealias Chunk = ChunkedPNG.Chunk

    /// 40 x 30 pixels without alpha.
    private static let png = ChunkedPNG(holding: .noise(40, 30, channels: 3, seed: 11))

    /// Another picture of the same size, with the sentinel in its pixels and in its text.
    private static let otherPNG: ChunkedPNG = {
        let picture = Picture(width: 40, height: 30, channels: 3, samples: sentinels(3600))
        return ChunkedPNG(holding: picture)
            .inserting(.init(type: "tEXt", data: Array("Comment\0".utf8) + sentinel), before: "IDAT")
    }()

    /// Chunks in which a PNG holds more than its picture.
    static let pngMetadata: [LeakVector] = {
        let chunks: [(name: String, chunk: Chunk)] = [
            ("tEXt", Chunk(type: "tEXt", data: Array("Comment\0".utf8) + sentinel)),
            ("zTXt", Chunk(type: "zTXt", data: Array("Comment\0\0".utf8) + zlibStored(sentinel))),
            ("iTXt", Chunk(type: "iTXt", data: Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + sentinel)),
            ("compressed iTXt", Chunk(type: "iTXt", data: Array("Note\0\u{1}\0\0\0".utf8) + zlibStored(sentinel))),
            ("eXIf with a thumbnail", Chunk(type: "eXIf", data: exifWithThumbnail)),
            ("iCCP", Chunk(type: "iCCP", data: Array("profile\0\0".utf8) + zlibStored(sentinels(400)))),
            ("sPLT", Chunk(type: "sPLT", data: Array("palette\0\u{8}".utf8) + sentinels(60))),
            ("a private chunk", Chunk(type: "prVt", data: sentinel)),
            ("an unknown public chunk", Chunk(type: "gbDX", data: sentinel)),
            ("a suggested palette", Chunk(type: "PLTE", data: sentinels(75))),
        ]
        let behind = ["tEXt", "zTXt", "iTXt", "eXIf", "prVt", "gbDX"]
        return chunks.map { name, chunk in
            LeakVector("PNG: \(name)", clean: png.bytes, laden: png.inserting(chunk, before: "IDAT").bytes)
        }
            + chunks.filter { behind.contains($0.chunk.type) }.map { name, chunk in
                LeakVector(
                    "PNG: \(name) behind the pixels",
                    clean: png.bytes,
                    laden: png.inserting(chunk, before: "IEND").bytes
                )
            }
    }()

    /// Other pictures beside the one that is shown, and other ways to read it.
    static let pngPictures: [LeakVector] = {
        let control = bigEndian(40) + bigEndian(30) + Array(repeating: 0, count: 14)
        let frames = png.inserting(Chunk(type: "acTL", data: bigEndian(2) + bigEndian(0)), before: "IDAT")
            .inserting(Chunk(type: "fcTL", data: bigEndian(1) + control), before: "IEND")
            .inserting(Chunk(type: "fdAT", data: bigEndian(2) + zlibStored(sentinels(3630))), before: "IEND")
        // Apple's decoders start a second thread at the offset that it names.
        let halves = bigEndian(2) + bigEndian(0) + bigEndian(15) + bigEndian(40) + bigEndian(15) + bigEndian(15)
        let split = png.inserting(Chunk(type: "iDOT", data: halves + bigEndian(0x3000) + sentinel), before: "IDAT")
        return [
            LeakVector(
                "PNG: APNG, the picture apart from the animation",
                clean: png.bytes,
                laden: frames.bytes,
                isRefused: true
            ),
            LeakVector(
                "PNG: APNG, the picture its first frame",
                clean: png.bytes,
                laden: frames.inserting(Chunk(type: "fcTL", data: bigEndian(0) + control), before: "IDAT").bytes,
                isRefused: true
            ),
            LeakVector("PNG: iDOT", clean: png.bytes, laden: split.bytes),
            LeakVector("PNG: a second PNG", clean: png.bytes, laden: png.bytes + otherPNG.bytes),
        ]
    }()

    /// Bytes outside of chunks, and of the stream in them.
    static let pngTrailers: [LeakVector] = {
        let dataIndex = png.index(of: "IDAT") ?? 0
        let stream = png.chunks[dataIndex].data
        return [
            LeakVector("PNG: text behind IEND", clean: png.bytes, laden: png.bytes + sentinel),
            // What a screenshot editor leaves that overwrites a file without cutting it off.
            LeakVector(
                "PNG: the rest of a longer file behind IEND",
                clean: png.bytes,
                laden: png.bytes + otherPNG.bytes.suffix(2000)
            ),
            LeakVector(
                "PNG: in IEND",
                clean: png.bytes,
                laden: png.changing("IEND") { $0 = sentinel }.bytes,
                isRefused: true
            ),
            LeakVector(
                "PNG: behind the end of the compressed stream",
                clean: png.bytes,
                laden: png.changing("IDAT") { $0 = stream + sentinel }.bytes,
                isRefused: true
            ),
            LeakVector(
                "PNG: in an IDAT chunk behind the end of the compressed stream",
                clean: png.bytes,
                laden: png.inserting(Chunk(type: "IDAT", data: sentinel), before: "IEND").bytes
            ),
            LeakVector(
                "PNG: rows beyond the last",
                clean: png.bytes,
                laden: ChunkedPNG(
                    width: 40,
                    depth: 8,
                    colorType: 2,
                    rows: Picture.noise(40, 30, channels: 3, seed: 11).rows + [sentinels(120)]
                ).changing("IHDR") { $0[7] = 30 }.bytes,
                isRefused: true
            ),
        ]
    }()

    /// A TIFF block whose second directory holds a JPEG thumbnail, as cameras and phones write it (EXIF 2.32, section 4.5.5).
    static let exifWithThumbnail: [UInt8] = {
        let block = exifBlock(orientation: 1, bigEndian: true)
        func entry(_ tag: UInt32, _ value: Int) -> [UInt8] {
            bigEndian(tag << 16 | 4) + bigEndian(1) + bigEndian(UInt32(value))
        }
        let directory = [0, 2] + entry(0x0201, block.count + 30) + entry(0x0202, thumbnail.count) + bigEndian(0)
        return Array(block.dropLast(4)) + bigEndian(UInt32(block.count)) + directory + thumbnail
    }()

    /// A JPEG of a comment alone.
    static let thumbnail = [0xFF, 0xD8] + SegmentedJPEG.Segment(marker: 0xFE, payload: sentinel).bytes + [0xFF, 0xD9]
}
