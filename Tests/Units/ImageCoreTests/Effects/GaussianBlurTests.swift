import ImageCore
import Testing

@testable import ImageFixtures

@Suite("The blur is a Gaussian")
struct GaussianBlurTests {
    static let sigmas = [0.5, 1, 2, 3.9, 4, 5, 8, 12, 20, 33, 64, 200]

    private static func psnr(_ picture: Picture, sigma: Double) throws -> Double {
        let reference = picture.filtered(
            columns: .gaussian(sigma: sigma, count: picture.width),
            rows: .gaussian(sigma: sigma, count: picture.height)
        )
        return try GaussianBlur(sigma: sigma).applied(to: picture).psnr(against: reference)
    }

    @Test("screenshots come within 46 dB of the exact Gaussian", arguments: sigmas)
    func screenshots(sigma: Double) throws {
        let login = try Decoded(fixture("ios-login.png")).picture
        let table = try Decoded(fixture("web_1280x720.png")).picture
        for crop in [
            login.crop(x: 60, y: 880, width: 117, height: 83), table.crop(x: 20, y: 130, width: 96, height: 110),
            table.crop(x: 10, y: 12, width: 401, height: 13),
        ] {
            #expect(try Self.psnr(crop, sigma: sigma) >= (sigma < 4 ? 55 : 46))
        }
    }

    @Test("noise and hard edges come within 46 dB of the exact Gaussian", arguments: sigmas)
    func noise(sigma: Double) throws {
        #expect(try Self.psnr(.noise(99, 70, .rgb, seed: 131), sigma: sigma) >= 46)
        #expect(try Self.psnr(.noise(64, 49, .rgba, opaque: true, seed: 132), sigma: sigma) >= 46)
        let checkers = Picture(width: 90, height: 75, channels: 3) { x, y, _ in (x / 15 + y / 15) % 2 == 0 ? 0 : 255 }
        #expect(try Self.psnr(checkers, sigma: sigma) >= 46)
    }

    @Test(
        "targets of a pixel, a row or a column come within 46 dB",
        arguments: [(1, 1), (1, 60), (90, 1), (2, 3), (7, 60)]
    )
    func slivers(width: Int, height: Int) throws {
        let table = try Decoded(fixture("web_1280x720.png")).picture
        for sigma in Self.sigmas {
            for (x, y) in [(20, 140), (24, 17), (300, 150)] {
                let psnr = try Self.psnr(table.crop(x: x, y: y, width: width, height: height), sigma: sigma)
                #expect(psnr >= 46, "sigma \(sigma) at \(x), \(y)")
            }
            // Noise in one dimension is the worst that there is for a reduced blur: nothing averages out across.
            let noise = try Self.psnr(.noise(width, height, .rgb, seed: 133), sigma: sigma)
            #expect(noise >= 43, "sigma \(sigma)")
        }
    }

    @Test("a flat area stays exactly as it is", arguments: [0.1, 0.2] + sigmas + [1_000, 16_384])
    func flat(sigma: Double) throws {
        for color in [[0, 0, 0], [255, 255, 255], [1, 128, 254], [200, 100, 50, 255]] as [[UInt8]] {
            let picture = Picture.flat(33, 21, color)
            #expect(try GaussianBlur(sigma: sigma).applied(to: picture) == picture, "\(color)")
        }
    }

    @Test("the mean is preserved", arguments: [0.5, 1.5, 3.9, 4, 6, 10, 16])
    func mean(sigma: Double) throws {
        // A margin as wide as the blur, so that nothing is extended but grey.
        let margin = Int(sigma * 6)
        let noise = Picture.noise(40, 40, .rgb, seed: 134)
        let picture = Picture(width: 40 + 2 * margin, height: 40 + 2 * margin, channels: 3) { x, y, channel in
            let inside = (0..<40).contains(x - margin) && (0..<40).contains(y - margin)
            return inside ? noise[x - margin, y - margin][channel] : 128
        }
        let blurred = try GaussianBlur(sigma: sigma).applied(to: picture)
        let sums = [picture, blurred].map { $0.samples.reduce(0) { $0 + Int($1) } }
        #expect(abs(Double(sums[1] - sums[0])) / Double(picture.samples.count) < 0.05)
    }

    @Test("translucent pixels are averaged with their colour weighed by alpha")
    func translucent() throws {
        // Red on the left, invisible on the right: no black may bleed into the red.
        let picture = Picture(width: 40, height: 10, channels: 4) { x, _, channel in
            x < 20 ? [255, 0, 0, 255][channel] : 0
        }
        let blurred = try GaussianBlur(sigma: 3).applied(to: picture)
        for x in 0..<40 {
            let pixel = blurred[x, 5]
            #expect(pixel[3] == 0 ? pixel == [0, 0, 0, 0] : pixel[..<3] == [255, 0, 0])
        }
        #expect(abs(Int(blurred[19, 5][3]) - 144) <= 2)
        #expect(blurred[0, 5] == [255, 0, 0, 255])
    }

    @Test("a standard deviation out of range is the nearest one within")
    func range() {
        #expect(GaussianBlur(sigma: -3).sigma == 0.1)
        #expect(GaussianBlur(sigma: 0).sigma == 0.1)
        #expect(GaussianBlur(sigma: .nan).sigma == 0.1)
        #expect(GaussianBlur(sigma: .infinity).sigma == 16_384)
    }

    @Test("the least and the greatest blur work", arguments: [0.1, 0.15, 0.2, 0.21, 16_384])
    func extremes(sigma: Double) throws {
        let picture = Picture.noise(50, 20, .rgb, seed: 135)
        #expect(try Self.psnr(picture, sigma: sigma) >= 46)
    }
}
