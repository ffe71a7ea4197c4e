import SecureMemory

/// How the filter of a strip is chosen.
struct FilterSearch {
    /// Filters to try; among equals the first is taken.
    let candidates: [PNGFilter]
    /// Rows to try them on.
    let sampleRows: Int

    /// Neighbouring rows of the sample: repeats are found in rows above.
    fileprivate static var rowsOfGroup: Int { 8 }
}

extension StripEncoder where Finder: ~Copyable {
    /// The filter with which a sample of `rows` takes the fewest bits.
    func filter(for rows: Range<Int>, search: FilterSearch) -> PNGFilter {
        let sample = sample(of: rows, count: min(search.sampleRows, rowsOfChunk))
        let costs = search.candidates.map { (filter: $0, bits: bitCount(sample, filter: $0)) }
        return costs.min { $0.bits < $1.bits }?.filter ?? .sub
    }

    /// Groups of rows all over `rows`. None starts with a row that equals the one above, which says nothing.
    private func sample(of rows: Range<Int>, count: Int) -> [Int] {
        let groups = max(1, count / FilterSearch.rowsOfGroup)
        var sample: [Int] = []
        var next = rows.lowerBound
        for group in 0..<groups {
            var y = max(next, rows.lowerBound + rows.count * group / groups)
            while y < rows.upperBound, lines.repeats(y) { y += 1 }
            next = min(y + FilterSearch.rowsOfGroup, rows.upperBound)
            if y < next { sample += y..<next }
        }
        return Array(sample.prefix(count))
    }

    private func bitCount(_ sample: [Int], filter: PNGFilter) -> Int {
        let count = sample.count * lines.filteredCount
        for (index, y) in sample.enumerated() {
            lines.filter(y, by: filter, into: window.base + index * lines.filteredCount)
        }
        finder.reset()
        let offset = 2 * DeflateAlphabet.longestDistance
        let found = finder.find(window.base, 0..<count, offset: offset, into: sequences.base)
        return blocks.bitCount(
            DeflateBlock(
                bytes: UnsafeBufferPointer(start: window.base, count: count),
                sequences: UnsafeBufferPointer(start: sequences.base, count: found.count),
                trailingLiterals: found.trailingLiterals
            )
        )
    }
}
