import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Only a JPEG that can be is covered on its coefficients, and a damaged one is refused")
struct JPEGEligibilityTests {
    private static let picture = Picture.gradient(70, 50, channels: 3)

    private static func isTaken(_ file: [UInt8]) throws -> Bool {
        try JPEGFile(SecureBytes(copying: file)).rewritten() != nil
    }

    @Test("colour models, orientations and samplings that do not fit are left to the decoder")
    func others() throws {
        #expect(try Self.isTaken(JPEGFixture(width: 70, height: 50).encode(Self.picture)))
        #expect(try !Self.isTaken(JPEGFixture(width: 70, height: 50, space: .rgb).encode(Self.picture)))
        let inks = Picture.gradient(70, 50, channels: 4)
        for space in [JPEGFixture.Space.cmyk, .ycck] {
            #expect(try !Self.isTaken(JPEGFixture(width: 70, height: 50, space: space).encode(inks)))
        }
        let turned = JPEGFixture(
            width: 70,
            height: 50,
            app1: ImageFixtures.app1(exifBlock(orientation: 6, bigEndian: true))
        )
        #expect(try !Self.isTaken(turned.encode(Self.picture)))
        let grey = Picture.gradient(70, 50, channels: 1)
        #expect(try !Self.isTaken(JPEGFixture(width: 70, height: 50, space: .grey).encode(grey)))
    }

    @Test("a file whose units have more blocks than a scan of all components may have is left to the decoder")
    func unitSize() throws {
        let sampling = JPEGFixture.Sampling(description: "4x2 of 2x2", horizontal: [4, 2, 2], vertical: [2, 2, 2])
        let file = try JPEGFixture(width: 70, height: 50, scans: .separate, sampling: sampling).encode(Self.picture)
        #expect(try !Self.isTaken(file))
        #expect(try refusal(of: file) == nil)
    }

    @Test(
        "a coefficient beyond what baseline can hold is left to the decoder, unless it is covered",
        arguments: [
            ([1023], true), ([1024], false), ([-1024], true), ([-1025], false), ([0, 1023], true), ([0, 1024], false),
        ]
    )
    func range(coefficients: [Int], isTaken: Bool) throws {
        // One of the last blocks, whose edges are whole.
        let place = CraftedJPEG.Place(component: 1, column: 2, row: 1)
        let crafted = CraftedJPEG(width: 24, height: 16) { .init(coefficients: $0 == place ? coefficients : [3]) }
        #expect(try refusal(of: crafted.bytes) == nil)
        #expect(try Self.isTaken(crafted.bytes) == isTaken)
        for (x, isCovered) in [(16, true), (8, false)] {
            let area = try #require(PixelRect(x: x, y: 8, width: 8, height: 8).flatMap { PaintArea($0) })
            let file = try JPEGFile(SecureBytes(copying: crafted.bytes)).rewritten { try $0.fill(area, with: .black) }
            #expect((file != nil) == (isTaken || isCovered))
        }
    }

    @Test("a file that is cut, lacks scans or has too many is refused as it is where it is decoded")
    func damage() throws {
        for scans in [JPEGFixture.Scans.baseline, .separate, .progressive] {
            let file = try JPEGFixture(width: 70, height: 50, scans: scans).encode(Self.picture)
            for count in stride(from: 3, to: file.count, by: 53) {
                #expect(throws: DecodingError.self) { try Self.isTaken(Array(file.prefix(count))) }
            }
            let lastScan = try #require(file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
            #expect(throws: DecodingError.self) { try Self.isTaken(file[..<lastScan] + [0xFF, 0xD9]) }
        }
        let many = try JPEGFixture(width: 70, height: 50, scans: .many).encode(Self.picture)
        #expect(throws: DecodingError.corrupt("libjpeg: too many scans")) { try Self.isTaken(many) }
        let arithmetic = try JPEGFixture(width: 70, height: 50, arithmetic: true).encode(Self.picture)
        #expect(throws: DecodingError.unsupported("an arithmetic-coded JPEG")) { try Self.isTaken(arithmetic) }
    }

    @Test("a size over the limits is refused before memory is taken")
    func limits() throws {
        var file = try JPEGFixture(width: 70, height: 50).encode(Self.picture)
        let frame = try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
        file.replaceSubrange(frame + 5..<frame + 9, with: [0x40, 0x00, 0x40, 0x00])
        let size = try #require(PixelSize(width: 16_384, height: 16_384))
        #expect(throws: DecodingError.tooManyPixels(size, limit: 50_000_000)) { try Self.isTaken(file) }
    }
}
