import SeededRandom
import Testing

@testable import ImageCore

@Suite("Counts that differ little are levelled where that makes a block shorter")
struct BlockCodesTests {
    private static func levelled(_ counts: [UInt32], by tolerance: UInt32) -> [UInt32] {
        counts.withUnsafeBufferPointer { $0.levelled(by: tolerance) }
    }

    @Test("to their mean, but for long gaps, and for what differs more")
    func levels() {
        #expect(Self.levelled([5, 6, 7, 6, 90, 0, 3], by: 2) == [6, 6, 6, 6, 90, 0, 3])
        #expect(Self.levelled([1, 0, 2, 1, 0, 1], by: 2) == [1, 1, 1, 1, 1, 1])
        #expect(Self.levelled([100, 140, 120, 121], by: 2) == [120, 120, 120, 120])
        #expect(Self.levelled([3, 3, 3] + Array(repeating: 0, count: 6) + [3], by: 4).filter { $0 == 0 }.count == 6)
        #expect(Self.levelled([2, 2, 2, 2, 0, 0, 0], by: 2) == [2, 2, 2, 2, 0, 0, 0])
        #expect(Self.levelled([0, 0, 0, 0], by: 8) == [0, 0, 0, 0])
    }

    @Test("what occurs keeps a code")
    func occurrence() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            let counts = (0..<286).map { _ in UInt32(max(0, generator.int(-6...9))) }
            let levelled = Self.levelled(counts, by: UInt32(generator.int(1...9)))
            #expect(zip(counts, levelled).allSatisfy { $0 == 0 || $1 > 0 })
        }
    }

    @Test("a block of few symbols is shorter by it, and none is longer")
    func length() throws {
        var generator = SeededGenerator(seed: 4)
        var shorterCount = 0
        for literalCount in [0, 10, 300, 3000, 50_000] {
            let literals = (0..<literalCount).map { _ in UInt8(generator.int(0...60) * generator.int(0...4)) }
            var counter = try SymbolCounter()
            literals.withUnsafeBufferPointer {
                counter.count(DeflateBlock(literals: $0, sequences: UnsafeBufferPointer(start: nil, count: 0)))
            }
            let plain = BlockCodes(for: counter)
            let shortest = plain.orShorter(for: counter, levelledBy: [2, 4, 8])
            #expect(shortest.bitCount <= plain.bitCount)
            if shortest.bitCount < plain.bitCount { shorterCount += 1 }
        }
        #expect(shorterCount > 0)
    }
}
