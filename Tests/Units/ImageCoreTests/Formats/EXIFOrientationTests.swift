import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("The orientation in EXIF data is applied")
struct EXIFOrientationTests {
    private static let png = PNGSample.Kind(colorType: .rgb, depth: 8, interlaced: false, transparent: false)

    private static func sample() -> (file: ChunkedPNG, expected: Picture) {
        var generator = SeededGenerator(seed: 21)
        let sample = PNGSample(png, width: 5, height: 3, using: &generator)
        return (sample.file(using: &generator), sample.expected)
    }

    @Test("a PNG is turned as its eXIf chunk says", arguments: Orientation.allCases, [false, true])
    func portableNetworkGraphics(orientation: Orientation, bigEndian: Bool) throws {
        let (file, expected) = Self.sample()
        let block = exifBlock(orientation: orientation.rawValue, bigEndian: bigEndian)
        let decoded = try Decoded(file.inserting(.init(type: "eXIf", data: block), before: "IDAT").bytes)
        #expect(decoded.picture == expected.seen(as: orientation))
        #expect(decoded.grid == .pixels)
    }

    @Test("an eXIf chunk after the pixels counts as one before them")
    func trailingChunk() throws {
        let (file, expected) = Self.sample()
        let chunk = ChunkedPNG.Chunk(type: "eXIf", data: exifBlock(orientation: 6, bigEndian: true))
        #expect(try Decoded(file.inserting(chunk, before: "IEND").bytes).picture == expected.seen(as: .right))
    }

    @Test("a JPEG is turned as its APP1 marker says, grid and all", arguments: Orientation.allCases, [false, true])
    func jpeg(orientation: Orientation, bigEndian: Bool) throws {
        let picture = Picture.noise(37, 29, .rgb, seed: 22)
        for sampling in JPEGFixture.Sampling.all {
            var fixture = JPEGFixture(sampling: sampling)
            let stored = try Decoded(fixture.encode(picture))
            fixture.app1 = app1(exifBlock(orientation: orientation.rawValue, bigEndian: bigEndian))
            let decoded = try Decoded(fixture.encode(picture))
            #expect(decoded.picture == stored.picture.seen(as: orientation))
            #expect(decoded.grid.matches(unit: sampling.unit, of: picture, seenAs: orientation), "\(sampling)")
        }
    }

    /// Blocks that say nothing, or nothing that makes sense.
    static let senseless: [[UInt8]] = {
        let good = exifBlock(orientation: 6, bigEndian: false)
        let cut = [0, 1, 2, 7, 8, 9, 10, 14, 22, 24, 30].map { Array(good.prefix($0)) }
        func changed(_ offset: Int, to value: UInt8) -> [UInt8] {
            var block = good
            block[offset] = value
            return block
        }
        return cut + [
            exifBlock(orientation: 0, bigEndian: true), exifBlock(orientation: 9, bigEndian: true),
            exifBlock(orientation: 0xFFFF, bigEndian: false), changed(0, to: 0x4D), changed(1, to: 0x20),
            changed(2, to: 43), changed(4, to: 200), changed(7, to: 0xFF), changed(22, to: 0x13), changed(24, to: 4),
            changed(26, to: 0), changed(26, to: 2), changed(29, to: 1),
        ]
    }()

    @Test("EXIF data that makes no sense leaves a JPEG as it is stored", arguments: senseless)
    func senselessJPEG(block: [UInt8]) throws {
        let picture = Picture.noise(21, 13, .rgb, seed: 23)
        var fixture = JPEGFixture(width: 21, height: 13)
        let stored = try Decoded(fixture.encode(picture))
        fixture.app1 = app1(block)
        #expect(try Decoded(fixture.encode(picture)) == stored)
    }

    @Test("EXIF data that makes no sense leaves a PNG as it is stored", arguments: senseless)
    func senselessPNG(block: [UInt8]) throws {
        let (file, expected) = Self.sample()
        #expect(try Decoded(file.inserting(.init(type: "eXIf", data: block), before: "IDAT").bytes).picture == expected)
    }

    @Test("an APP1 marker that is not EXIF is passed over")
    func foreignMarker() throws {
        let picture = Picture.noise(21, 13, .rgb, seed: 24)
        var fixture = JPEGFixture(width: 21, height: 13)
        let stored = try Decoded(fixture.encode(picture))
        for payload in ["http://ns.adobe.com/xap/1.0/\0<x/>", "Exif", "Exif\0", "Exif\0\0", "EXIF\0\0II*\0"] {
            fixture.app1 = Array(payload.utf8)
            #expect(try Decoded(fixture.encode(picture)) == stored, "\(payload)")
        }
    }
}

extension BlockGrid {
    /// Whether two neighbouring columns, or rows, are in one block exactly where they were stored in one unit.
    fileprivate func matches(unit: (width: Int, height: Int), of stored: Picture, seenAs orientation: Orientation)
        -> Bool
    {
        // The unit of a pixel, written to its red and green samples and then turned as the picture is.
        let units = Picture(width: stored.width, height: stored.height, channels: 3) { x, y, channel in
            [UInt8(x / unit.width), UInt8(y / unit.height), 0][channel]
        }
        let seen = units.seen(as: orientation)
        let columnsMatch = (1..<seen.width).allSatisfy { x in
            (seen[x, 0] == seen[x - 1, 0]) == ((x - offsetX) % width != 0)
        }
        let rowsMatch = (1..<seen.height).allSatisfy { y in
            (seen[0, y] == seen[0, y - 1]) == ((y - offsetY) % height != 0)
        }
        return columnsMatch && rowsMatch
    }
}
