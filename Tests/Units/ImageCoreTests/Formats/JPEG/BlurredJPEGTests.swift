import BoundedWork
import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A wide blur of a JPEG is made from a reduced decoding")
struct BlurredJPEGTests {
    static let fixtures: [JPEGFixture] = [JPEGFixture.Sampling.s420, .s444].flatMap { sampling in
        [JPEGFixture.Scans.baseline, .separate, .progressive].map {
            JPEGFixture(width: 277, height: 267, scans: $0, sampling: sampling, quality: 90)
        }
    }

    @Test("it looks as it does where all is decoded, blurred and encoded", arguments: fixtures)
    func plainPath(fixture: JPEGFixture) throws {
        let picture = Picture.gradient(fixture.width, fixture.height, channels: fixture.space.channels)
            .replacing(seed: 71) { x, y in x / 12 % 3 == 0 && y / 10 % 2 == 0 }
        let file = try JPEGFile(SecureBytes(copying: fixture.encode(picture)))
        for sigma in [4.0, 9, 20, 40] {
            let blur = GaussianBlur(sigma: sigma)
            let blurred = try #require(try file.blurred(by: blur, quality: 90))
            let fast = try Decoded(blurred.withUnsafeBytes(Array.init)).picture
            var image = try file.decoded()
            try blur.apply(to: &image.pixels, in: try #require(PaintArea(PixelRect(image.pixels.size))))
            let plain = try image.pixels.encoded(.jpeg(quality: 90))
            let psnr = fast.psnr(against: try Decoded(plain.withUnsafeBytes(Array.init)).picture)
            #expect(psnr > 40, "\(fixture), sigma \(sigma): \(psnr)")
        }
    }

    @Test("many steps make what the decoder of all would, with any number of threads", arguments: 0...9)
    func steps(rest: Int) throws {
        let fixture = JPEGFixture(
            width: 500,
            height: 1400 + rest,
            scans: rest % 3 == 2 ? .progressive : .baseline,
            sampling: rest.isMultiple(of: 2) ? .s420 : .s444
        )
        let picture = Picture.gradient(fixture.width, fixture.height, channels: 3)
            .replacing(seed: 72) { x, y in x / 12 % 3 == 0 && y / 10 % 2 == 0 }
        let bytes = try SecureBytes(copying: fixture.encode(picture))
        for sigma in [4.0, 9, 20, 40] {
            let blur = GaussianBlur(sigma: sigma)
            let blurred = try [1, 2, 5].map { threads in
                let work = WorkContext(threads: { threads })
                return try JPEGFile(opening: bytes, limits: DecodingLimits(), work: work).blurred(by: blur, quality: 90)
            }
            #expect(blurred[1] == blurred[0] && blurred[2] == blurred[0])
            var image = try DecodedImage(decoding: bytes)
            try blur.apply(to: &image.pixels, in: try #require(PaintArea(PixelRect(image.pixels.size))))
            let plain = try Decoded(image.pixels.encoded(.jpeg(quality: 90)).withUnsafeBytes(Array.init)).picture
            let fast = try Decoded(try #require(blurred[0]).withUnsafeBytes(Array.init)).picture
            #expect(fast.psnr(against: plain) > 40, "sigma \(sigma)")
        }
    }

    @Test("a narrow blur, a picture of few cells, and a file that cannot be reduced are left to the decoder")
    func others() throws {
        func isTaken(_ file: [UInt8], sigma: Double) throws -> Bool {
            try JPEGFile(SecureBytes(copying: file)).blurred(by: GaussianBlur(sigma: sigma), quality: 90) != nil
        }
        let file = try JPEGFixture(width: 64, height: 64).encode(.gradient(64, 64, channels: 3))
        #expect(try isTaken(file, sigma: 4))
        #expect(try !isTaken(file, sigma: 3.9))
        #expect(try !isTaken(file, sigma: 8))
        let inks = try JPEGFixture(width: 64, height: 64, space: .cmyk).encode(.gradient(64, 64, channels: 4))
        #expect(try !isTaken(inks, sigma: 4))
        for sampling in [JPEGFixture.Sampling.s422, .s440, .s411, .thirds, .coarseLuma] {
            let fixture = JPEGFixture(width: 64, height: 64, sampling: sampling)
            #expect(try !isTaken(fixture.encode(.gradient(64, 64, channels: 3)), sigma: 4), "\(sampling)")
        }
    }

    @Test("a damaged file is refused")
    func damage() throws {
        let file = try JPEGFixture(width: 64, height: 64).encode(.gradient(64, 64, channels: 3))
        for count in stride(from: 3, to: file.count, by: 41) {
            #expect(throws: DecodingError.self) {
                _ = try JPEGFile(SecureBytes(copying: file.prefix(count))).blurred(
                    by: GaussianBlur(sigma: 4),
                    quality: 90
                )
            }
        }
    }
}
