import BoundedWork

/// Decision between candidates for the same characters, so that each value has one finding that covers it whole.
///
/// The surer candidate wins, but for one within a longer one that a caption or check digits prove: that one is the value.
/// What else overlaps a finding is covered with it, unless it is much less sure. Candidates of kinds that are not asked
/// for win, too, and then nothing is found.
struct Competition {
    private typealias Candidate = RunSearch.Candidate

    private let candidates: [RunSearch.Candidate]
    /// For each candidate the ranges of its units.
    private let ranges: [[Range<Int>]]
    private let lengths: [Int]
    private let wanted: Set<SensitiveKind>
    /// For each unit the finding, or the candidate of a kind that is not asked for, that it was given to; -1 for none.
    private var owners: [Int32]
    private var others: [Int32]
    /// For each unit the kinds of the sure candidates of a single line, as bits.
    private var kindsOfLines: [UInt32]
    /// For each candidate that became a finding, or a part of one, the surest one of that finding.
    private var leaders: [Int]
    private var parts: [[Int]]
    private var isLeader: Set<Int> = []

    /// The lead in score with which another kind removes a finding.
    private static let doubt = 0.12
    /// The lead in score with which a finding leaves an overlapping candidate uncovered.
    private static let lead = 0.35
    /// Scores that check digits give, or forms that nothing else has.
    private static let proven = 0.85
    /// Scores of values that are whole in one line.
    private static let whole = 0.7

    /// The findings of some kinds with a score of at least `minimumScore`, in reading order. No two of them overlap.
    static func findings(
        of candidates: [RunSearch.Candidate],
        _ wanted: Set<SensitiveKind>,
        _ minimumScore: Double,
        in pieces: borrowing TextPieces,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [SensitiveFinding] {
        var competition = try Competition(
            candidates.filter { $0.score >= minimumScore },
            wanted,
            in: pieces,
            budget: &budget
        )
        for index in try competition.order(in: pieces.units, budget: &budget) {
            try budget.spend(4 * competition.lengths[index])
            competition.decide(on: index, in: pieces.units)
        }
        return competition.findings()
    }

    private init(
        _ candidates: [RunSearch.Candidate],
        _ wanted: Set<SensitiveKind>,
        in pieces: borrowing TextPieces,
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        try budget.spend(pieces.units.count + 16 * candidates.count)
        self.candidates = candidates
        self.wanted = wanted
        var ranges: [[Range<Int>]] = []
        for candidate in candidates {
            ranges.append(
                candidate.spans.map { span in
                    let start = pieces.pieces[span.piece].units.lowerBound
                    return start + span.scalars.lowerBound..<start + span.scalars.upperBound
                }
            )
        }
        self.ranges = ranges
        lengths = ranges.map { $0.reduce(0) { $0 + $1.count } }
        let count = pieces.units.count
        (owners, others) = ([Int32](repeating: -1, count: count), [Int32](repeating: -1, count: count))
        kindsOfLines = [UInt32](repeating: 0, count: count)
        leaders = Array(candidates.indices)
        parts = candidates.indices.map { [$0] }
        for index in candidates.indices
        where candidates[index].spans.count == 1 && candidates[index].score >= Self.whole {
            try budget.spend(lengths[index])
            for unit in ranges[index].joined() { kindsOfLines[unit] |= Self.bit(candidates[index].kind) }
        }
    }

    /// Kinds of values whose lines may each be taken for one.
    private static let kindsOfLines: Set = [SensitiveKind.postalAddress, .recoveryPhrase, .secret]
    private static let bits = Dictionary(
        uniqueKeysWithValues: SensitiveKind.allCases.enumerated().map { ($1, UInt32(1) << UInt32($0)) }
    )

    private static func bit(_ kind: SensitiveKind) -> UInt32 { bits[kind] ?? 0 }

    /// The candidates from the surest to the least sure, but for those within a proven one: they follow it.
    private func order(
        in units: UnsafeBufferPointer<TextUnit>,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [Int] {
        try budget.spend(lengths.reduce(0, +))
        let contenders = candidates.indices.filter { !isSplit($0, in: units) }
        let holders = contenders.filter { candidates[$0].isCaptioned || candidates[$0].score >= Self.proven }
        var holder = [Int32](repeating: -1, count: owners.count)
        for index in holders.sorted(by: { (lengths[$0], $0) < (lengths[$1], $1) }) {
            try budget.spend(16 + lengths[index])
            for unit in ranges[index].joined() { holder[unit] = Int32(truncatingIfNeeded: index) }
        }
        var isHeld: [Bool] = []
        for index in candidates.indices {
            try budget.spend(16 + lengths[index])
            let outer = Int(holder[ranges[index][0].lowerBound])
            isHeld.append(
                outer >= 0 && lengths[outer] > lengths[index]
                    // Lines that are a value each are not one.
                    && !(candidates[outer].isOfLines && candidates[outer].kind == candidates[index].kind)
                    && ranges[index].joined().allSatisfy { holder[$0] == Int32(truncatingIfNeeded: outer) }
            )
        }
        return contenders.sorted { first, second in
            guard isHeld[first] == isHeld[second] else { return isHeld[second] }
            let (one, other) = (candidates[first], candidates[second])
            if one.score != other.score { return one.score > other.score }
            if one.isOfLines != other.isOfLines { return other.isOfLines }
            return (lengths[first], second) > (lengths[second], first)
        }
    }

    /// Whether each line holds a value of the kind that is whole, so that they are not one.
    private func isSplit(_ index: Int, in units: UnsafeBufferPointer<TextUnit>) -> Bool {
        guard !Self.kindsOfLines.contains(candidates[index].kind) else { return false }
        let kind = Self.bit(candidates[index].kind)
        return candidates[index].spans.count > 1
            && ranges[index].joined().allSatisfy { kindsOfLines[$0] & kind != 0 || !units[$0].isWordPart }
    }

    private mutating func decide(on index: Int, in units: UnsafeBufferPointer<TextUnit>) {
        let candidate = candidates[index]
        let places = ranges[index]
        guard wanted.contains(candidate.kind) else {
            guard places.joined().allSatisfy({ owners[$0] < 0 && others[$0] < 0 }) else { return }
            for unit in places.joined() { others[unit] = Int32(truncatingIfNeeded: index) }
            return
        }
        guard !isRemoved(index) else { return }
        var leader = index
        var touched: [Int] = []
        var isNew = false
        for unit in places.joined() {
            guard owners[unit] >= 0 else {
                isNew = isNew || units[unit].isWordPart
                continue
            }
            let other = leaders[Int(owners[unit])]
            if touched.last != other, !touched.contains(other) { touched.append(other) }
        }
        if !touched.isEmpty {
            guard isNew, touched.allSatisfy({ belongs(index, to: $0) }) else { return }
            leader = touched.reduce(touched[0]) { candidates[$1].score > candidates[$0].score ? $1 : $0 }
        }
        for other in touched + [index] where other != leader {
            for part in parts[other] { leaders[part] = leader }
            parts[leader] += parts[other]
            parts[other] = []
        }
        if touched.isEmpty { isLeader.insert(index) }
        for unit in places.joined() where owners[unit] < 0 { owners[unit] = Int32(truncatingIfNeeded: leader) }
    }

    /// Whether an overlapping candidate is covered with a finding.
    private func belongs(_ index: Int, to leader: Int) -> Bool {
        let (candidate, other) = (candidates[index], candidates[leader])
        if candidate.isOfLines, candidate.kind != other.kind, !candidate.isCaptioned { return false }
        return other.score - candidate.score <= Self.lead
    }

    /// Whether something surer, of a kind that is not asked for, has some of its units, and not only some within it.
    private func isRemoved(_ index: Int) -> Bool {
        let limit = candidates[index].score + Self.doubt
        var counts: [Int32: Int] = [:]
        for unit in ranges[index].joined() where others[unit] >= 0 && candidates[Int(others[unit])].score > limit {
            counts[others[unit], default: 0] += 1
        }
        return counts.contains { other, count in
            count < lengths[Int(other)] || lengths[Int(other)] >= lengths[index]
        }
    }

    private func findings() -> [SensitiveFinding] {
        candidates.indices.filter { isLeader.contains($0) && !parts[$0].isEmpty }.map { leader in
            let candidate = candidates[leader]
            let spans =
                parts[leader].count == 1 ? candidate.spans : Self.union(parts[leader].flatMap { candidates[$0].spans })
            return SensitiveFinding(
                kind: candidate.kind,
                scheme: candidate.scheme,
                score: candidate.score,
                reason: candidate.reason,
                spans: spans
            )
        }
        .sorted {
            ($0.spans[0].piece, $0.spans[0].scalars.lowerBound) < ($1.spans[0].piece, $1.spans[0].scalars.lowerBound)
        }
    }

    private static func union(_ spans: [TextSpan]) -> [TextSpan] {
        var union: [TextSpan] = []
        for span in spans.sorted(by: { ($0.piece, $0.scalars.lowerBound) < ($1.piece, $1.scalars.lowerBound) }) {
            if let last = union.last, last.piece == span.piece, last.scalars.upperBound >= span.scalars.lowerBound {
                let end = max(last.scalars.upperBound, span.scalars.upperBound)
                union[union.count - 1] = TextSpan(piece: span.piece, scalars: last.scalars.lowerBound..<end)
            } else {
                union.append(span)
            }
        }
        return union
    }
}
