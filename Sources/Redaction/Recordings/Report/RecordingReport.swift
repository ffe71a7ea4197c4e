public import Redaction

/// The places and times in a recording that a policy would cover, never their text.
public struct RecordingReport: Sendable, Equatable, Codable {
    /// The name of the policy; nil if it has none.
    public let policy: String?
    /// The recording that was sent.
    public let recording: RecordingReceipt.Recording
    /// The findings, in the order in which they begin; empty if there are none. Each has its time.
    public let findings: [CheckReport.Finding]
    /// The number of places that are too many for ``findings``; nil if there are none.
    public let omitted: Int?
    /// The targets looked for in the frames: `codes`, `faces`, `text`; nil if none were.
    public let lookedFor: [String]?
    /// The models for ``lookedFor``, in the same order; nil if none were used.
    public let models: [String]?
    /// Sentences to read before relying on the report; nil if there are none.
    public let warnings: [String]?
}

extension [CheckReport.Finding] {
    /// Makes findings of covers, in the order in which these begin: what goes on at another place is one finding, which has the
    /// rectangle round all its places.
    ///
    /// - Parameter rules: For each rule of the covers its index in the policy that was sent.
    init(_ covers: [RecordingReceipt.Covered], rules: [Int]) {
        var findings: [OpenFinding] = []
        // The findings that end at a time, for what begins then.
        var ended: [Double: [Int]] = [:]
        for cover in covers {
            guard let reason = cover.reason else { continue }
            let before = ended[cover.from]?.filter { findings[$0].goesOn(as: cover) }
                .min { findings[$0].distance(to: cover) < findings[$1].distance(to: cover) }
            if let before {
                ended[cover.from]?.removeAll { $0 == before }
                findings[before].add(cover)
            } else {
                findings.append(OpenFinding(cover, reason))
            }
            ended[cover.until, default: []].append(before ?? findings.count - 1)
        }
        self = findings.map { $0.finding(rules) }
    }
}

/// A finding of which more may come.
private struct OpenFinding {
    private let first: RecordingReceipt.Covered
    private let reason: FindingReason
    private var last: Receipt.Rect
    private var all: Receipt.Rect
    private var until: Double
    private var score: Double?

    init(_ cover: RecordingReceipt.Covered, _ reason: FindingReason) {
        (first, self.reason, last, all) = (cover, reason, cover.rect, cover.rect)
        (until, score) = (cover.until, cover.score)
    }

    /// Whether a cover that begins when this ended may be the same thing: it has moved by little more than its height.
    func goesOn(as cover: RecordingReceipt.Covered) -> Bool {
        let reach = Self.reach * max(last.height, cover.rect.height)
        return first.rule == cover.rule && first.kind == cover.kind && first.from < cover.from
            && last.x - reach < cover.rect.x + cover.rect.width && cover.rect.x < last.x + last.width + reach
            && last.y - reach < cover.rect.y + cover.rect.height && cover.rect.y < last.y + last.height + reach
    }

    /// The way of what moves from one frame to the next, in heights of it.
    private static let reach = 2

    /// How far a cover is from where this was last, in pixels along both axes.
    func distance(to cover: RecordingReceipt.Covered) -> Int { abs(last.x - cover.rect.x) + abs(last.y - cover.rect.y) }

    mutating func add(_ cover: RecordingReceipt.Covered) {
        (last, until) = (cover.rect, cover.until)
        all = all.joined(with: cover.rect)
        score = [score, cover.score].compactMap(\.self).max()
    }

    func finding(_ rules: [Int]) -> CheckReport.Finding {
        CheckReport.Finding(
            rule: rules[first.rule],
            target: first.target,
            kind: first.kind ?? first.found ?? first.target,
            score: score,
            reason: reason,
            rect: all,
            from: first.from,
            until: until
        )
    }
}
