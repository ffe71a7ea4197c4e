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

    @Test("flattening leaves RGB as it is")
    func flattenOpaque() throws {
        let picture = Picture.noise(9, 4, .rgb, seed: 72)
        var buffer = try PixelBuffer(picture)
        buffer.flatten(over: .white)
        #expect(buffer.picture == picture)
    }
}
