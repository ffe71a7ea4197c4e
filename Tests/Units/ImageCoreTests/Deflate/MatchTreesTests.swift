import SecureMemory
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Trees find the nearest match of each length")
struct MatchTreesTests {
    private static let limit = 20

    /// Bytes of a few values, so that much repeats, and room to read on in vain.
    private static func bytes() -> [UInt8] {
        var generator = SeededGenerator(seed: 5)
        return (0..<700).map { _ in UInt8(generator.int(0...2)) } + Array(repeating: 9, count: 64)
    }

    /// Bytes that are equal at `place` and `distance` bytes before.
    private static func length(_ bytes: [UInt8], _ place: Int, _ distance: Int) -> Int {
        (0..<limit).first { bytes[place + $0] != bytes[place + $0 - distance] } ?? limit
    }

    @Test("as long as looking everywhere finds, and each longer than those nearer")
    func longest() throws {
        let bytes = Self.bytes()
        let trees = try MatchTrees()
        trees.reset()
        for place in 0..<690 {
            var lengths: [Int] = []
            bytes.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                trees.enter(
                    base + place,
                    position: UInt32(100_000 + place),
                    reach: place,
                    limit: Self.limit,
                    depth: .max
                ) { length, distance in
                    #expect(Self.length(bytes, place, distance) == length)
                    lengths.append(length)
                }
            }
            let longest = (0..<place).map { Self.length(bytes, place, $0 + 1) }.max() ?? 0
            if longest >= MatchTrees.shortestMatch { #expect(lengths.last == longest) }
            #expect(lengths == Array(Set(lengths)).sorted())
        }
    }
}
