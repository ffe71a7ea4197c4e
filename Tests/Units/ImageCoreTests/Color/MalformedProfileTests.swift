import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A profile that makes no sense is passed over, and the picture is decoded")
struct MalformedProfileTests {
    private static let picture = Picture.noise(9, 7, .rgb, seed: 41)
    private static let limit = ColorProfile.maximumSize

    private func expectPassedOver(_ file: ChunkedPNG, _ comment: Comment) throws {
        let decoded = try Decoded(file.bytes)
        #expect(decoded.picture == Self.picture, comment)
        #expect(decoded.colorSpace == .sRGB, comment)
    }

    @Test("a zlib stream that is cut off, damaged or no stream at all")
    func streams() throws {
        let profile = try SampleProfile.displayP3()
        let stream = zlibStored(profile.bytes)
        let file = try ChunkedPNG(Self.picture)
        for count in [0, 1, 2, 5, 9, 100, stream.count - 10] {
            try expectPassedOver(file.embedding(compressed: Array(stream.prefix(count))), "\(count) bytes")
        }
        try expectPassedOver(file.embedding(compressed: profile.bytes), "not compressed")
        var damaged = stream
        damaged[70] ^= 0xFF
        try expectPassedOver(file.embedding(compressed: damaged), "damaged")
    }

    @Test("a profile that asks for more work than it has bytes: elements without number that share their bytes")
    func chains() throws {
        let file = try ChunkedPNG(Self.picture)
        let plain = try SampleProfile.adobeRGB()
        #expect(try Decoded(file.embedding(plain).bytes).picture != Self.picture)
        // Another tag does no harm.
        let harmless = plain.adding("targ", Array("text\0\0\0\0by nobody\0".utf8))
        #expect(try Decoded(file.embedding(harmless).bytes) == Decoded(file.embedding(plain).bytes))
        for count in [1, 500] {
            let endless = plain.adding("D2B0", SampleProfile.chain(ofMatrices: count))
            try expectPassedOver(file.embedding(endless), "\(count)")
        }
    }

    @Test("a chunk whose name or method is not what it may be")
    func chunks() throws {
        let stream = zlibStored(try SampleProfile.displayP3().bytes)
        let file = try ChunkedPNG(Self.picture)
        let long = Array(repeating: UInt8(ascii: "n"), count: 80)
        for head in [[], [0], [0, 0], Array("name\0\u{1}".utf8), long + [0, 0], Array("name".utf8)] as [[UInt8]] {
            try expectPassedOver(file.declaring("iCCP", head + stream), "\(head)")
        }
        try expectPassedOver(file.declaring("iCCP", []), "empty")
        try expectPassedOver(file.declaring("iCCP", Array("name\0\0".utf8)), "no stream")
    }

    @Test("a stream of 600 MB, the most that a chunk may hold, costs no more than a profile may have")
    func bomb() throws {
        let file = try ChunkedPNG(Self.picture)
        let zeros = zlibBomb(count: 640_000_000).dropFirst(2)
        // Sizes of a header: none, as large as a profile may be, one more, and the largest there is.
        for size in [0, UInt32(Self.limit), UInt32(Self.limit) + 1, UInt32.max] {
            let header = zlibStored(bigEndian(size)).dropLast(4)
            // The stored block is not the last one; the zeros follow it.
            var stream = Array(header)
            stream[2] = 0
            stream += zeros
            let bytes = file.embedding(compressed: stream).bytes
            let before = try PeakMemory.resident.read()
            let decoded = try Decoded(bytes)
            #expect(decoded.picture == Self.picture && decoded.colorSpace == .sRGB)
            #expect(try PeakMemory.resident.read() - before < PeakMemory.tolerance, "\(size)")
        }
    }

    @Test("a header that states another size than there is")
    func sizes() throws {
        let good = try SampleProfile.displayP3().bytes
        let file = try ChunkedPNG(Self.picture)
        for size in [0, 1, 4, 100, 127, 128, 131, UInt32(good.count) + 1, UInt32(Self.limit) + 1, UInt32.max] {
            var bytes = good
            bytes.replaceSubrange(0..<4, with: bigEndian(size))
            try expectPassedOver(file.embedding(compressed: zlibStored(bytes)), "\(size)")
            let plain = try JPEGFixture().encode(.noise(37, 29, .rgb, seed: 42))
            #expect(try Decoded(jpeg(plain, inserting: profileMarkers(bytes))) == Decoded(plain), "\(size)")
        }
    }

    @Test("a profile of another colour model, or of no device")
    func models() throws {
        let file = try ChunkedPNG(Self.picture)
        try expectPassedOver(file.embedding(.cmyk("press")), "CMYK")
        try expectPassedOver(file.embedding(.grey("grey", .gamma(1.8))), "grey")
        for name in ["link", "abst", "nmcl"] {
            var link = try SampleProfile.adobeRGB().bytes
            link.replaceSubrange(12..<16, with: name.utf8)
            let context = try ColorContext()
            #expect(link.withUnsafeBytes { ColorProfile($0, in: context) } == nil, "\(name)")
            try expectPassedOver(file.embedding(compressed: zlibStored(link)), "\(name)")
        }
        let inks = Picture.noise(16, 8, channels: 4, seed: 43)
        let cmyk = try JPEGFixture(width: 16, height: 8, space: .cmyk, sampling: .s444).encode(inks)
        let markers = profileMarkers(try SampleProfile.adobeRGB().bytes)
        #expect(try Decoded(jpeg(cmyk, inserting: markers)) == Decoded(cmyk))
    }

    @Test("parts of a JPEG's profile may stand in any order, but each has to be there once")
    func parts() throws {
        let file = try JPEGFixture().encode(.noise(37, 29, .rgb, seed: 44))
        let plain = try Decoded(file)
        let profile = try SampleProfile.displayP3()
        let parts = profileMarkers(profile.bytes, parts: 4)
        #expect(try Decoded(jpeg(file, inserting: parts.reversed())).colorSpace == .displayP3)
        var other = parts
        // The number of parts, and the number of this one.
        other[1][17] = 5
        var zeroth = parts
        zeroth[0][16] = 0
        let wrong: [[[UInt8]]] = [
            Array(parts.dropFirst()), Array(parts.dropLast()), parts + [parts[0]], other, zeroth,
            [profileMarkers([])[0]], [[0xFF, 0xE2, 0, 2]], [[0xFF, 0xE2, 0, 14] + Array("ICC_PROFILE\0".utf8)],
        ]
        for markers in wrong {
            #expect(try Decoded(jpeg(file, inserting: markers)) == plain, "\(markers.map { $0.prefix(18) })")
        }
    }

    /// Of each kind of profile: headers, tag tables, curves and tables that lie.
    @Test("4000 mutations of profiles never stop a picture")
    func mutations() throws {
        var generator = SeededGenerator(seed: 45)
        let grey = try JPEGFixture(width: 9, height: 7, space: .grey).encode(.noise(9, 7, channels: 1, seed: 46))
        let inks = try JPEGFixture(width: 9, height: 7, space: .cmyk, sampling: .s444)
            .encode(.noise(9, 7, channels: 4, seed: 47))
        let color = try JPEGFixture(width: 9, height: 7).encode(.noise(9, 7, .rgb, seed: 48))
        let table = try SampleProfile.rgb("", SampleProfile.standardPrimaries, .table(64), version: 2.1)
        // Few of ink, as Little CMS takes a while to make its table.
        let subjects: [(file: [UInt8], profile: [UInt8], count: Int)] = try [
            (color, SampleProfile.adobeRGB().bytes, 1500), (color, table.bytes, 1500),
            (grey, SampleProfile.grey("", .gamma(2)).bytes, 800), (inks, SampleProfile.cmyk("").bytes, 200),
        ]
        var differing = 0
        for (file, profile, count) in subjects {
            let plain = try Decoded(file)
            for _ in 0..<count {
                let mutant = profile.mutated(using: &generator)
                let decoded = try Decoded(jpeg(file, inserting: profileMarkers(mutant)))
                #expect(decoded.picture.width == plain.picture.width && decoded.grid == plain.grid)
                if decoded.picture != plain.picture { differing += 1 }
            }
        }
        // Else all that was tested is how a profile is passed over.
        #expect(differing > 1000, "\(differing)")
    }
}

extension [UInt8] {
    /// The bytes with a few changed, mostly in the header and the table of tags, or some cut off.
    fileprivate func mutated(using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = self
        for _ in 0..<generator.int(1...4) {
            let end = generator.int(0...1) == 0 ? Swift.min(260, bytes.count) : bytes.count
            let index = generator.int(0...end - 1)
            switch generator.int(0...3) {
            case 0: bytes[index] ^= 1 << UInt8(generator.int(0...7))
            case 1: bytes[index] = [0, 1, 0x7F, 0x80, 0xFF][generator.int(0...4)]
            case 2: bytes[index] = UInt8(generator.int(0...255))
            default: if generator.int(0...9) == 0 { bytes.removeLast(Swift.min(index, bytes.count - 140)) }
            }
        }
        return bytes
    }
}
