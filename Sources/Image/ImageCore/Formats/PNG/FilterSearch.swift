import BoundedWork
import SecureMemory

/// Chooses how a strip is written by trying a few filters on a sample of its rows.
final class FilterSearch<Finder: MatchFinder & ~Copyable>: @unchecked Sendable {
    // Sendable: `StripWorkers` gives each to one thread at a time.

    private let lines: Scanlines
    private let cancellation: Cancellation
    private let candidates: [PNGFilter]
    /// Rows to try them on, all together and side by side.
    private let rowCount: Int
    private let rowsOfGroup: Int
    private let window: WipedBuffer<UInt8>
    private var symbols: SymbolBuffer
    private var finder: Finder
    private var blocks: BlockWriter

    /// Bytes of a sample, unless one row has more.
    private static var limit: Int { 512 << 10 }

    /// - Parameters:
    ///   - lines: The picture.
    ///   - candidates: Filters to try; among equals the first is taken.
    ///   - groups: Places of a strip to try them on, more or less.
    ///   - rowsOfGroup: Neighbouring rows at each of them; what repeats is found in rows above.
    ///   - cancellation: Whether a choice is still wanted; it means nothing once it is not.
    /// - Throws: `OutOfMemory`.
    init(
        _ lines: Scanlines,
        candidates: [PNGFilter],
        groups: Int,
        rowsOfGroup: Int,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) {
        let rowCount = max(1, min(groups * rowsOfGroup, Self.limit / lines.filteredCount))
        let count = rowCount * lines.filteredCount
        let window = try WipedBuffer<UInt8>(count: count + Finder.overread)
        window.all.update(repeating: 0)
        let symbols = try SymbolBuffer(literals: count, sequences: count / Finder.shortestMatch + 1)
        let finder = try Finder(
            rowDistance: lines.filteredCount,
            pixelDistance: lines.pixelCount,
            capacity: count,
            cancellation: cancellation
        )
        let blocks = try BlockWriter()
        self.lines = lines
        self.cancellation = cancellation
        self.candidates = candidates
        self.rowCount = rowCount
        self.rowsOfGroup = rowsOfGroup
        self.window = window
        self.symbols = symbols
        self.finder = finder
        self.blocks = blocks
    }

    /// The filter with which a sample of `rows` takes the fewest bits, and whether it looks like one of a photograph.
    func strip(for rows: Range<Int>) -> FilterPlan.Strip {
        let sample = sample(of: rows)
        let costs = candidates.whileWanted(cancellation).map { (filter: $0, bits: bitCount(sample, filter: $0)) }
        guard let (filter, bits) = costs.min(by: { $0.bits < $1.bits }) else { return FilterPlan.Strip(filter: .sub) }
        return FilterPlan.Strip(filter: filter, isPhotographic: isPhotographic(sample, bits: bits))
    }

    /// Whether a sample that takes so many bits is of colours, with no row that repeats, and hard to find matches in.
    private func isPhotographic(_ sample: [Int], bits: Int) -> Bool {
        guard let bitsOfPhotograph = Finder.bitsOfPhotograph, lines.pixelCount > 1 else { return false }
        return sample.count == rowCount && bits >= sample.count * lines.filteredCount / 16 * bitsOfPhotograph
    }

    /// Groups of rows all over `rows`. None starts with a row that equals the one above, which says nothing.
    private func sample(of rows: Range<Int>) -> [Int] {
        let groups = max(1, rowCount / rowsOfGroup)
        var sample: [Int] = []
        var next = rows.lowerBound
        for group in 0..<groups {
            var y = max(next, rows.lowerBound + rows.count * group / groups)
            while y < rows.upperBound, lines.repeats(y) { y += 1 }
            next = min(y + rowsOfGroup, rows.upperBound)
            if y < next { sample += y..<next }
        }
        return Array(sample.prefix(rowCount))
    }

    private func bitCount(_ sample: [Int], filter: PNGFilter) -> Int {
        let count = sample.count * lines.filteredCount
        for (index, y) in sample.enumerated() {
            lines.filter(y, by: filter, into: window.base + index * lines.filteredCount)
        }
        finder.reset()
        symbols.counts = SymbolBuffer.Counts()
        finder.find(window.base, 0..<count, offset: 2 * DeflateAlphabet.longestDistance, into: &symbols)
        return blocks.bitCount(symbols.block)
    }
}
