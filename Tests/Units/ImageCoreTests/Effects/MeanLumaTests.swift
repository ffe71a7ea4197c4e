import BoundedWork
import Testing

@testable import ImageCore
@testable import ImageFixtures

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
