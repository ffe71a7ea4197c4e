import ImageCore
import Testing

@testable import ImageFixtures

@Suite("A fill is one opaque colour")
struct FillTests {
    @Test("every pixel of the parts has the colour", arguments: PixelFormat.allCases)
    func color(format: PixelFormat) throws {
        let picture = Picture.noise(40, 23, format, seed: 111)
        let target = try #require(PixelRect(x: 3, y: 2, width: 37, height: 21))
        let hole = try #require(PixelRect(x: 10, y: 8, width: 4, height: 30))
        let area = try #require(PaintArea(target, excluding: [hole]))
        let painted = try Fill(color: Color(red: 12, green: 200, blue: 7)).applied(to: picture, in: area)
        let expected = Picture(width: 40, height: 23, channels: format.channels) { x, y, channel in
            let isCovered = target.contains(x: x, y: y) && !hole.contains(x: x, y: y)
            return isCovered ? [12, 200, 7, 255][channel] : picture[x, y][channel]
        }
        #expect(painted == expected)
    }
}
