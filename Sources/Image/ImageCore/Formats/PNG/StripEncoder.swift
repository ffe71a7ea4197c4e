import BoundedWork
import CLibDeflate
import SecureMemory

/// Filtering and deflating of strips, a few rows at a time. A cancellation leaves the strip unfinished.
final class StripEncoder<Finder: MatchFinder & ~Copyable>: @unchecked Sendable {
    // Sendable: `StripWorkers` lends each to one thread at a time.

    private let lines: Scanlines
    private let cancellation: Cancellation
    private let rowsOfChunk: Int
    private let window: WipedBuffer<UInt8>
    private var filled = 0
    private var offset = 0
    private var symbols: SymbolBuffer
    private var finder: Finder
    private var blocks: BlockWriter

    init(_ lines: Scanlines, _ cancellation: Cancellation) throws(OutOfMemory) {
        let rowsOfChunk = max(1, Finder.chunkCount / lines.filteredCount)
        let chunkCount = rowsOfChunk * lines.filteredCount
        // Rows are filtered whole, so the first may begin before the longest distance.
        let windowCount = DeflateAlphabet.longestDistance + lines.filteredCount + chunkCount + Finder.overread
        let window = try WipedBuffer<UInt8>(count: windowCount)
        window.all.update(repeating: 0)
        let symbols = try SymbolBuffer(
            literals: chunkCount + Finder.symbolsOfBlock,
            sequences: chunkCount / Finder.shortestMatch + 1 + Finder.symbolsOfBlock
        )
        let finder = try Finder(
            rowDistance: lines.filteredCount,
            pixelDistance: lines.pixelCount,
            capacity: chunkCount,
            cancellation: cancellation
        )
        let blocks = try BlockWriter()
        self.lines = lines
        self.cancellation = cancellation
        self.rowsOfChunk = rowsOfChunk
        self.window = window
        self.symbols = symbols
        self.finder = finder
        self.blocks = blocks
    }

    func encode(_ index: Int, of plan: FilterPlan) throws(OutOfMemory) -> EncodedStrip {
        let rows = plan.rows(index)
        let byteCount = rows.count * lines.filteredCount
        let isPhotographic = plan.strips[index].isPhotographic
        var output = try SecureBytesBuilder(capacity: byteCount / (isPhotographic ? 4 : 16))
        let adler32 =
            isPhotographic
            ? try deflatePhotograph(rows, plan, to: &output)
            : try deflate(rows, plan, to: &output)
        return EncodedStrip(bytes: output.finish(), adler32: adler32, filteredCount: byteCount)
    }

    /// Appends `rows`, deflated, to `output`; returns the checksum of the filtered rows.
    private func deflate(
        _ rows: Range<Int>,
        _ plan: FilterPlan,
        to output: inout SecureBytesBuilder
    ) throws(OutOfMemory) -> UInt32 {
        let isLast = rows.upperBound == lines.height
        start(before: rows.lowerBound, plan)
        var adler32: UInt32 = 1
        for chunk in chunks(rows).whileWanted(cancellation) {
            let range = fill(chunk, plan)
            adler32 = libdeflate_adler32(adler32, window.base + range.lowerBound, range.count)
            finder.find(window.base, range, offset: offset, into: &symbols)
            slide()
            let isEnd = chunk.upperBound == rows.upperBound
            if isEnd || symbols.block.symbolCount >= Finder.symbolsOfBlock {
                try blocks.write(&symbols, of: &finder, isLast: isLast && isEnd, to: &output)
            }
        }
        if !isLast { try blocks.synchronize(&output) }
        return adler32
    }

    /// Deflates `rows` by themselves, where matches with the rows before are not worth it.
    private func deflatePhotograph(
        _ rows: Range<Int>,
        _ plan: FilterPlan,
        to output: inout SecureBytesBuilder
    ) throws(OutOfMemory) -> UInt32 {
        var deflater = try PhotographDeflater()
        var adler32: UInt32 = 1
        for chunk in chunks(rows).whileWanted(cancellation) {
            filled = 0
            let bytes = UnsafeMutableBufferPointer(start: window.base, count: fill(chunk, plan).count)
            adler32 = libdeflate_adler32(adler32, bytes.baseAddress, bytes.count)
            let end: PhotographDeflater.End = rows.upperBound == lines.height ? .ofStream : .ofStrip
            try deflater.append(bytes, upTo: chunk.upperBound == rows.upperBound ? end : nil, to: &output)
        }
        return adler32
    }

    private func chunks(_ rows: Range<Int>) -> [Range<Int>] {
        stride(from: rows.lowerBound, to: rows.upperBound, by: rowsOfChunk).map { y in
            y..<min(y + rowsOfChunk, rows.upperBound)
        }
    }

    private func start(before y: Int, _ plan: FilterPlan) {
        let longest = DeflateAlphabet.longestDistance
        finder.reset()
        blocks.reset()
        // Of a strip that was given up.
        symbols.counts = SymbolBuffer.Counts()
        filled = 0
        offset = 2 * longest
        _ = fill(max(0, y - lines.rowsInReach)..<y, plan)
        slide()
        finder.learn(window.base, 0..<filled, offset: offset)
    }

    private func fill(_ rows: Range<Int>, _ plan: FilterPlan) -> Range<Int> {
        let start = filled
        for y in rows {
            lines.filter(y, by: plan.filter(y), into: window.base + filled)
            filled += lines.filteredCount
        }
        return start..<filled
    }

    private func slide() {
        let kept = min(filled, DeflateAlphabet.longestDistance)
        window.base.update(from: window.base + filled - kept, count: kept)
        offset += filled - kept
        filled = kept
    }
}
