import ImageCore

/// A bound that a number of the rows has to keep.
struct Goal: Sendable {
    /// What is bounded, in words.
    let title: String
    /// What the value has to keep to.
    let bound: Bound
    /// The number of a row; nil for a row that the goal does not apply to.
    let value: @Sendable (Row) -> Double?

    /// Which side of a number is good.
    enum Bound: Sendable, CustomStringConvertible {
        /// The value has to be this or more.
        case atLeast(Double)
        /// The value has to be this or less.
        case atMost(Double)

        /// Whether `value` keeps it.
        func allows(_ value: Double) -> Bool {
            switch self {
            case .atLeast(let least): value >= least
            case .atMost(let most): value <= most
            }
        }

        /// The worst of `rows`, that is, the farthest on the wrong side.
        func worst<Element>(of rows: [(Element, Double)]) -> (Element, Double)? {
            switch self {
            case .atLeast: rows.min { $0.1 < $1.1 }
            case .atMost: rows.max { $0.1 < $1.1 }
            }
        }

        /// For example `at least 6.00`.
        var description: String {
            switch self {
            case .atLeast(let least): "at least \(Report.number(least, digits: 2))"
            case .atMost(let most): "at most \(Report.number(most, digits: 2))"
            }
        }
    }
}

extension Report {
    /// The goals that any of the rows tells about.
    var goals: MarkdownTable {
        let lines = Goal.all.compactMap { goal -> [String]? in
            let values = rows.compactMap { row in goal.value(row).map { (row, $0) } }
            guard let (row, value) = goal.bound.worst(of: values) else { return nil }
            let kept = values.count { goal.bound.allows($0.1) }
            let place = "\(row.cover.title), \(row.snapshot.name), \(row.compression.rawValue)"
            let verdict = kept == values.count ? "met" : "not met (\(kept) of \(values.count))"
            return [goal.title, place, goal.bound.description, Report.number(value, digits: 2), verdict]
        }
        return MarkdownTable(titles: ["goal", "worst", "bound", "measured", ""], textColumns: 2, rows: lines)
    }
}
