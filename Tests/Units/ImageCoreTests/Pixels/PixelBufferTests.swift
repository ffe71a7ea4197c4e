import BoundedWork
import SecureMemory
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A pixel buffer holds what was put in")
struct PixelBufferTests {
    @Test("a filled buffer has one opaque colour in every pixel", arguments: PixelFormat.allCases)
    func filled(format: PixelFormat) throws {
        for (width, height) in [(1, 1), (21, 3), (64, 2), (16, 5)] {
            let size = try #require(PixelSize(width: width, height: height))
            let color = Color(red: 1, green: 2, blue: 3)
            let buffer = try PixelBuffer(size, format: format, filledWith: color)
            #expect(buffer.picture == .flat(width, height, format == .rgba ? [1, 2, 3, 255] : [1, 2, 3]))
            #expect(buffer.samples(x: width - 1, y: height - 1) == (format == .rgba ? [1, 2, 3, 255] : [1, 2, 3]))
        }
    }

    @Test("a buffer made of samples has each where it belongs, and gives back those of any rectangle")
    func samples() throws {
        let picture = Picture.noise(21, 9, .rgba, seed: 73)
        let size = try #require(PixelSize(width: 21, height: 9))
        let buffer = try PixelBuffer(size, format: .rgba, samples: picture.samples)
        #expect(buffer.picture == picture)
        #expect(buffer.samples(in: PixelRect(size)) == picture.samples)
        let rect = try #require(PixelRect(x: 18, y: 2, width: 3, height: 2))
        #expect(buffer.samples(in: rect) == [2, 3].flatMap { y in [18, 19, 20].flatMap { x in picture[x, y] } })
    }

    @Test("a picture that no memory can hold is an error")
    func tooLarge() throws {
        let edge = PixelSize.maximumEdge
        let size = try #require(PixelSize(width: edge, height: edge))
        #expect(throws: OutOfMemory.self) { _ = try PixelBuffer(size, format: .rgba, filledWith: .black) }
    }

    @Test("flattening composes over the background and leaves every pixel opaque")
    func flatten() throws {
        let picture = Picture.noise(53, 7, .rgba, seed: 71)
        var buffer = try PixelBuffer(picture)
        buffer.flatten(over: Color(red: 200, green: 100, blue: 0))
        let expected = Picture(width: 53, height: 7, channels: 4) { x, y, channel in
            let pixel = picture[x, y]
            guard channel < 3 else { return 255 }
            let (top, bottom, alpha) = (Double(pixel[channel]), [200.0, 100, 0][channel], Double(pixel[3]) / 255)
            return UInt8((top * alpha + bottom * (1 - alpha)).rounded())
        }
        #expect(buffer.picture == expected)
    }

    @Test("alpha goes where all is opaque, on any number of threads, and stays for one pixel", arguments: [1, 3])
    func needlessAlpha(threads: Int) throws {
        let work = WorkContext(threads: { threads })
        let opaque = Picture(width: 5, height: 900, channels: 4) { x, y, channel in
            channel == 3 ? 255 : UInt8(truncatingIfNeeded: x * 50 + y * 3 + channel)
        }
        let packed = try PixelBuffer(opaque).withoutNeedlessAlpha(work).picture
        #expect(packed == Picture(width: 5, height: 900, channels: 3) { x, y, channel in opaque[x, y][channel] })
        for y in [0, 299, 300, 899] {
            var picture = opaque
            picture.samples[(y * 5 + 2) * 4 + 3] = 254
            #expect(try PixelBuffer(picture).withoutNeedlessAlpha(work).picture == picture)
        }
    }

    @Test("flattening leaves RGB as it is")
    func flattenOpaque() throws {
        let picture = Picture.noise(9, 4, .rgb, seed: 72)
        var buffer = try PixelBuffer(picture)
        buffer.flatten(over: .white)
        #expect(buffer.picture == picture)
    }
}

@Suite("Colours are read from CSS hexadecimal notation")
struct ColorTests {
    @Test("three and six digits in either case are colours")
    func digits() {
        #expect(Color(hex: "#1e90FF") == Color(red: 0x1E, green: 0x90, blue: 0xFF))
        #expect(Color(hex: "#fA0") == Color(red: 0xFF, green: 0xAA, blue: 0x00))
        #expect(Color(hex: "#000") == .black)
        #expect(Color(hex: "#FFFFFF") == .white)
    }

    @Test(
        "anything else is none",
        arguments: [
            "", "#", "000000", "#0", "#00", "#0000", "#00000", "#0000000", "#00000000", "#ggg", "# 00", "#+00", "red",
            "#１２３",
        ]
    )
    func malformed(text: String) {
        #expect(Color(hex: text) == nil)
    }
}

@Suite("How bright a picture is outside of what is hidden")
struct MeanLumaTests {
    @Test("is the mean over all pixels that no rectangle holds", arguments: PixelFormat.allCases)
    func definition(format: PixelFormat) throws {
        let picture = Picture.noise(61, 47, format, seed: 301)
        let hidden = [(0, 0, 20, 10), (15, 5, 30, 30), (60, 0, 1, 47), (3, 40, 58, 7)]
            .compactMap { PixelRect(x: $0.0, y: $0.1, width: $0.2, height: $0.3) }
        var (sum, weight) = (0, 0)
        for y in 0..<47 {
            for x in 0..<61 where !hidden.contains(where: { $0.columns.contains(x) && $0.rows.contains(y) }) {
                let pixel = picture[x, y].map(Int.init)
                let alpha = pixel.count == 4 ? pixel[3] : 255
                sum += (299 * pixel[0] + 587 * pixel[1] + 114 * pixel[2]) * alpha
                weight += alpha
            }
        }
        let pixels = try PixelBuffer(picture)
        let luma = try pixels.meanLuma(outside: hidden, cancellation: Cancellation())
        #expect(luma == Double(sum) / Double(weight) / 1000)
        let all = [PixelRect(pixels.size)]
        #expect(try pixels.meanLuma(outside: all, cancellation: Cancellation()) == nil)
    }
}
