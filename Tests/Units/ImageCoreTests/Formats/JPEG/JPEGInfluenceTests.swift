import ImageCore
import SeededRandom
import Testing

@testable import ImageFixtures

@Suite("A minimum coded unit of a JPEG shows nowhere else")
struct JPEGInfluenceTests {
    static let fixtures: [JPEGFixture] = [JPEGFixture.Space.grey, .ycc, .ycck].flatMap { space in
        JPEGFixture.Sampling.all.flatMap { sampling in
            [.baseline, .progressive].map {
                JPEGFixture(width: 67, height: 45, space: space, scans: $0, sampling: sampling, quality: 60)
            }
        }
    }

    @Test("other coefficients in one unit change no pixel outside it", arguments: fixtures)
    func change(fixture: JPEGFixture) throws {
        let picture = Picture.noise(67, 45, channels: fixture.space.channels, seed: 41)
        let bytes = try fixture.encode(picture)
        let before = try Decoded(bytes)
        let (width, height) = (before.grid.width, before.grid.height)
        let size = try #require(PixelSize(width: 67, height: 45))
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<6 {
            let column = generator.int(0...66 / width)
            let row = generator.int(0...44 / height)
            let seed = UInt32(generator.int(1...1_000_000))
            let file = try JPEGFixture.changingUnit(column: column, row: row, of: bytes, seed: seed)
            let places = before.picture.places(differingFrom: try Decoded(file).picture)
            let unit = try #require(
                PixelRect(columns: column * width..<(column + 1) * width, rows: row * height..<(row + 1) * height)?
                    .intersection(PixelRect(size))
            )
            let pixel = try #require(PixelRect(x: unit.maxX - 1, y: unit.maxY - 1, width: 1, height: 1))
            let influence = before.grid.influence(of: pixel, in: size)
            #expect(places.count > unit.size.area / 2)
            #expect(places.allSatisfy { unit.contains(x: $0.x, y: $0.y) })
            #expect(places.allSatisfy { influence.contains(x: $0.x, y: $0.y) })
        }
    }
}
