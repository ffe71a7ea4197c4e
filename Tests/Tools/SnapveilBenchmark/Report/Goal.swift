import ImageCore

/// A bound that a number of the rows has to keep.
struct Goal: Sendable {
    /// What is bounded, in words.
    let title: String
    /// What the value has to keep to.
    let bound: Bound
    /// What is held against it.
    let scope: Scope

    /// What the value is of. It is nil where there is nothing that the goal applies to.
    enum Scope: Sendable {
        /// Of each row for itself.
        case each(@Sendable (Row) -> Double?)
        /// Of all rows together.
        case all(@Sendable ([Row]) -> Double?)
    }

    /// A bound that each row has to keep.
    init(title: String, bound: Bound, value: @escaping @Sendable (Row) -> Double?) {
        self.title = title
        self.bound = bound
        scope = .each(value)
    }

    /// A bound that all rows have to keep together.
    init(title: String, bound: Bound, valueOfAll: @escaping @Sendable ([Row]) -> Double?) {
        self.title = title
        self.bound = bound
        scope = .all(valueOfAll)
    }

    /// The values that `rows` have, each with what it is of.
    func values(of rows: [Row]) -> [(String, Double)] {
        switch scope {
        case .each(let value): rows.compactMap { row in value(row).map { (row.place, $0) } }
        case .all(let value): value(rows).map { [("all jobs", $0)] } ?? []
        }
    }

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
            let values = goal.values(of: rows)
            guard let (place, value) = goal.bound.worst(of: values) else { return nil }
            let kept = values.count { goal.bound.allows($0.1) }
            let verdict = kept == values.count ? "met" : "not met (\(kept) of \(values.count))"
            return [goal.title, place, goal.bound.description, Report.number(value, digits: 2), verdict]
        }
        return MarkdownTable(titles: ["goal", "worst", "bound", "measured", ""], textColumns: 2, rows: lines)
    }
}

extension Row {
    /// What was measured, in words.
    fileprivate var place: String { "\(cover.title), \(snapshot.name), \(compression.rawValue)" }
}
