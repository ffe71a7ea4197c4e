import Glibc
import SecureMemory

/// Division of symbols into blocks by their contents: neighbours that are shorter together share the codes of a block, others get
/// their own.
struct BlockDivider: ~Copyable {
    private var counter: SymbolCounter
    /// Counts of the symbols of each part, without the end of a block.
    private let counts: WipedBuffer<UInt32>

    private struct Part {
        var block: DeflateBlock
        let counts: UnsafeMutablePointer<UInt32>
        var bits: Double
        /// Bits that are saved if it is joined with the next part.
        var saving = -Double.infinity
    }

    /// Literals and matches of a part, unless that makes too many.
    private static let symbolsOfPart = 100
    private static let mostParts = 256
    private static let countsOfPart = DeflateAlphabet.literalSymbols + DeflateAlphabet.distanceSymbols
    /// Bits of the codes of a block, more or less: of all, and of each symbol that occurs.
    private static let bitsOfCodes = 300.0
    private static let bitsOfCode = 4.0

    init() throws(OutOfMemory) {
        let counter = try SymbolCounter()
        let counts = try WipedBuffer<UInt32>(count: Self.mostParts * Self.countsOfPart)
        self.counter = counter
        self.counts = counts
    }

    /// The blocks: many parts, of which the two neighbours that save the most by it are joined, until none save any.
    mutating func blocks(of symbols: DeflateBlock) -> [DeflateBlock] {
        let leastCount = symbols.symbolCount / Self.mostParts + 1
        var parts: [Part] = []
        for block in symbols.parts(of: max(Self.symbolsOfPart, leastCount)) {
            parts.append(part(block, counts.base + parts.count * Self.countsOfPart))
        }
        for index in parts.indices { parts[index].saving = Self.saving(at: index, in: parts) }
        while let best = parts.indices.max(by: { parts[$0].saving < parts[$1].saving }), parts[best].saving >= 0 {
            Self.join(best, in: &parts)
        }
        return parts.map(\.block)
    }

    private mutating func part(_ block: DeflateBlock, _ counts: UnsafeMutablePointer<UInt32>) -> Part {
        counter.count(block)
        for (index, count) in counter.literals.enumerated() { counts[index] = count }
        for (index, count) in counter.distances.enumerated() { counts[DeflateAlphabet.literalSymbols + index] = count }
        counts[DeflateAlphabet.endOfBlock] = 0
        return Part(block: block, counts: counts, bits: Self.bits { counts[$0] })
    }

    private static func saving(at index: Int, in parts: [Part]) -> Double {
        guard index + 1 < parts.count else { return -.infinity }
        return parts[index].bits + parts[index + 1].bits - jointBits(parts[index], parts[index + 1])
    }

    private static func jointBits(_ first: Part, _ second: Part) -> Double {
        bits { first.counts[$0] &+ second.counts[$0] }
    }

    private static func join(_ index: Int, in parts: inout [Part]) {
        let next = parts.remove(at: index + 1)
        parts[index].bits = jointBits(parts[index], next)
        parts[index].block = parts[index].block.joined(with: next.block)
        for symbol in 0..<countsOfPart { parts[index].counts[symbol] &+= next.counts[symbol] }
        for changed in max(index - 1, 0)...index { parts[changed].saving = saving(at: changed, in: parts) }
    }

    /// Bits of a block: of its codes, and of its symbols in the shortest codes that there could be. Extra bits are the same in any.
    private static func bits(_ count: (_ symbol: Int) -> UInt32) -> Double {
        bitsOfCodes + bits(0..<DeflateAlphabet.literalSymbols, count)
            + bits(DeflateAlphabet.literalSymbols..<countsOfPart, count)
    }

    private static func bits(_ symbols: Range<Int>, _ count: (_ symbol: Int) -> UInt32) -> Double {
        var (total, sum, codes) = (0.0, 0.0, 0.0)
        for symbol in symbols where count(symbol) > 0 {
            let count = Double(count(symbol))
            total += count
            sum += count * log2(count)
            codes += bitsOfCode
        }
        return total > 0 ? codes + total * log2(total) - sum : 0
    }
}
