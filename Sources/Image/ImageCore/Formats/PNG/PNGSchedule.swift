import BoundedWork

/// The order of the work on a PNG that is read, written, or written while it is read: of what can be done, the last first, so that
/// few rows wait for it, and a thread that has inflated rows mostly reads them. Rows that one core has inflated and another one read
/// take an effect three times as long on both.
struct PNGSchedule: Schedule {
    enum Piece {
        /// More image data becomes filtered rows; one piece at a time.
        case inflation
        /// The rows within so many first bytes become samples; one piece at a time.
        case rows(byteCount: Int)
        /// The filters of a strip are chosen.
        case choice(Int)
        /// A strip is filtered, deflated and written.
        case strip(Int)
    }

    enum Outcome {
        /// So many first bytes do not change any more.
        case inflated(byteCount: Int, isEnd: Bool)
        /// So many first strips may be written; 0 also calls off those that might have been.
        case read(readyStripCount: Int)
        /// A strip has come further.
        case done
    }

    private var inflatedByteCount = 0
    private var isInflating = false
    private var hasInflated = false
    private var readByteCount = 0
    private var isReading = false

    private var readyStripCount = 0
    private var nextChoice = 0
    private var nextStrip = 0
    private var choicesInWork: Set<Int> = []

    /// The order for a file that is read, and may be written meanwhile.
    static var reading: PNGSchedule { PNGSchedule() }

    /// The order for a picture that is written in so many strips.
    static func writing(stripCount: Int) -> PNGSchedule {
        var schedule = PNGSchedule()
        schedule.hasInflated = true
        schedule.readyStripCount = stripCount
        return schedule
    }

    /// Whether all of the file has become samples.
    var hasRead: Bool { hasInflated && readByteCount == inflatedByteCount }

    mutating func next() -> Piece? {
        if let piece = nextOfStrips() { return piece }
        if !isReading, readByteCount < inflatedByteCount {
            isReading = true
            // Not more than two pieces at a time, however far inflating has come.
            return .rows(byteCount: min(inflatedByteCount, readByteCount + 2 * PNGReading.pieceByteCount))
        }
        guard !isInflating, !hasInflated else { return nil }
        isInflating = true
        return .inflation
    }

    /// Strips are begun in their order, each after the choice for it and for the one before, which it reaches back to.
    private mutating func nextOfStrips() -> Piece? {
        if nextStrip < min(choicesInWork.min() ?? nextChoice, readyStripCount) {
            defer { nextStrip += 1 }
            return .strip(nextStrip)
        }
        guard nextChoice < readyStripCount else { return nil }
        defer { nextChoice += 1 }
        choicesInWork.insert(nextChoice)
        return .choice(nextChoice)
    }

    mutating func note(_ outcome: Outcome, of piece: Piece) {
        switch (piece, outcome) {
        case (.rows(let byteCount), .read(let stripCount)):
            (isReading, readByteCount, readyStripCount) = (false, byteCount, stripCount)
        case (_, .inflated(let byteCount, let isEnd)):
            (isInflating, inflatedByteCount, hasInflated) = (false, byteCount, isEnd)
        case (.choice(let index), _): choicesInWork.remove(index)
        default: break
        }
    }
}
