import SeededRandom
import Testing

@testable import ImageCore

@Suite("Motion between frames")
struct FrameMotionTests {
    private static let size = PixelSize(uncheckedWidth: 333, height: 251)
    private static let area = PixelRect(columns: 32..<288, rows: 48..<224)

    private static let layouts: [VideoFrameLayout] = [
        VideoFrameLayout(size, .rgba), VideoFrameLayout(size, .planar(shiftX: 0, shiftY: 0, colors)),
        VideoFrameLayout(size, .planar(shiftX: 1, shiftY: 1, colors)),
    ]
    private static let colors = VideoColors(.bt709, isFullRange: false)

    /// Lines of something like letters, each other than the rest, of content that is seen through an area from `x`, `y` on.
    private func frame(_ layout: VideoFrameLayout, x: Int, y: Int, noise: Int = 0) throws -> [UInt8] {
        let area = try #require(Self.area)
        var pixels = [UInt8](repeating: 120, count: layout.byteCount)
        var random = SeededGenerator(seed: UInt64(x + 1000 * y))
        let step = layout.samples == .rgba ? 4 : 1
        for row in area.rows {
            for column in area.columns {
                let (line, letter) = ((row + y) / 20, (column + x) / 9)
                var hash = SeededGenerator(seed: UInt64(line << 16 + letter))
                let isInk = (row + y) % 20 < 13 && (column + x) % 9 < 6 && Bool.random(using: &hash)
                let value = (isInk ? 40 : 200) + (noise > 0 ? Int.random(in: -noise...noise, using: &random) : 0)
                for byte in 0..<step { pixels[(row * Self.size.width + column) * step + byte] = UInt8(value) }
            }
        }
        return pixels
    }

    private func motion(_ layout: VideoFrameLayout, _ one: [UInt8], _ other: [UInt8]) throws -> FrameMotion? {
        let area = try #require(Self.area)
        return one.withUnsafeBytes { one in
            other.withUnsafeBytes { other in
                let changed = layout.changedBlocks(from: one, to: other, tolerance: 16)
                return layout.motion(in: area, from: one, to: other, changed: changed)
            }
        }
    }

    @Test(
        "What scrolls is found, by any way and through the noise of an encoder",
        arguments: layouts,
        [(0, 3), (0, 53), (0, -17), (31, 0), (-90, 0), (0, 120)]
    )
    func scrolled(_ layout: VideoFrameLayout, _ way: (x: Int, y: Int)) throws {
        let one = try frame(layout, x: 500, y: 700, noise: 6)
        let other = try frame(layout, x: 500 + way.x, y: 700 + way.y, noise: 6)
        let motion = try #require(try motion(layout, one, other))
        #expect(motion.vector == MotionVector(x: -way.x, y: -way.y))
        let exposed = motion.exposed.reduce(0) { $0 + $1.size.area }
        #expect(exposed == abs(way.y) * 256 + abs(way.x) * 176)
    }

    @Test("What changes and does not move is none", arguments: layouts)
    func changed(_ layout: VideoFrameLayout) throws {
        let one = try frame(layout, x: 500, y: 700)
        #expect(try motion(layout, one, frame(layout, x: 9500, y: 80_700)) == nil)
        #expect(try motion(layout, one, one) == nil)
        var random = SeededGenerator(seed: 4)
        let noise = one.map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(try motion(layout, one, noise) == nil)
    }

    @Test("A rectangle is followed until it is cut off, and only where its pixels have come along")
    func followed() throws {
        let layout = Self.layouts[1]
        let one = try frame(layout, x: 0, y: 0)
        var other = try frame(layout, x: 0, y: 40)
        for row in 100..<130 { for column in 200..<280 { other[row * Self.size.width + column] = UInt8(row % 7 * 30) } }
        let motion = try #require(try motion(layout, one, other))
        let inside = try #require(PixelRect(columns: 40..<140, rows: 140..<153))
        #expect(motion.followed(inside) == PixelRect(columns: 40..<140, rows: 100..<113))
        let cut = try #require(PixelRect(columns: 40..<140, rows: 80..<93))
        #expect(motion.followed(cut) == nil)
        let replaced = try #require(PixelRect(columns: 200..<280, rows: 140..<165))
        #expect(motion.followed(replaced) == nil)
        let outside = try #require(PixelRect(columns: 40..<140, rows: 230..<245))
        #expect(!motion.concerns(outside))
        // Beside the area nothing is cut off by a way upwards.
        let wide = try #require(PixelRect(columns: 20..<140, rows: 140..<153))
        #expect(motion.followed(wide) == PixelRect(columns: 20..<140, rows: 100..<113))
    }

    @Test("Samples that are moved are those of the content at its other place", arguments: layouts)
    func moved(_ layout: VideoFrameLayout) throws {
        let area = try #require(Self.area)
        for way in [(x: 0, y: 22), (x: 0, y: -38), (x: 14, y: 0), (x: -60, y: 0), (x: 0, y: 400)] {
            var frame = try frame(layout, x: 600, y: 600)
            let expected = try self.frame(layout, x: 600 - way.x, y: 600 - way.y)
            let before = frame
            let vector = MotionVector(x: way.x, y: way.y)
            frame.withUnsafeMutableBytes { layout.move(area, by: vector, of: $0) }
            let step = layout.samples == .rgba ? 4 : 1
            let reached = area.moved(by: vector, within: area)
            for row in 0..<Self.size.height {
                for column in 0..<Self.size.width {
                    let index = (row * Self.size.width + column) * step
                    let isReached = reached.map { $0.columns.contains(column) && $0.rows.contains(row) } ?? false
                    #expect(frame[index] == (isReached ? expected : before)[index])
                }
            }
        }
    }
}
