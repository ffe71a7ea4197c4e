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
        var map = try ChangeMap(layout)
        #expect(try map.changes(in: frame(), at: 0) == [PixelRect(layout.size)])
        #expect(try map.changes(in: frame(), at: 1).isEmpty)
        let changed = try map.changes(in: frame { $0[40 * 333 + 200] = 255 }, at: 2)
        #expect(changed == [PixelRect(x: 192, y: 32, width: 16, height: 16)])
        // The very last sample of chroma lies in the last block, which is cut off.
        let last = try map.changes(
            in: frame {
                $0[$0.count - 1] = 255; $0[40 * 333 + 200] = 255
            },
            at: 3
        )
        #expect(last == [PixelRect(x: 320, y: 240, width: 13, height: 11)])
        #expect(map.history.since.filter { $0 == 2 }.count == 1)
        #expect(map.history.since.last == 3)
    }

    @Test("What fades in slowly counts once it differs from what was looked at")
    func fades() throws {
        var map = try ChangeMap(layout)
        var seconds: [Int] = []
        for second in 0..<12 {
            let faded = try frame { $0[0] = UInt8(100 + 4 * second) }
            if !map.changes(in: faded, at: Double(second)).isEmpty { seconds.append(second) }
        }
        #expect(seconds == [0, 5, 10])
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
