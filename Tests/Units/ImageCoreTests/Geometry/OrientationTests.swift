import BoundedWork
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Each orientation turns a picture as a viewer would")
struct OrientationTests {
    /// A picture stored as `abc` over `def`, and what is seen.
    static let table: [(value: UInt16, seen: [String])] = [
        (1, ["abc", "def"]), (2, ["cba", "fed"]), (3, ["fed", "cba"]), (4, ["def", "abc"]),
        (5, ["ad", "be", "cf"]), (6, ["da", "eb", "fc"]), (7, ["fc", "eb", "da"]), (8, ["cf", "be", "ad"]),
    ]

    private static func picture(_ rows: [String], channels: Int) -> Picture {
        Picture(width: rows[0].utf8.count, height: rows.count, channels: channels) { x, y, channel in
            Array(rows[y].utf8)[x] + UInt8(channel * 10)
        }
    }

    @Test("three by two letters are seen as the table says", arguments: table)
    func letters(value: UInt16, seen: [String]) throws {
        let orientation = try #require(Orientation(rawValue: value))
        for channels in [3, 4] {
            let stored = Self.picture(["abc", "def"], channels: channels)
            let turned = try PixelBuffer(stored).oriented(orientation, Cancellation()).picture
            #expect(turned == Self.picture(seen, channels: channels))
        }
    }

    @Test("pictures of any size are turned", arguments: Orientation.allCases)
    func sizes(orientation: Orientation) throws {
        for (width, height) in [(1, 1), (1, 7), (9, 1), (21, 22), (43, 5)] {
            let stored = Picture.noise(width, height, .rgba, seed: 61)
            #expect(
                try PixelBuffer(stored).oriented(orientation, Cancellation()).picture == stored.seen(as: orientation)
            )
        }
    }

    @Test("values that EXIF does not define do not exist", arguments: [0, 9, 100, 0xFFFF])
    func undefined(value: UInt16) {
        #expect(Orientation(rawValue: value) == nil)
    }
}
