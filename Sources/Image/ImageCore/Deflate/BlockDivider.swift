import Glibc
import SecureMemory

/// Division of symbols into blocks by their contents: pieces that are alike share the codes of a block, others get their own.
struct BlockDivider: ~Copyable {
    private var block: SymbolCounter
    private var piece: SymbolCounter

    /// Literals and matches of a piece.
    private static let symbolsOfPiece = 500
    /// Bits of the codes of a block, more or less.
    private static let bitsOfCodes = 500.0

    init() throws(OutOfMemory) {
        let block = try SymbolCounter()
        let piece = try SymbolCounter()
        self.block = block
        self.piece = piece
    }

    /// The pieces, from the first on, that are shorter together than apart, and the rest, if there is one.
    mutating func firstBlock(of symbols: DeflateBlock) -> (block: DeflateBlock, rest: DeflateBlock?) {
        var (head, left) = symbols.firstBlock(of: Self.symbolsOfPiece)
        block.count(head)
        var bits = Self.bits(block)
        while let tail = left {
            let (next, rest) = tail.firstBlock(of: Self.symbolsOfPiece)
            piece.count(next)
            let apart = bits + Self.bitsOfCodes + Self.bits(piece)
            block.add(piece)
            let together = Self.bits(block)
            guard together <= apart else { return (head, tail) }
            head = head.joined(with: next)
            bits = together
            left = rest
        }
        return (head, nil)
    }

    /// Bits of the symbols in the shortest codes that there could be. Extra bits are the same in any block.
    private static func bits(_ counter: borrowing SymbolCounter) -> Double {
        bits(counter.literals) + bits(counter.distances)
    }

    private static func bits(_ counts: UnsafeBufferPointer<UInt32>) -> Double {
        var (total, sum) = (0.0, 0.0)
        for count in counts where count > 0 {
            total += Double(count)
            sum += Double(count) * log2(Double(count))
        }
        return total > 0 ? total * log2(total) - sum : 0
    }
}
