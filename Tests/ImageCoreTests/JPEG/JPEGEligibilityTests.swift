import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Only a JPEG that can be is covered on its coefficients, and a damaged one is refused")
struct JPEGEligibilityTests {
    private static let picture = Picture.gradient(70, 50, channels: 3)

    private static func isTaken(_ file: [UInt8]) throws -> Bool {
        let coefficients = try JPEGCoefficients(reading: SecureBytes(copying: file))
        return coefficients != nil
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

    @Test("a PNG has no JPEG header")
    func png() throws {
        let file = try SecureBytes(copying: Self.picture.encoded(EncodingOptions(format: .png)))
        let header = try JPEGHeader(reading: file)
        #expect(header == nil)
    }

    @Test("a coefficient beyond what baseline can hold is left to the decoder", arguments: [(10, true), (11, false)])
    func range(bits: Int, isTaken: Bool) throws {
        let file = Self.file(coefficientOf: bits)
        #expect(try refusal(of: file) == nil)
        #expect(try Self.isTaken(file) == isTaken)
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
        #expect(throws: DecodingError.self) { try Self.isTaken(arithmetic) }
    }

    @Test("a size over the limits is refused before memory is taken")
    func limits() throws {
        var file = try JPEGFixture(width: 70, height: 50).encode(Self.picture)
        let frame = try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
        file.replaceSubrange(frame + 5..<frame + 9, with: [0x40, 0x00, 0x40, 0x00])
        let size = try #require(PixelSize(width: 16_384, height: 16_384))
        #expect(throws: DecodingError.tooManyPixels(size, limit: 50_000_000)) { try Self.isTaken(file) }
    }

    /// A file of one luma block with one coefficient of so many bits, all of them 1.
    private static func file(coefficientOf bits: Int) -> [UInt8] {
        func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
            [0xFF, marker, 0, UInt8(body.count + 2)] + body
        }
        func codes(_ tableClass: UInt8, _ lengths: [UInt8], _ symbols: [UInt8]) -> [UInt8] {
            segment(0xC4, [tableClass << 4] + lengths + Array(repeating: 0, count: 16 - lengths.count) + symbols)
        }
        // A mean of 0, the coefficient and the end of the block; two blocks of chroma; ones up to whole bytes.
        let text = "00" + String(repeating: "1", count: bits) + "10" + "010" + "010" + "1111111"
        let data = [0, 8, 16].compactMap { UInt8(text.dropFirst($0).prefix(8), radix: 2) }
        return [0xFF, 0xD8]
            + segment(0xDB, [0] + Array(repeating: 1, count: 64))
            + segment(0xC0, [8, 0, 8, 0, 8, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
            + codes(0, [1], [0])
            + codes(1, [1, 1], [UInt8(bits), 0])
            + segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
            + data + [0xFF, 0xD9]
    }
}
