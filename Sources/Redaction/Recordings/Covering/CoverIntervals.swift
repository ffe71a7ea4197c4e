import Redaction

/// The times at which covers are there.
struct CoverIntervals {
    private var open: [FrameCover: Double] = [:]
    private var ended: [RecordingReceipt.Covered] = []
    /// Intervals that a receipt has no room for.
    private(set) var omitted = 0
    /// The number of intervals of each rule.
    private(set) var counts: [Int: Int] = [:]
    private(set) var assurance: Assurance?

    /// Intervals that a receipt tells of.
    private static let most = 10_000

    /// Notes the covers of a frame, and thereby the ends of those that are not among them.
    mutating func note(_ covers: Set<FrameCover>, at second: Double) {
        for (cover, from) in open where !covers.contains(cover) { end(cover, from: from, at: second) }
        for cover in covers where open[cover] == nil {
            open[cover] = second
            counts[cover.rule, default: 0] += 1
            assurance = min(assurance ?? cover.assurance, cover.assurance)
        }
    }

    /// All intervals, by their beginnings and their rules, once the recording has ended.
    mutating func finish(at second: Double) -> [RecordingReceipt.Covered] {
        for (cover, from) in open { end(cover, from: from, at: second) }
        return ended.sorted { ($0.from, $0.rule, $0.rect.y, $0.rect.x) < ($1.from, $1.rule, $1.rect.y, $1.rect.x) }
    }

    private mutating func end(_ cover: FrameCover, from: Double, at second: Double) {
        open[cover] = nil
        guard ended.count < Self.most else {
            omitted += 1
            return
        }
        ended.append(RecordingReceipt.Covered(cover, from: from, until: second))
    }
}
