@testable import ImageFixtures

extension LeakVector {
    private typealias Segment = SegmentedJPEG.Segment

    private static func jpeg(_ scans: JPEGFixture.Scans, seed: UInt64 = 16) throws -> SegmentedJPEG {
        let fixture = JPEGFixture(width: 40, height: 30, scans: scans)
        return try JPEGFixture.parsed(fixture.encode(.noise(40, 30, channels: 3, seed: seed)))
    }

    /// Segments in which a JPEG holds more than its picture.
    static func jpegMetadata() throws -> [LeakVector] {
        let file = try jpeg(.baseline)
        let text = Array("\0".utf8) + sentinel
        let thumbnail = Array("JFXX\0".utf8)
        let huffman: [UInt8] = Array(repeating: 0, count: 7) + [24] + Array(repeating: 0, count: 8)
        let segments: [(name: String, marker: UInt8, payload: [UInt8])] = [
            ("JFXX with a JPEG thumbnail", 0xE0, thumbnail + [0x10] + Self.thumbnail),
            ("JFXX with an RGB thumbnail", 0xE0, thumbnail + [0x13, 4, 2] + sentinels(24)),
            ("EXIF with a thumbnail", 0xE1, app1(exifWithThumbnail)),
            ("XMP", 0xE1, Array("http://ns.adobe.com/xap/1.0/".utf8) + text),
            ("a colour profile", 0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + sentinels(400)),
            ("Photoshop resources", 0xED, Array("Photoshop 3.0\08BIM".utf8) + [4, 12] + text),
            ("a comment", 0xFE, sentinel),
            ("an unused quantisation table", 0xDB, [3] + sentinels(64)),
            ("an unused Huffman table", 0xC4, [3] + huffman + sentinels(24)),
        ]
        let numbered = (3...15).map { (name: "APP\($0)", marker: 0xE0 + UInt8($0), payload: text) }
        return (segments + numbered).map { name, marker, payload in
            let laden = file.inserting(Segment(marker: marker, payload: payload), at: 1)
            return LeakVector("JPEG: \(name)", clean: file.bytes, laden: laden.bytes)
        }
    }

    /// Between scans, behind the end, and in pixels beyond the edge.
    static func jpegPlaces() throws -> [LeakVector] {
        let baseline = try jpeg(.baseline)
        let other = try jpeg(.baseline, seed: 17).inserting(Segment(marker: 0xFE, payload: sentinel), at: 0).bytes
        let betweenScans = try [JPEGFixture.Scans.separate, .progressive].map { scans in
            let file = try jpeg(scans)
            let last = file.segments.lastIndex { $0.marker == 0xDA } ?? 0
            let laden = file.inserting(Segment(marker: 0xFE, payload: sentinel), at: last)
            return LeakVector("JPEG: a comment between \(scans) scans", clean: file.bytes, laden: laden.bytes)
        }
        // Multi-picture format (CIPA DC-007): an index in APP2, the other pictures behind the first one.
        let index = Segment(marker: 0xE2, payload: Array("MPF\0".utf8) + exifWithThumbnail)
        var extraData = baseline
        extraData.segments[extraData.segments.count - 1].data += sentinel
        return betweenScans + [
            LeakVector("JPEG: text behind its end", clean: baseline.bytes, laden: baseline.trailed(by: sentinel).bytes),
            LeakVector("JPEG: a second JPEG", clean: baseline.bytes, laden: baseline.trailed(by: other).bytes),
            LeakVector(
                "JPEG: the second picture of a multi-picture file",
                clean: baseline.bytes,
                laden: baseline.inserting(index, at: 1).trailed(by: other).bytes
            ),
            LeakVector(
                "JPEG: behind the last coefficient of a scan",
                clean: baseline.bytes,
                laden: extraData.bytes,
                isRefused: true
            ),
            try beyondTheEdge(),
        ]
    }

    /// Columns that the file holds to fill its last blocks, and that are cut off.
    private static func beyondTheEdge() throws -> LeakVector {
        func file(_ seed: UInt64) throws -> [UInt8] {
            let seen = Picture.noise(40, 30, channels: 1, seed: 18)
            let hidden = Picture.noise(48, 30, channels: 1, seed: seed)
            // Grey in colour, so that nothing of the hidden luma shares a block of chroma with what is seen.
            let picture = Picture(width: 48, height: 30, channels: 3) { x, y, _ in
                (x < 40 ? seen : hidden)[min(x, 47), y][0]
            }
            var file = try JPEGFixture.parsed(JPEGFixture(width: 48, height: 30).encode(picture))
            for index in file.segments.indices where file.segments[index].marker == 0xC0 {
                file.segments[index].payload[4] = 40
            }
            return file.bytes
        }
        return LeakVector("JPEG: pixels beyond the edge", clean: try file(19), laden: try file(20), isVerbatim: false)
    }
}

extension JPEGFixture {
    /// The segments of a file that libjpeg wrote.
    fileprivate static func parsed(_ bytes: [UInt8]) throws -> SegmentedJPEG {
        guard let file = SegmentedJPEG(parsing: bytes) else { throw Failure() }
        return file
    }
}
