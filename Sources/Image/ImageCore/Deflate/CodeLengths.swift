/// The two codes of a block in their written form: their lengths, run by run (RFC 1951, section 3.2.7).
struct CodeLengths {
    private struct Run {
        var symbol: UInt8
        var extra: UInt8
    }

    private static let symbols = 19
    /// The order of the lengths of the code for the lengths.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private let literalCount: Int
    private let distanceCount: Int
    private let runs: [Run]
    private let code: PrefixCode
    private let orderCount: Int
    let bitCount: Int

    init(literals: PrefixCode, distances: PrefixCode) {
        literalCount = max(257, Self.countWithoutTrailingZeros(literals.lengths))
        distanceCount = max(1, Self.countWithoutTrailingZeros(distances.lengths))
        let runs = Self.runs(of: literals.lengths[..<literalCount] + distances.lengths[..<distanceCount])
        var frequencies = Array(repeating: UInt32(0), count: Self.symbols)
        for run in runs { frequencies[Int(run.symbol)] += 1 }
        let code = frequencies.withUnsafeBufferPointer { PrefixCode(frequencies: $0, limit: 7) }
        orderCount = max(4, Self.countWithoutTrailingZeros(Self.order.map { code.lengths[$0] }))
        let extraBits = runs.reduce(0) { $0 + Self.extraBits(of: $1.symbol) }
        bitCount = 14 + orderCount * 3 + frequencies.withUnsafeBufferPointer(code.bitCount) + extraBits
        self.runs = runs
        self.code = code
    }

    private static func countWithoutTrailingZeros(_ lengths: [UInt8]) -> Int {
        (lengths.lastIndex { $0 > 0 } ?? -1) + 1
    }

    private static func extraBits(of symbol: UInt8) -> Int {
        switch symbol {
        case 16: 2
        case 17: 3
        case 18: 7
        default: 0
        }
    }

    private static func runs(of lengths: ArraySlice<UInt8>) -> [Run] {
        var runs: [Run] = []
        var rest = lengths
        while let length = rest.first {
            let end = rest.firstIndex { $0 != length } ?? rest.endIndex
            var count = end - rest.startIndex
            rest = rest[end...]
            if length == 0 {
                while count >= 11 {
                    let zeros = min(count, 138)
                    runs.append(Run(symbol: 18, extra: UInt8(zeros - 11)))
                    count -= zeros
                }
                if count >= 3 {
                    runs.append(Run(symbol: 17, extra: UInt8(count - 3)))
                    count = 0
                }
            } else {
                runs.append(Run(symbol: length, extra: 0))
                count -= 1
                while count >= 3 {
                    let repeats = min(count, 6)
                    runs.append(Run(symbol: 16, extra: UInt8(repeats - 3)))
                    count -= repeats
                }
            }
            for _ in 0..<count { runs.append(Run(symbol: length, extra: 0)) }
        }
        return runs
    }

    /// Writes at most 2300 bits.
    func write(to writer: inout BitWriter) {
        writer.put(UInt64(literalCount - 257), 5)
        writer.put(UInt64(distanceCount - 1), 5)
        writer.put(UInt64(orderCount - 4), 4)
        for symbol in Self.order[..<orderCount] {
            writer.put(UInt64(code.lengths[symbol]), 3)
            writer.flush()
        }
        for run in runs {
            let symbol = Int(run.symbol)
            writer.put(UInt64(code.codes[symbol]), Int(code.lengths[symbol]))
            writer.put(UInt64(run.extra), Self.extraBits(of: run.symbol))
            writer.flush()
        }
    }
}
