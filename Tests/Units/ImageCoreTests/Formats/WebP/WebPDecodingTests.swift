import BoundedWork
import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A WebP is decoded as libwebp decodes it")
struct WebPDecodingTests {
    static let names = ["lossy", "lossy-alpha", "lossless", "lossless-alpha", "palette"]

    @Test("pixels, alpha and grid are those of the file", arguments: names)
    func pixels(name: String) throws {
        let decoded = try Decoded(fixtureFile("WebP/\(name).webp"))
        let expected = try Picture.reference("WebP/\(name).webp")
        #expect(decoded.picture == expected)
        #expect(decoded.picture.channels == (name.hasSuffix("alpha") ? 4 : 3))
        #expect(decoded.format == .webp)
        #expect(decoded.colorSpace == .sRGB)
        #expect(decoded.grid == (name.hasPrefix("lossy") ? WebPFile.lossyGrid : .pixels))
    }

    @Test("colour beneath alpha 0 is gone")
    func invisibleColor() throws {
        let picture = try Decoded(fixtureFile("WebP/lossless-alpha.webp")).picture
        let invisible = stride(from: 0, to: picture.samples.count, by: 4).filter { picture.samples[$0 + 3] == 0 }
        #expect(invisible.count > 10)
        #expect(invisible.allSatisfy { picture.samples[$0..<$0 + 4].allSatisfy { $0 == 0 } })
    }

    @Test("it is turned as its EXIF data says, grid and all", arguments: Orientation.allCases, [true, false])
    func orientation(orientation: Orientation, isNamed: Bool) throws {
        let file = try WebPChunks(parsing: fixtureFile("WebP/lossy.webp"))
        let name = isNamed ? Array("Exif\0\0".utf8) : []
        let block = name + exifBlock(orientation: orientation.rawValue, bigEndian: true)
        let expected = try Picture.reference("WebP/lossy.webp")
        let decoded = try Decoded(file.extended(61, 47, flags: 8, after: [("EXIF", block)]).bytes)
        #expect(decoded.picture == expected.seen(as: orientation))
        let size = try #require(PixelSize(width: 61, height: 47))
        #expect(decoded.grid == orientation.applied(to: WebPFile.lossyGrid, storedSize: size))
        // Of two, the first counts; of a plain file, none does.
        let second = exifBlock(orientation: 3, bigEndian: true)
        let twice = file.extended(61, 47, flags: 8, before: [("EXIF", block)], after: [("EXIF", second)])
        #expect(try Decoded(twice.bytes).picture == expected.seen(as: orientation))
        var plain = file
        plain.chunks.append(("EXIF", block))
        #expect(try Decoded(plain.bytes).picture == expected)
    }

    @Test("Display P3 stays, and other profiles become sRGB")
    func profiles() throws {
        let file = try WebPChunks(parsing: fixtureFile("WebP/lossless.webp"))
        let stored = try Picture.reference("WebP/lossless.webp")
        func embedding(_ profile: [UInt8]) -> [UInt8] {
            file.extended(61, 47, flags: 0x20, before: [("ICCP", profile)]).bytes
        }
        let wide = try Decoded(embedding(ColorSpace.displayP3.profile))
        #expect(wide.colorSpace == .displayP3)
        #expect(wide.picture == stored)
        let adobe = try SampleProfile.adobeRGB()
        let converted = try Decoded(embedding(adobe.bytes))
        #expect(converted.colorSpace == .sRGB)
        #expect(try converted.picture.largestDifference(from: stored.converted(from: adobe)) <= 1)
        for senseless in [[], [0], Array(adobe.bytes.prefix(200)), [UInt8](repeating: 7, count: 500)] {
            #expect(try Decoded(embedding(senseless)).picture == stored)
        }
    }

    @Test("the declared size is that of the picture", arguments: names)
    func declaredSize(name: String) throws {
        let bytes = try SecureBytes(copying: fixtureFile("WebP/\(name).webp"))
        #expect(PictureDeclaration(of: bytes)?.size == PixelSize(width: 61, height: 47))
        #expect(try ImageFormat.open(bytes).format == .webp)
        #expect(try ImageFormat.open(bytes).checkedHeader() == nil)
    }

    @Test("what is called off is not decoded")
    func cancelled() throws {
        let bytes = try SecureBytes(copying: fixtureFile("WebP/lossy.webp"))
        let cancellation = Cancellation()
        let file = try ImageFormat.open(bytes, work: WorkContext(cancellation: cancellation))
        cancellation.cancel()
        #expect(throws: DecodingError.cancelled) { _ = try file.decoded() }
    }
}
