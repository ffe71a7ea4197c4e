/// A plain and strict reader of deflate streams (RFC 1951), to hold a writer against.
///
/// Unlike most it refuses codes that are not complete, and counts what kinds of blocks it saw.
struct Inflater {
    enum Failure: Error {
        case truncated, incompleteCode, unknownSymbol, lengthsOverrun, distanceTooFar, storedLength, unknownBlock
    }

    private let bytes: [UInt8]
    private var position = 0
    private(set) var output: [UInt8] = []
    /// Blocks of each kind: stored, with fixed codes, with codes of their own.
    private(set) var blocks = [0, 0, 0]
    /// Whole bytes that were read.
    var byteCount: Int { (position + 7) / 8 }

    /// Inflates the stream at the start of `bytes`.
    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        while try !readBlock() {}
    }

    /// Returns whether it was the last.
    private mutating func readBlock() throws -> Bool {
        let isLast = try bits(1) == 1
        let kind = try bits(2)
        guard kind < 3 else { throw Failure.unknownBlock }
        blocks[kind] += 1
        switch kind {
        case 0: try readStored()
        case 1:
            let literals = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
            try readSymbols(Code(literals), Code(Array(repeating: 5, count: 32)))
        default:
            let (literals, distances) = try readCodes()
            try readSymbols(literals, distances)
        }
        return isLast
    }

    private mutating func bits(_ count: Int) throws -> Int {
        var value = 0
        for bit in 0..<count {
            guard position < bytes.count * 8 else { throw Failure.truncated }
            value |= Int(bytes[position / 8] >> UInt8(position % 8) & 1) << bit
            position += 1
        }
        return value
    }

    private mutating func readStored() throws {
        position = byteCount * 8
        let count = try bits(16)
        guard try bits(16) == count ^ 0xFFFF else { throw Failure.storedLength }
        guard byteCount + count <= bytes.count else { throw Failure.truncated }
        output += bytes[byteCount..<byteCount + count]
        position += count * 8
    }

    private mutating func readCodes() throws -> (Code, Code) {
        let (literalCount, distanceCount, orderCount) = (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
        var orderLengths = Array(repeating: 0, count: 19)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        for symbol in order[..<orderCount] { orderLengths[symbol] = try bits(3) }
        let code = try Code(orderLengths)
        var lengths: [Int] = []
        while lengths.count < literalCount + distanceCount {
            let symbol = try read(code)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw Failure.lengthsOverrun }
                lengths += Array(repeating: last, count: try bits(2) + 3)
            case 17: lengths += Array(repeating: 0, count: try bits(3) + 3)
            case 18: lengths += Array(repeating: 0, count: try bits(7) + 11)
            default: lengths.append(symbol)
            }
        }
        guard lengths.count == literalCount + distanceCount, lengths[256] > 0 else { throw Failure.lengthsOverrun }
        return (try Code(Array(lengths[..<literalCount])), try Code(Array(lengths[literalCount...])))
    }

    private mutating func readSymbols(_ literals: Code, _ distances: Code) throws {
        let lengthExtra = (0..<28).map { $0 < 8 ? 0 : $0 / 4 - 1 } + [0]
        let distanceExtra = (0..<30).map { $0 < 4 ? 0 : $0 / 2 - 1 }
        let lengthBase = lengthExtra[..<27].reduce(into: [3]) { $0.append(($0.last ?? 0) + 1 << $1) } + [258]
        let distanceBase = distanceExtra[..<29].reduce(into: [1]) { $0.append(($0.last ?? 0) + 1 << $1) }
        while true {
            let symbol = try read(literals)
            if symbol == 256 { return }
            guard symbol > 256 else {
                output.append(UInt8(symbol))
                continue
            }
            guard symbol < 286 else { throw Failure.unknownSymbol }
            let length = lengthBase[symbol - 257] + (try bits(lengthExtra[symbol - 257]))
            let far = try read(distances)
            guard far < 30 else { throw Failure.unknownSymbol }
            let distance = distanceBase[far] + (try bits(distanceExtra[far]))
            guard distance <= output.count, distance <= 32_768 else { throw Failure.distanceTooFar }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    private mutating func read(_ code: Code) throws -> Int {
        var value = 0
        for length in 1...15 {
            value = value << 1 | (try bits(1))
            let index = value - code.first[length]
            if index >= 0, index < code.symbols[length].count { return code.symbols[length][index] }
        }
        throw Failure.unknownSymbol
    }

    /// A canonical code.
    private struct Code {
        /// Symbols of each length, in order.
        var symbols = Array(repeating: [Int](), count: 16)
        /// The first code of each length.
        var first = Array(repeating: 0, count: 16)

        init(_ lengths: [Int]) throws {
            for (symbol, length) in lengths.enumerated() where length > 0 { symbols[length].append(symbol) }
            var code = 0
            for length in 1...15 {
                code = (code + symbols[length - 1].count) << 1
                first[length] = code
            }
            guard code + symbols[15].count == 1 << 15 else { throw Failure.incompleteCode }
        }
    }
}
