import BoundedWork
import SecureMemory

/// Trial of filters for a strip.
struct FilterTrial {
    let filters: [PNGFilter]
    /// Bands of rows in a strip, each with a filter of its own.
    let bands: Int
    /// Groups of rows that follow each other, all over a band.
    let groups: Int
    let rowsOfGroup: Int
    /// Bits of 16 bytes from which on ``PhotographDeflater`` is faster and writes hardly more; nil if it always writes more.
    let bitsOfPhotograph: Int?

    static let fast = FilterTrial(
        filters: [.sub, .none, .up],
        bands: 1,
        groups: 4,
        rowsOfGroup: 8,
        bitsOfPhotograph: 10
    )
    static let balanced = FilterTrial(
        filters: [.sub, .none, .up],
        bands: 1,
        groups: 6,
        rowsOfGroup: 8,
        bitsOfPhotograph: 28
    )
    static let small = FilterTrial(
        filters: [.sub, .none, .up, .average, .paeth],
        bands: 8,
        groups: 4,
        rowsOfGroup: 16,
        bitsOfPhotograph: nil
    )

    /// Divisor of the bits of a strip for what it gains by one filter for all bands.
    private static let gainOfOne = 100

    /// Filters of bands by the bits of each with each filter: one for all where that takes hardly more, because bands match what was
    /// filtered alike and share a code with it; else the best of each.
    func filters(by costs: [[Int]]) -> [PNGFilter] {
        guard costs.allSatisfy({ $0.count == filters.count }) else { return costs.map { _ in .sub } }
        let best = costs.map { bits in bits.indices.min { bits[$0] < bits[$1] } ?? 0 }
        let least = zip(costs, best).reduce(0) { $0 + $1.0[$1.1] }
        let sums = filters.indices.map { filter in costs.reduce(0) { $0 + $1[filter] } }
        guard let one = sums.indices.min(by: { sums[$0] < sums[$1] }), sums[one] <= least + least / Self.gainOfOne
        else {
            return best.map { filters[$0] }
        }
        return costs.map { _ in filters[one] }
    }
}

/// Choice of the filters of a strip by trying a few on samples of its rows.
final class FilterSearch<Finder: MatchFinder & ~Copyable>: @unchecked Sendable {
    // Sendable: `StripWorkers` lends each to one thread at a time.

    private let lines: Scanlines
    private let cancellation: Cancellation
    private let trial: FilterTrial
    private let rowCount: Int
    private let window: WipedBuffer<UInt8>
    private var symbols: SymbolBuffer
    private var finder: Finder
    private var blocks: BlockWriter

    private static var limit: Int { 512 << 10 }

    init(_ lines: Scanlines, _ trial: FilterTrial, _ cancellation: Cancellation) throws(OutOfMemory) {
        let rowCount = max(1, min(trial.groups * trial.rowsOfGroup, Self.limit / lines.filteredCount))
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
        self.trial = trial
        self.rowCount = rowCount
        self.window = window
        self.symbols = symbols
        self.finder = finder
        self.blocks = blocks
    }

    /// The strip that consists of `bands`.
    func strip(for bands: [Range<Int>]) -> FilterPlan.Strip {
        let tried = bands.map(costs)
        return FilterPlan.Strip(
            filters: trial.filters(by: tried.map(\.bits)),
            isPhotographic: tried.allSatisfy(\.isPhotographic)
        )
    }

    /// Bits of a sample of a band by each filter, fewer if nobody waits for them any more.
    private func costs(of band: Range<Int>) -> (bits: [Int], isPhotographic: Bool) {
        let sample = sample(of: band)
        let bits = trial.filters.whileWanted(cancellation).map { bitCount(sample, filter: $0) }
        return (bits, bits.min().map { isPhotographic(sample, bits: $0) } ?? false)
    }

    /// Whether a sample of so many bits is of colours, without a repeated row, and poor in matches.
    private func isPhotographic(_ sample: [Int], bits: Int) -> Bool {
        guard let bitsOfPhotograph = trial.bitsOfPhotograph, lines.pixelCount > 1 else { return false }
        return sample.count == rowCount && bits >= sample.count * lines.filteredCount / 16 * bitsOfPhotograph
    }

    /// Groups of rows all over `rows`. None starts with a repetition of the row above, which proves nothing.
    private func sample(of rows: Range<Int>) -> [Int] {
        let groups = max(1, rowCount / trial.rowsOfGroup)
        var sample: [Int] = []
        var next = rows.lowerBound
        for group in 0..<groups {
            var y = max(next, rows.lowerBound + rows.count * group / groups)
            while y < rows.upperBound, lines.repeats(y) { y += 1 }
            next = min(y + trial.rowsOfGroup, rows.upperBound)
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

/// The strips of a picture, with the filters of their bands. Their size, and so the file, does not depend on the number of threads.
struct FilterPlan {
    private let rowsOfStrip: Int
    private let rowsOfBand: Int
    private let height: Int
    var strips: [Strip]

    struct Strip: Equatable {
        var filters: [PNGFilter]
        var isPhotographic = false
    }

    /// Approximate bytes of filtered rows in a strip: enough to lose little by starting anew, few enough that two processors finish
    /// at about the same time.
    static let stripCount = 2 << 20

    init(_ lines: Scanlines, stripCount: Int = stripCount, bands: Int = 1) {
        height = lines.height
        rowsOfStrip = max(1, stripCount / lines.filteredCount)
        rowsOfBand = (rowsOfStrip + bands - 1) / bands
        let count = (lines.height + rowsOfStrip - 1) / rowsOfStrip
        strips = Array(repeating: Strip(filters: Array(repeating: .sub, count: bands)), count: count)
    }

    /// The number of first strips within the first `rowCount` rows.
    func count(within rowCount: Int) -> Int {
        rowCount == height ? strips.count : rowCount / rowsOfStrip
    }

    func rows(_ index: Int) -> Range<Int> {
        index * rowsOfStrip..<min((index + 1) * rowsOfStrip, height)
    }

    /// The rows of each filter of a strip.
    func bands(_ index: Int) -> [Range<Int>] {
        let rows = rows(index)
        return stride(from: rows.lowerBound, to: rows.upperBound, by: rowsOfBand).map { y in
            y..<min(y + rowsOfBand, rows.upperBound)
        }
    }

    func filter(_ y: Int) -> PNGFilter {
        let (strip, row) = y.quotientAndRemainder(dividingBy: rowsOfStrip)
        return strips[strip].filters[row / rowsOfBand]
    }
}
