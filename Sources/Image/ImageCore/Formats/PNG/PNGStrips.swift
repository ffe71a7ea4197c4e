import BoundedWork
import SecureMemory
import Synchronization

/// The image data of a PNG that is written in strips: each has filters chosen and is deflated by itself, on several threads, to an
/// IDAT.
final class PNGStrips: Sendable {
    let count: Int
    private let lines: Scanlines
    private let plan: Mutex<FilterPlan>
    private let needs = Mutex(Needs())
    private let output: Mutex<Output>
    private let choose: @Sendable ([Range<Int>]) throws(OutOfMemory) -> FilterPlan.Strip
    private let encode: @Sendable (Int, FilterPlan) throws(OutOfMemory) -> EncodedStrip
    private let cancellation: Cancellation

    private struct Output: ~Copyable {
        var order = StripOrder()
        var file: PNGChunkWriter?
    }

    /// What is still read of the rows.
    private struct Needs {
        /// The number of first strips that are written.
        var writtenCount = 0
        /// Strips that were written before one in front of them.
        var written: Set<Int> = []
        /// The number of first rows that are not read any more.
        var pastRowCount = 0
    }

    /// Strips of `lines`, which live as long as this value, that follow the chunks of `file`.
    init(
        of lines: Scanlines,
        _ compression: PNGCompression,
        stripCount: Int,
        after file: consuming PNGChunkWriter,
        _ cancellation: Cancellation
    ) {
        let trial: FilterTrial
        switch compression {
        case .fast:
            trial = .fast
            choose = Self.choice(lines, trial, FastMatchFinder.self, cancellation)
            encode = Self.encoding(lines, FastMatchFinder.self, cancellation)
        case .balanced:
            trial = .balanced
            choose = Self.choice(lines, trial, FastMatchFinder.self, cancellation)
            encode = Self.encoding(lines, LazyMatchFinder.self, cancellation)
        case .small:
            trial = .small
            choose = Self.choice(lines, trial, LazyMatchFinder.self, cancellation)
            encode = Self.encoding(lines, CheapestMatchFinder.self, cancellation)
        }
        let plan = FilterPlan(lines, stripCount: stripCount, bands: trial.bands)
        count = plan.strips.count
        self.lines = lines
        self.plan = Mutex(plan)
        output = Mutex(Output(file: file))
        self.cancellation = cancellation
    }

    private static func choice<Finder: MatchFinder & ~Copyable>(
        _ lines: Scanlines,
        _ trial: FilterTrial,
        _: Finder.Type,
        _ cancellation: Cancellation
    ) -> @Sendable ([Range<Int>]) throws(OutOfMemory) -> FilterPlan.Strip {
        let searches = StripWorkers { () throws(OutOfMemory) in
            try FilterSearch<Finder>(lines, trial, cancellation)
        }
        return { (bands) throws(OutOfMemory) in try searches.withOne { $0.strip(for: bands) } }
    }

    private static func encoding<Finder: MatchFinder & ~Copyable>(
        _ lines: Scanlines,
        _: Finder.Type,
        _ cancellation: Cancellation
    ) -> @Sendable (Int, FilterPlan) throws(OutOfMemory) -> EncodedStrip {
        let encoders = StripWorkers { () throws(OutOfMemory) in try StripEncoder<Finder>(lines, cancellation) }
        return { (index, plan) throws(OutOfMemory) in
            try encoders.withOne { (encoder) throws(OutOfMemory) in try encoder.encode(index, of: plan) }
        }
    }

    /// The number of first strips within the first `rowCount` rows.
    func count(within rowCount: Int) -> Int {
        plan.withLock { $0.count(within: rowCount) }
    }

    /// Rows that no strip reads any more, since this was asked for the last time.
    func takePastRows() -> Range<Int> {
        needs.withLock { needs in
            // The last rows go with the picture.
            let next = min(needs.writtenCount, count - 1)
            let first = plan.withLock { $0.rows(next).lowerBound }
            // Its filters look at the row above.
            let needed = max(first - lines.rowsInReach - 1, needs.pastRowCount)
            defer { needs.pastRowCount = needed }
            return needs.pastRowCount..<needed
        }
    }

    private func noteEnd(of strip: Int) {
        needs.withLock { needs in
            needs.written.insert(strip)
            while needs.written.remove(needs.writtenCount) != nil { needs.writtenCount += 1 }
        }
    }

    /// Does a piece of a ``PNGSchedule`` that is on a strip.
    func perform(_ piece: PNGSchedule.Piece) throws(OutOfMemory) -> PNGSchedule.Outcome {
        switch piece {
        case .inflation, .rows: preconditionFailure("strips are only written")
        case .choice(let index): try chooseFilters(index)
        case .strip(let index): try write(index)
        }
        return .done
    }

    private func chooseFilters(_ index: Int) throws(OutOfMemory) {
        let strip = try choose(plan.withLock { $0.bands(index) })
        plan.withLock { $0.strips[index] = strip }
    }

    /// Filters, deflates and writes a strip whose filters were chosen, as were those of the one before.
    private func write(_ index: Int) throws(OutOfMemory) {
        let strip = try encode(index, plan.withLock(\.self))
        noteEnd(of: index)
        try output.withLock { (output) throws(OutOfMemory) in
            try output.order.insert(strip, at: index, cancellation) { (strip, index, adler32) throws(OutOfMemory) in
                let head: [UInt8] = index == 0 ? PNGWriter.zlibHeader : []
                let tail = index == count - 1 ? adler32.bigEndianBytes : []
                try output.file?.append("IDAT", head, strip.bytes, tail)
            }
        }
    }

    /// The file, once all strips were written or the work was cancelled; not to be asked for twice.
    func finish() throws(OutOfMemory) -> SecureBytes {
        try output.withLock { (output) throws(OutOfMemory) in
            precondition(output.order.count == count || cancellation.isCancelled, "a strip is missing")
            guard let file = output.file.take() else { preconditionFailure("the file was taken before") }
            return try file.finish().finish()
        }
    }
}
