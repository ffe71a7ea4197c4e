import ImageCore
import Redaction
import SeededRandom
import Testing

@testable import Recordings

@Suite("Changes between frames")
struct ChangeMapTests {
    private let layout: VideoFrameLayout

    init() throws {
        let size = try #require(PixelSize(width: 333, height: 251))
        layout = VideoFrameLayout(size, .planar(shiftX: 1, shiftY: 1, VideoColors(.bt709, isFullRange: false)))
    }

    private func frame(_ change: (UnsafeMutableRawBufferPointer) -> Void = { _ in }) throws -> Frame {
        let frame = try Frame(byteCount: layout.byteCount)
        frame.mutableBytes.initializeMemory(as: UInt8.self, repeating: 100)
        change(frame.mutableBytes)
        return frame
    }

    @Test("All of the first frame is looked at, and later ones where they differ")
    func places() throws {
        var map = try ChangeMap(layout, linger: 0.5)
        let first = try frame()
        #expect(map.changes(in: first, after: nil, at: 0).places == [PixelRect(layout.size)])
        #expect(try map.changes(in: frame(), after: first, at: 1).isEmpty)
        let changed = try map.changes(in: frame { $0[40 * 333 + 200] = 255 }, after: first, at: 2)
        #expect(changed.places == [PixelRect(x: 192, y: 32, width: 16, height: 16)])
        // The very last sample of chroma lies in the last block, which is cut off.
        let last = try map.changes(
            in: frame {
                $0[$0.count - 1] = 255; $0[40 * 333 + 200] = 255
            },
            after: first,
            at: 3
        )
        #expect(last.places == [PixelRect(x: 320, y: 240, width: 13, height: 11)])
        #expect(map.history.since.filter { $0 == 2 }.count == 1)
        #expect(map.history.since.last == 3)
    }

    @Test(
        "What fades counts once it differs from what was looked at, and is looked at a while later, or once it is still"
    )
    func fades() throws {
        var map = try ChangeMap(layout, linger: 0.5)
        var (looked, waiting, last): ([Int], [Int], Frame?) = ([], [], nil)
        func take(_ value: Int, at number: Int) throws {
            let frame = try frame { $0[0] = UInt8(value) }
            if !map.changes(in: frame, after: last, at: Double(number) / 100).places.isEmpty { looked.append(number) }
            if map.deadline != nil { waiting.append(number) }
            last = frame
        }
        for number in 0..<12 { try take(100 + 5 * number, at: number) }
        #expect(looked == [0])
        #expect(waiting == Array(4...11))
        // It has waited since the last frame that was like what was looked at.
        #expect(map.deadline == 0.03 + 0.25)
        try take(155, at: 12)
        #expect(looked == [0, 12] && map.deadline == nil && map.wholeSecond == 0.12)
        try take(250, at: 13)
        #expect(looked == [0, 12, 13] && map.deadline == nil, "what changes at once is looked at at once")
    }

    @Test("What has faded in is looked at when it moves, though what moves waits otherwise")
    func fadesAndMoves() throws {
        func shown(_ light: Double, downBy way: Int) throws -> Frame {
            try frame { bytes in
                for row in 32..<200 {
                    for column in 16..<320 {
                        var hash = SeededGenerator(seed: UInt64(row / 9) << 16 + UInt64(column / 7))
                        let value = Bool.random(using: &hash) ? 60.0 : -60
                        bytes[(row + way) * 333 + column] = UInt8(100 + light * value)
                    }
                }
            }
        }
        var map = try ChangeMap(layout, linger: 0.5)
        var last = try frame()
        _ = map.changes(in: last, after: nil, at: 0)
        for step in 1...3 {
            let next = try shown(Double(step) / 3, downBy: 0)
            #expect(map.changes(in: next, after: last, at: Double(step) / 25).places.isEmpty)
            last = next
        }
        #expect(map.deadline != nil)
        let moved = map.changes(in: try shown(1, downBy: 12), after: last, at: 0.16)
        #expect(!moved.motions.isEmpty)
        #expect(moved.places.reduce(0) { max($0, $1.height) } > 150 && map.deadline == nil && !map.isBehind)
    }

    @Test("What is still but for noise does not fade, and a long time to linger is no long time to wait")
    func stands() throws {
        for linger in [0.5, 10] {
            var map = try ChangeMap(layout, linger: linger)
            var last = try frame()
            _ = map.changes(in: last, after: nil, at: 0)
            var looked: [Int] = []
            for number in 1...20 {
                let value = number < 4 ? 100 + 30 * number : 220 + number % 3
                let next = try frame { $0[40 * 333 + 200] = UInt8(value) }
                if !map.changes(in: next, after: last, at: Double(number) / 25).places.isEmpty { looked.append(number) }
                #expect(map.deadline ?? 0 <= 0.25)
                last = next
            }
            #expect(looked == [5], "the first frame that is as the one before")
        }
    }

    @Test("Of what scrolls only that is looked at which comes into view, and the rest once it stands still")
    func scrolls() throws {
        func scrolled(by way: Int, noise: UInt8 = 0) throws -> Frame {
            try frame { bytes in
                for row in 32..<240 {
                    for column in 16..<320 {
                        var hash = SeededGenerator(seed: UInt64(((row + way) / 9) << 16 + column / 7))
                        bytes[row * 333 + column] = (Bool.random(using: &hash) ? 40 : 200) + (row % 16 == 3 ? noise : 0)
                    }
                }
            }
        }
        var map = try ChangeMap(layout, linger: 0.5)
        var last = try scrolled(by: 0)
        _ = map.changes(in: last, after: nil, at: 0)
        for number in 1...4 {
            let next = try scrolled(by: 20 * number, noise: 24)
            let changes = map.changes(in: next, after: last, at: 1 + Double(number) * 0.04)
            #expect(changes.motions.map(\.vector) == [MotionVector(x: 0, y: -20)])
            // All of the first one differs from what was looked at long before.
            let rows = changes.places.reduce(0) { max($0, $1.height) }
            #expect(number == 1 ? rows > 150 : rows < 64, "\(number): \(changes.places)")
            #expect(map.isBehind == (number > 1))
            last = next
        }
        let still = map.changes(in: last, after: last, at: 2)
        #expect(still.motions.isEmpty && !still.places.isEmpty && !map.isBehind)
        #expect(map.changes(in: last, after: last, at: 3).isEmpty)
    }

    @Test("The difference of a frame from another makes it of that one")
    func differences() throws {
        var random = SeededGenerator(seed: 8)
        for count in [0, 1, 7, 40_000] {
            let one = try frame()
            let other = try frame { bytes in
                for _ in 0..<count { bytes[Int.random(in: 0..<bytes.count, using: &random)] = 7 }
            }
            let change = try FrameChange(from: one, to: other, layout)
            #expect(change.isSame == (count == 0))
            #expect(change.applied(to: try one.copied(), layout).isAlike(other))
        }
    }
}
