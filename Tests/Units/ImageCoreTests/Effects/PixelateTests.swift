import ImageCore
import Testing

@testable import ImageFixtures

@Suite("Pixelation paints the means of cells")
struct PixelateTests {
    /// The samples of the cell that holds a pixel, cells counted from the corner of `target` and cut at its edges.
    private static func cell(of x: Int, _ y: Int, block: Int, target: PixelRect, in picture: Picture) -> [[UInt8]] {
        let left = target.x + (x - target.x) / block * block
        let top = target.y + (y - target.y) / block * block
        return (top..<min(top + block, target.maxY)).flatMap { y in
            (left..<min(left + block, target.maxX)).map { x in picture[x, y] }
        }
    }

    @Test("every sample is the mean of its cell, rounded to the nearest", arguments: [1, 2, 3, 8, 13, 50, .max])
    func means(block: Int) throws {
        let target = try #require(PixelRect(x: 5, y: 3, width: 33, height: 26))
        let size = Pixelate(block: block).block
        for picture in [
            Picture.noise(41, 30, .rgb, seed: 121), .noise(41, 30, .rgba, opaque: true, seed: 122),
            .gradient(41, 30, channels: 3),
        ] {
            let painted = try Pixelate(block: block).applied(to: picture, in: PaintArea(target))
            var wrong = 0
            for y in target.rows {
                for x in target.columns where (x - target.x) % size == 0 || x == target.maxX - 1 {
                    let cell = Self.cell(of: x, y, block: size, target: target, in: picture)
                    let mean = (0..<picture.channels).map { channel in
                        UInt8((Double(cell.reduce(0) { $0 + Int($1[channel]) }) / Double(cell.count)).rounded())
                    }
                    if painted[x, y] != mean { wrong += 1 }
                }
            }
            #expect(wrong == 0)
        }
    }

    @Test("all pixels of a cell are equal")
    func uniformCells() throws {
        let painted = try Pixelate(block: 6).applied(to: .noise(20, 15, .rgba, seed: 123))
        for y in 0..<15 {
            for x in 0..<20 { #expect(painted[x, y] == painted[x / 6 * 6, y / 6 * 6]) }
        }
    }

    @Test("translucent pixels weigh by their alpha")
    func translucent() throws {
        var picture = Picture.noise(24, 18, .rgba, seed: 124)
        for index in stride(from: 3, to: picture.samples.count, by: 4) { picture.samples[index] |= 0x40 }
        let target = try #require(PixelRect(x: 0, y: 0, width: 24, height: 18))
        let painted = try Pixelate(block: 5).applied(to: picture)
        for y in stride(from: 0, to: 18, by: 5) {
            for x in stride(from: 0, to: 24, by: 5) {
                let cell = Self.cell(of: x, y, block: 5, target: target, in: picture)
                let alpha = cell.reduce(0.0) { $0 + Double($1[3]) }
                #expect(abs(Double(painted[x, y][3]) - alpha / Double(cell.count)) <= 0.5)
                for channel in 0..<3 {
                    let color = cell.reduce(0.0) { $0 + Double($1[channel]) * Double($1[3]) } / alpha
                    #expect(abs(Double(painted[x, y][channel]) - color) <= 3)
                }
            }
        }
    }

    @Test("an invisible cell stays without colour")
    func invisible() throws {
        #expect(try Pixelate(block: 4).applied(to: .flat(8, 8, [0, 0, 0, 0])) == .flat(8, 8, [0, 0, 0, 0]))
    }

    @Test(
        "a cell has at least one pixel and no more than an edge can",
        arguments: [(0, 1), (-9, 1), (Int.max, 2_147_483_647)]
    )
    func blocks(asked: Int, given: Int) {
        #expect(Pixelate(block: asked).block == given)
    }
}
