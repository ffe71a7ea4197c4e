import BoundedWork

/// Keeps of findings that overlap the one that is surest.
enum FaceSuppression {
    /// From which share of their union on that two of them overlap they are one face.
    private static let overlap = 0.3
    /// From which share of the smaller one on that lies within the other they are one face.
    private static let containment = 0.7
    /// Most faces of a picture.
    static let maximumCount = 10_000

    /// The faces that are left, the surest first.
    ///
    /// - Throws: `BudgetFailure`, also if more than ``maximumCount`` are left.
    static func faces(_ found: [Face], budget: inout WorkBudget) throws(BudgetFailure) -> [Face] {
        var kept: [Face] = []
        for face in found.sorted(by: { $0.score > $1.score }) {
            try budget.spend(kept.count * 4 + 1)
            guard !kept.contains(where: { isSame($0, face) }) else { continue }
            kept.append(face)
            guard kept.count <= maximumCount else { throw .spent }
        }
        return kept
    }

    private static func isSame(_ one: Face, _ other: Face) -> Bool {
        let (left, right) = (one.quadrilateral, other.quadrilateral)
        let width = shared(left.columns, right.columns)
        let height = shared(left.rows, right.rows)
        let (common, areas) = (width * height, (left.width * left.height, right.width * right.height))
        return common >= overlap * (areas.0 + areas.1 - common) || common >= containment * min(areas.0, areas.1)
    }

    private static func shared(_ one: ClosedRange<Double>, _ other: ClosedRange<Double>) -> Double {
        max(min(one.upperBound, other.upperBound) - max(one.lowerBound, other.lowerBound), 0)
    }
}
