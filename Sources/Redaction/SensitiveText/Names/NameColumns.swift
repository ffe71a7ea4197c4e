import BoundedWork

/// Columns of a screen in which most texts are names.
struct NameColumns {
    private struct Column: Hashable {
        let edge: Int
        let height: Int
    }

    private var isOfNames: [Bool]

    /// Names that make a column, and the share of its texts that they have to be.
    private static let leastNames = 2
    private static let leastShare = 0.4

    init(
        _ layout: PieceLayout,
        _ spans: [[NameSpan]],
        _ broken: [BrokenNames.Name],
        budget: inout WorkBudget
    ) throws(BudgetFailure) {
        var counts: [Column: (sure: Int, likely: Int, texts: Int)] = [:]
        var columns: [[Column]] = []
        var names = spans.map { $0.first { $0.isWhole } }
        var isRest = [Bool](repeating: false, count: spans.count)
        for name in broken where name.span.isWhole && !(names[name.pieces[0]].map { $0.isSure && $0.isFull } ?? false) {
            names[name.pieces[0]] = name.span
            for piece in name.pieces.dropFirst() { isRest[piece] = true }
        }
        for piece in spans.indices {
            try budget.spend(32)
            let keys = Self.columns(of: layout.frame(of: piece))
            columns.append(keys)
            for key in keys where !isRest[piece] {
                counts[key, default: (0, 0, 0)].texts += 1
                guard let name = names[piece] else { continue }
                if name.isSure {
                    counts[key]?.sure += 1
                } else if name.score >= NameSpan.weak {
                    counts[key]?.likely += 1
                }
            }
        }
        isOfNames = columns.map { keys in
            keys.contains { key in
                guard let count = counts[key] else { return false }
                let names = Double(count.sure) + Double(count.likely) / 2
                return count.sure >= Self.leastNames && names >= Self.leastShare * Double(count.texts)
            }
        }
    }

    /// The columns that a text may be of: its left edge and its height, each to either side.
    private static func columns(of frame: TextFrame) -> [Column] {
        guard frame.isKnown, frame.height >= 1 else { return [] }
        let steps = [0.0, 0.5]
        return steps.flatMap { slack in
            steps.map {
                Column(edge: Int(frame.x / (0.8 * frame.height) + slack), height: Int(heightStep(frame.height) + $0))
            }
        }
    }

    /// A step for each third of the height.
    private static func heightStep(_ height: Double) -> Double {
        var step = 0.0
        var rest = height
        while rest > 1.33, step < 200 { (rest, step) = (rest / 1.33, step + 1) }
        return step + (rest - 1) / 0.33
    }

    func areNames(at piece: Int) -> Bool { isOfNames[piece] }
}
