import SeededRandom
import Testing

@testable import ImageCore

@Suite("Symbols that are alike share a block, others get one of their own")
struct BlockDividerTests {
    private static let symbolsOfSection = 500

    /// Literals of each alphabet in turn, three between two matches, in pieces that end where the alphabet changes.
    private static func symbols(_ alphabets: [ClosedRange<Int>], pieces: Int) throws -> SymbolBuffer {
        let matches = pieces * symbolsOfSection / 4
        var symbols = try SymbolBuffer(literals: 3 * matches * alphabets.count, sequences: matches * alphabets.count)
        var generator = SeededGenerator(seed: 23)
        for alphabet in alphabets {
            for _ in 0..<matches {
                try append((0..<3).map { _ in UInt8(generator.int(alphabet)) }, to: &symbols)
                symbols.append(length: 5, distance: 9)
            }
        }
        return symbols
    }

    private static func append(_ literals: [UInt8], to symbols: inout SymbolBuffer) throws {
        // Some more may be read.
        let bytes = literals + [UInt8](repeating: 0, count: 16)
        try bytes.withUnsafeBufferPointer { symbols.append(try #require($0.baseAddress), count: literals.count) }
    }

    /// The symbols of each block.
    private static func blocks(of symbols: borrowing SymbolBuffer) throws -> [Int] {
        var divider = try BlockDivider()
        return divider.blocks(of: symbols.block).map(\.symbolCount)
    }

    @Test("what is alike is one block, however long", arguments: [1, 2, 40])
    func alike(pieces: Int) throws {
        #expect(try Self.blocks(of: Self.symbols([0...63], pieces: pieces)) == [pieces * Self.symbolsOfSection])
    }

    @Test("a block ends where the contents change")
    func change() throws {
        let counts = try Self.blocks(of: Self.symbols([0...63, 128...191, 0...63], pieces: 6))
        #expect(counts == [6, 6, 6].map { $0 * Self.symbolsOfSection })
    }

    @Test("what differs too little for codes of its own is left where it is")
    func slightChange() throws {
        let counts = try Self.blocks(of: Self.symbols([0...63, 0...59, 0...63], pieces: 1))
        #expect(counts == [3 * Self.symbolsOfSection])
    }

    @Test(
        "all symbols are in blocks, in their order, however many and however different they are",
        arguments: [0, 99, 100, 25_599, 25_600, 25_601, 260_000]
    )
    func allSymbols(count: Int) throws {
        var symbols = try SymbolBuffer(literals: count + 100_000, sequences: count + 1)
        var generator = SeededGenerator(seed: 24)
        for index in 0..<count / 2 {
            // Other literals in each twentieth.
            try Self.append([UInt8(index * 40 / max(count, 40) % 16 * 16 + generator.int(0...15))], to: &symbols)
            symbols.append(length: generator.int(3...258), distance: 9)
        }
        // One match with more literals than all others.
        try Self.append(generator.bytes(100_000), to: &symbols)
        symbols.append(length: 5, distance: 9)
        var divider = try BlockDivider()
        let blocks = divider.blocks(of: symbols.block)
        #expect(blocks.flatMap(\.literals).elementsEqual(symbols.block.literals))
        let lengths = blocks.flatMap { $0.sequences.map(\.length) }
        #expect(lengths.elementsEqual(symbols.block.sequences.map(\.length)))
        #expect(count < 1000 || blocks.count > 2)
    }
}
