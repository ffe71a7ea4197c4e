import BoundedWork
import Synchronization

/// The rows of a JPEG that are read, painted and written a few at a time, side by side.
struct JPEGRows {
    let height: Int
    /// Rows of a minimum coded unit.
    let unitHeight: Int
    /// Rows that are read at a time, a multiple of ``unitHeight`` or all.
    private let stepHeight: Int
    /// Steps that may wait for the next stage; nil for all.
    private let lead: Int?

    /// Bytes of samples of a step, so many that it takes less time to have another thread take over than to read them.
    private static let stepByteCount = 1 << 19

    private enum Stage: Int, CaseIterable {
        case reading, painting, writing
    }

    /// All rows in one step, or few at a time, of which up to `lead` steps, or all, wait for the next stage.
    init(_ size: PixelSize, unitHeight: Int, inOneStep: Bool = false, lead: Int? = nil) {
        height = size.height
        self.unitHeight = unitHeight
        self.lead = lead
        let unitRowCount = Self.stepByteCount / (size.width * 3 * unitHeight)
        stepHeight = inOneStep ? height : max(unitRowCount, 1) * unitHeight
    }

    /// The rows of minimum coded units that hold some rows.
    func units(of rows: Range<Int>) -> Range<Int> {
        rows.lowerBound / unitHeight..<(rows.upperBound + unitHeight - 1) / unitHeight
    }

    /// Has all rows read, painted and written. Each of the three is called on several threads, one at a time, and not again after an
    /// error.
    ///
    /// - Parameters:
    ///   - read: Reads the next rows.
    ///   - paint: Paints, knowing so many first rows. Returns the number of first rows that it will neither read nor paint any more;
    ///     nil ends the work.
    ///   - write: Writes the next rows, whole minimum coded units but for the last ones.
    func forEachStep(
        _ work: WorkContext,
        read: (_ rows: Range<Int>) throws(RepaintingStop) -> Void,
        paint: (_ rowCount: Int) throws(RepaintingStop) -> Int?,
        write: (_ rows: Range<Int>) throws(RepaintingStop) -> Void
    ) throws(RepaintingStop) {
        let finalCount = Atomic(0)
        var writtenCount = 0
        let stepCount = (height + stepHeight - 1) / stepHeight
        let stageCount = Stage.allCases.count
        let pipeline = Pipeline(stepCount: stepCount, stageCount: stageCount, lead: lead ?? stepCount)
        try work.perform(pipeline, atMost: min(stageCount, stepCount)) { (piece) throws(RepaintingStop) in
            let rows = piece.step * stepHeight..<min((piece.step + 1) * stepHeight, height)
            switch Stage(rawValue: piece.stage) {
            case .reading: try read(rows)
            case .painting:
                let before = finalCount.load(ordering: .relaxed)
                guard let count = try paint(rows.upperBound), before...rows.upperBound ~= count else { throw .stopped }
                finalCount.store(count == height ? count : count / unitHeight * unitHeight, ordering: .releasing)
            case .writing, nil:
                let count = finalCount.load(ordering: .acquiring)
                guard count > writtenCount else { return }
                try write(writtenCount..<count)
                writtenCount = count
            }
        }
        guard writtenCount == height else { throw .stopped }
    }
}
