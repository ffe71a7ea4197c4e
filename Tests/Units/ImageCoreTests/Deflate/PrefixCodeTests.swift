import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A prefix code is complete and within its limit")
struct PrefixCodeTests {
    /// Frequencies that bring a code to its edges, by name.
    static let frequencies: [(name: String, values: [UInt32])] = [
        ("Fibonacci", fibonacci(40)),
        ("Fibonacci, most frequent first", fibonacci(40).reversed()),
        ("powers of two", (0..<30).map { 1 << $0 }),
        ("all equal, 286", Array(repeating: 7, count: 286)),
        ("all equal, 19", Array(repeating: 1, count: 19)),
        ("two", [0, 5, 0, 9]),
        ("one", [0, 0, 0, 9]),
        ("the first alone", [9, 0, 0]),
        ("none", [0, 0, 0]),
        ("one that outweighs all", [1_000_000_000] + Array(repeating: 1, count: 285)),
    ]

    static func fibonacci(_ count: Int) -> [UInt32] {
        var values: [UInt32] = [1, 1]
        while values.count < count { values.append(values[values.count - 1] + values[values.count - 2]) }
        return values
    }

    static func code(_ values: [UInt32], limit: Int) -> PrefixCode {
        values.withUnsafeBufferPointer { PrefixCode(frequencies: $0, limit: limit) }
    }

    @Test("every string of bits means something, and no code is too long", arguments: frequencies, [9, 14, 15])
    func completeness(_ frequencies: (name: String, values: [UInt32]), limit: Int) {
        let code = Self.code(frequencies.values, limit: limit)
        let sum = code.lengths.reduce(0) { $0 + ($1 == 0 ? 0 : 1 << (limit - Int($1))) }
        #expect(code.lengths.allSatisfy { $0 <= limit })
        #expect(sum == 1 << limit)
        for (symbol, frequency) in frequencies.values.enumerated() where frequency > 0 {
            #expect(code.lengths[symbol] > 0)
        }
    }

    @Test("no code is the start of another", arguments: frequencies)
    func prefixes(_ frequencies: (name: String, values: [UInt32])) {
        let code = Self.code(frequencies.values, limit: 15)
        let used = code.lengths.indices.filter { code.lengths[$0] > 0 }
        for one in used {
            let mask = UInt16(1) << UInt16(code.lengths[one]) - 1
            let longer = used.filter { $0 != one && code.lengths[$0] >= code.lengths[one] }
            #expect(longer.allSatisfy { code.codes[$0] & mask != code.codes[one] })
        }
    }

    @Test("a code that the limit leaves alone is as short as Huffman's")
    func optimality() {
        var generator = SeededGenerator(seed: 7)
        for count in [2, 3, 10, 100, 286] {
            let values = (0..<count).map { _ in UInt32(generator.int(1...50)) }
            let code = Self.code(values, limit: 15)
            #expect(values.withUnsafeBufferPointer(code.bitCount) == Self.huffmanBits(values))
        }
    }

    /// The sum of all inner nodes of a Huffman tree.
    private static func huffmanBits(_ values: [UInt32]) -> Int {
        var weights = values.map { Int($0) }
        var bits = 0
        while weights.count > 1 {
            weights.sort(by: >)
            let sum = weights.removeLast() + weights.removeLast()
            weights.append(sum)
            bits += sum
        }
        return bits
    }

    @Test("a code that the limit cuts costs little more than one that it does not")
    func limitedCost() {
        let values = Self.fibonacci(30)
        let free = Self.huffmanBits(values)
        let limited = values.withUnsafeBufferPointer(Self.code(values, limit: 9).bitCount)
        #expect(limited > free)
        #expect(limited < free * 11 / 10)
    }
}
