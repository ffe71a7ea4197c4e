import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A HEIC that is damaged, or is more than one picture, is refused")
struct HEICDamageTests {
    private static func file(_ name: String = "grid") throws -> BoxPatch {
        try BoxPatch(fixtureFile("HEIC/\(name).heic"))
    }

    @Test("a file that is cut anywhere is refused", arguments: ["grid", "chroma-420", "alpha"])
    func truncated(name: String) throws {
        let file = try Self.file(name).bytes
        for count in 12..<file.count {
            #expect(try isCorrupt(Array(file.prefix(count))), "\(count)")
        }
    }

    @Test("what is not read is refused by name")
    func unsupported() throws {
        let (grid, one) = try (Self.file(), Self.file("cropped"))
        let cases: [([UInt8], String)] = [
            (try one.renaming("clap", to: "zzzz"), "a HEIC with the property zzzz"),
            (try one.renaming("hvcC", to: "free"), "a HEIC with the property free"),
            (try one.renaming("hvc1", to: "av01"), "an AVIF"),
            (try one.renaming("hvc1", to: "jpeg"), "a HEIC of the item type jpeg"),
            (try grid.renaming("grid", to: "iovl"), "a HEIC of the item type iovl"),
            (try grid.renaming("hvc1", to: "unci"), "a HEIC with tiles of the item type unci"),
            // The first tile, so that the grid is another picture.
            (try grid.patching("pitm", 4, [0, 1]), "a HEIC of several pictures"),
            (grid.bytes + isoBox("moov", []), "a HEIC sequence"),
            // The denominator of the width: within a pixel.
            (try one.patching("clap", 4, [0, 0, 0, 3]), "a HEIC that is cropped within pixels"),
            (try grid.patching("iloc", 10, [0, 2]), "a HEIC with items within items"),
            (try grid.patching("iloc", 12, [0, 1]), "a HEIC with items in other files"),
        ]
        for (bytes, name) in cases {
            #expect(try refusal(of: bytes) == .unsupported(name), "\(name)")
        }
    }

    @Test("what does not fit together is damage")
    func contradictions() throws {
        let (grid, one) = try (Self.file(), Self.file("turned-1"))
        let size = try grid.place(of: "idat") + 4
        var wide = grid.bytes
        // The width in the item that is the grid.
        wide.replaceSubrange(size + 4..<size + 6, with: [0, 101])
        let cases: [[UInt8]] = [
            wide,
            try grid.patching("idat", 2, [2]),
            try grid.patching("idat", 3, [2]),
            try grid.renaming("dimg", to: "cdsc"),
            try one.patching("ispe", 4, [0, 0, 0, 63]),
            try one.patching("pitm", 4, [0, 9]),
            try one.renaming("pitm", to: "free"),
            try one.renaming("ispe", to: "free"),
            try one.renaming("iloc", to: "free"),
            try one.patching("pict", -4, Array("vide".utf8)),
            // More parameter sets than there are.
            try one.patching("hvcC", 22, [200]),
            one.bytes + isoBox("meta", [0, 0, 0, 0]),
            // The offset of the item.
            try one.patching("iloc", 16, [0x7F, 0xFF, 0xFF, 0xFF]),
        ]
        for (index, bytes) in cases.enumerated() {
            #expect(try isCorrupt(bytes), "\(index)")
        }
    }

    @Test("a slice that is damaged is refused, and so is a picture that needs another")
    func slices() throws {
        let file = try Self.file("turned-1")
        let start = try file.place(of: "mdat") + 4
        var dependent = file.bytes
        // The type of the first unit behind its length.
        dependent[start + 4] = 2
        #expect(try isCorrupt(dependent))
        var long = file.bytes
        long[start] = 0x7F
        #expect(try isCorrupt(long))
    }

    @Test("a picture that is too large is refused before there is memory for it", arguments: ["turned-1", "grid"])
    func bomb(name: String) throws {
        let file = try Self.file(name)
        let edge: [UInt8] = [0, 0, 0x40, 0]
        var bytes = try file.patching("ispe", 4, edge + edge)
        if name == "grid" {
            // The second size is that of the grid.
            let place = try file.place(of: "ispe", after: file.place(of: "ispe") + 4) + 8
            bytes = file.bytes
            bytes.replaceSubrange(place..<place + 8, with: edge + edge)
        }
        let clock = ContinuousClock()
        var error: DecodingError?
        let time = try clock.measure { error = try refusal(of: bytes) }
        let size = try #require(PixelSize(width: 16_384, height: 16_384))
        #expect(error == .tooManyPixels(size, limit: DecodingLimits().maximumPixels))
        #expect(time < .milliseconds(200))
        #expect(try PictureDeclaration(of: SecureBytes(copying: bytes))?.size == size)
    }

    @Test("boxes in boxes, and boxes without end, cost nothing")
    func nested() throws {
        let brand = isoBox("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
        var nested: [UInt8] = []
        for _ in 0..<2000 { nested = isoBox("iprp", nested) }
        let many = Array(repeating: isoBox("free", []), count: 100_000).flatMap { $0 }
        let items = isoBox("iinf", [0, 0, 0, 0, 0xFF, 0xFF] + many)
        for content in [nested, many, items, isoBox("iprp", isoBox("ipco", many))] {
            let bytes = brand + isoBox("meta", [0, 0, 0, 0] + content)
            let file = try SecureBytes(copying: bytes)
            // The shortest of some times, as other tests run meanwhile.
            let times = (0..<5).map { _ in
                ContinuousClock().measure {
                    #expect(throws: DecodingError.self) { _ = try ImageFormat.open(file) }
                }
            }
            #expect(try #require(times.min()) < .milliseconds(200))
            #expect(try isCorrupt(bytes))
        }
        #expect(try isCorrupt(brand + many))
    }

    @Test("parameter sets of another size are refused before libde265 sees them")
    func parameterSets() throws {
        let file = try Self.file("turned-1").bytes
        let place = try Self.file("turned-1").place(of: "hvcC") + 4
        let known = try #require(Self.parameters(file, place))
        #expect((known.width, known.height, known.chromaFormat, known.lumaDepth) == (64, 64, 1, 8))
        // Any bit of the set that changes the size is told.
        var changed = 0
        for bit in 0..<60 * 8 {
            var damaged = file
            damaged[place + 22 + bit / 8] ^= 1 << UInt8(bit % 8)
            guard let parameters = Self.parameters(damaged, place), parameters.codedWidth != known.codedWidth else {
                continue
            }
            changed += 1
            #expect(try isCorrupt(damaged), "\(bit)")
        }
        #expect(changed > 3)
    }

    private static func parameters(_ file: [UInt8], _ place: Int) -> SequenceParameters? {
        file[place...].withUnsafeBytes { try? HEVCConfiguration($0).parameters }
    }

    @Test("flipped bits give another picture, or damage that is told", arguments: ["grid", "alpha", "deep", "cropped"])
    func mutated(name: String) throws {
        let file = try Self.file(name).bytes
        let limits = DecodingLimits(maximumPixels: 100_000)
        var generator = SeededGenerator(seed: 20)
        for _ in 0..<300 {
            var damaged = file
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let bit = UInt8.random(in: 0...7, using: &generator)
                damaged[Int.random(in: 24..<file.count, using: &generator)] ^= 1 << bit
            }
            switch try refusal(of: damaged, limits: limits) {
            case nil, .corrupt, .unsupported, .tooManyPixels, .edgeTooLong: break
            case .some(let error): Issue.record("\(error)")
            }
        }
    }
}
