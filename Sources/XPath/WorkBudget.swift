/// What evaluation may still cost. A request shares one among all of its expressions.
///
/// One unit is a node that is visited, or up to 16 bytes of text that are read or written. It takes a few nanoseconds.
public struct WorkBudget: Sendable, Equatable {
    /// Units that are left.
    public private(set) var remaining: Int

    /// Grants units. What is written down costs as well, so the budget bounds memory too: 16 bytes a unit.
    ///
    /// - Parameter limit: How many. The default is cut off within tens of milliseconds; common expressions need a few
    ///   units for every node.
    public init(limit: Int = 10_000_000) {
        remaining = limit
    }

    /// - Throws: ``XPathEvaluationError/workLimit`` if fewer than `units` are left; then none are.
    mutating func spend(_ units: Int = 1) throws(XPathEvaluationError) {
        guard units <= remaining else {
            remaining = 0
            throw .workLimit
        }
        remaining -= units
    }

    /// Pays for touching `byteCount` bytes of text.
    mutating func spend(bytes byteCount: Int) throws(XPathEvaluationError) {
        try spend(1 + byteCount / 16)
    }
}
