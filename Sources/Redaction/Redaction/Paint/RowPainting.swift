import BoundedWork
import ImageCore
import SecureMemory

/// The painting of a plan from top to bottom, as rows become known.
struct RowPainting {
    private var steps: StepPainting
    private let meter: WorkMeter
    /// The steps that are not painted yet, in the order in which they will be.
    private var waiting: ArraySlice<Wait>

    private struct Wait {
        let step: Int
        /// The rows that the step reads and paints.
        let rows: Range<Int>
        /// The first row of this step and those after it.
        var firstRow: Int
    }

    /// Nil for a plan that reads pixels beyond its targets, or one as high as half of the picture: little would be gained.
    init?(_ plan: Plan, by painting: Painting) {
        let targets = plan.steps.map(\.area.target)
        guard plan.steps.allSatisfy({ !$0.brush.readsSurroundings && !$0.brush.readsBrightness }),
            targets.allSatisfy({ $0.height <= plan.size.height / 2 })
        else { return nil }
        var waiting = targets.enumerated().map { Wait(step: $0, rows: $1.rows, firstRow: $1.y) }
        let areApart = targets.unionArea == targets.reduce(0) { $0 + $1.size.area }
        guard areApart || !plan.readsWhatItErases else { return nil }
        // None reads what another one paints then; but of assets only the last one stays decoded.
        if areApart, !plan.steps.contains(where: { $0.style == ImageStyle.kind }) {
            waiting.sort { $0.rows.upperBound < $1.rows.upperBound }
        }
        for index in waiting.indices.dropLast().reversed() {
            waiting[index].firstRow = min(waiting[index].firstRow, waiting[index + 1].firstRow)
        }
        self.waiting = waiting[...]
        steps = StepPainting(plan, by: painting)
        meter = painting.meter
    }

    /// Indices of painted steps whose words did not fit.
    var omitted: Set<Int> { steps.omitted }

    /// Paints the steps within the first `rowCount` rows, and returns the number of first rows that no other step reads or paints.
    mutating func paint(
        on canvas: inout some Canvas & ~Copyable,
        within rowCount: Int
    ) throws(RedactionError) -> Int {
        if let first = waiting.first, first.rows.upperBound <= rowCount {
            let lap = meter.begin(.paint)
            defer { meter.end(lap) }
            steps.resume()
            while let next = waiting.first, next.rows.upperBound <= rowCount {
                try steps.paint(next.step, on: &canvas)
                waiting.removeFirst()
            }
        }
        return min(waiting.first?.firstRow ?? rowCount, rowCount)
    }
}

/// The painting of a plan that covers one area by an effect which follows the rows.
struct RowwisePlan {
    private var painting: any RowwisePainting
    private let style: String
    private let work: WorkContext
    private let meter: WorkMeter

    /// Nil for any other plan, and an effect that has to see its whole target in a picture of `format`.
    init?(_ plan: Plan, of format: PixelFormat, by painting: Painting) throws(RedactionError) {
        guard plan.steps.count == 1, let step = plan.steps.first, let effect = step.brush.effect else { return nil }
        let rows = try mapError(effect.rowwise(over: step.area, of: format)) {
            WorkFailure.outOfMemory($0).redactionError
        }
        guard let rows else { return nil }
        self.painting = rows
        style = step.style
        work = painting.work
        meter = painting.meter
    }

    /// Paints what depends on the first `rowCount` rows alone, and returns the number of first rows that will neither be read nor
    /// painted any more.
    mutating func paint(on image: inout DecodedImage, within rowCount: Int) throws(RedactionError) -> Int {
        let lap = meter.begin(.paint)
        defer { meter.end(lap) }
        let count = try mapError(painting.advance(on: &image.pixels, within: rowCount, work)) {
            WorkFailure.outOfMemory($0).redactionError
        }
        _ = meter.note(style: style, since: lap.start)
        guard !work.isCancelled else { throw .cancelled }
        return count
    }
}

/// The failure and the time of painting a picture of some height while it is read and written. Both go on at the same time; what is
/// left after the last row counts as writing.
struct RepaintingLog {
    private let height: Int
    private let meter: WorkMeter
    private var lap: WorkMeter.Lap
    private var failure: RedactionError?

    init(height: Int, _ meter: WorkMeter) {
        self.height = height
        self.meter = meter
        lap = meter.begin(.open)
    }

    /// The result of painting within the first `rowCount` rows; nil for a failure, which is kept.
    mutating func paint(within rowCount: Int, _ paint: () throws(RedactionError) -> Int) -> Int? {
        meter.end(lap)
        defer { lap = meter.begin(rowCount == height ? .encode : .open) }
        do throws(RedactionError) {
            return try paint()
        } catch {
            failure = error
            return nil
        }
    }

    /// Ends the last stage.
    func end() {
        meter.end(lap)
    }

    /// Throws the failure of painting, if there was one.
    func check() throws(RedactionError) {
        if let failure { throw failure }
    }
}
