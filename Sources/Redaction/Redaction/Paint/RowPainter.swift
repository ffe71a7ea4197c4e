import BoundedWork
import ImageCore

/// Covers the rows of a PNG while it is read and written.
struct RowPainter: Painter {
    private let file: PNGFile
    private let header: ImageHeader
    private let compression: PNGCompression

    /// Nil unless the snapshot is a PNG that can be repainted, and becomes one. Writing a small file takes so long that reading
    /// meanwhile saves nothing, and it might have to be done again.
    init?(_ request: OpenedRequest) throws(RedactionError) {
        guard let file = request.file as? PNGFile,
            case .png(let compression) = request.output.format(for: .png), compression != .small
        else { return nil }
        let header = try request.meter.measure(.open) { () throws(RedactionError) in
            try mapError(file.repaintableHeader(), \DecodingError.redactionError)
        }
        guard let header else { return nil }
        (self.file, self.header, self.compression) = (file, header, compression)
    }

    /// The pixels are verified by the time that there is a file.
    var properties: Snapshot.Properties? {
        Snapshot.Properties(size: header.size, format: .png, grid: header.grid, colorSpace: header.colorSpace)
    }

    func paint(
        _ plan: Plan,
        on snapshot: inout Snapshot,
        for request: OpenedRequest
    ) throws(RedactionError) -> PaintedFile? {
        if let rows = RowPainting(plan, by: request.painting),
            let painted = try paint(rows, request.meter)
        {
            return painted
        }
        snapshot.image = try request.decoded()
        return try PixelPainter().paint(plan, on: &snapshot, for: request)
    }

    /// Nil if the picture has to be read whole, which may refuse it.
    private func paint(
        _ rows: consuming RowPainting,
        _ meter: WorkMeter
    ) throws(RedactionError) -> PaintedFile? {
        var rows = rows
        var failure: RedactionError?
        // Reading and writing go on at the same time; what is left after the last row counts as writing.
        var lap = meter.begin(.open)
        defer { meter.end(lap) }
        let bytes = try mapError(
            file.repainted(as: compression) { (image, rowCount) in
                meter.end(lap)
                defer { lap = meter.begin(rowCount == header.size.height ? .encode : .open) }
                do throws(RedactionError) {
                    return try rows.paint(on: &image, within: rowCount)
                } catch {
                    failure = error
                    return nil
                }
            },
            \DecodingError.redactionError
        )
        if let failure { throw failure }
        return bytes.map { PaintedFile(bytes: $0, format: .png, omitted: rows.omitted) }
    }
}

/// The painting of a plan from top to bottom, as rows become known.
private struct RowPainting {
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
    mutating func paint(on image: inout DecodedImage, within rowCount: Int) throws(RedactionError) -> Int {
        if let first = waiting.first, first.rows.upperBound <= rowCount {
            let lap = meter.begin(.paint)
            defer { meter.end(lap) }
            steps.resume()
            while let next = waiting.first, next.rows.upperBound <= rowCount {
                try steps.paint(next.step, on: &image)
                waiting.removeFirst()
            }
        }
        return min(waiting.first?.firstRow ?? rowCount, rowCount)
    }
}
