import BoundedWork
import ImageCore

/// The outline of a shape in pixels, squares with the edge 1, found row by row from its stretches between two heights.
protocol PixelOutline: Sendable {
    var bounds: OutlineBounds { get }
    var isRectangle: Bool { get }

    /// Whether parts of the shape wind in opposite directions, so that their overlap would be lost. `budget` pays for each edge.
    func windsBothWays(budget: inout WorkBudget) throws(BudgetFailure) -> Bool

    /// The stretches that the shape touches at any height, in any order.
    func touched(from top: Double, to bottom: Double, budget: inout WorkBudget) throws(BudgetFailure) -> [Stretch]

    /// The stretches that the shape fills at every height, from left to right.
    func filled(from top: Double, to bottom: Double, budget: inout WorkBudget) throws(BudgetFailure) -> [Stretch]
}

/// A part of a line across the picture, from one column to another, in pixels.
typealias Stretch = ClosedRange<Double>

/// A rectangle in pixels from the top left corner, with edges between pixels or outside the picture, too.
struct OutlineBounds: Sendable, Hashable {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    var width: Double { right - left }
    var height: Double { bottom - top }
}

/// A point in pixels from the top left corner, between pixels or outside the picture, too.
struct OutlinePoint: Sendable, Hashable {
    let x: Double
    let y: Double
}

extension PixelOutline {
    func windsBothWays(budget: inout WorkBudget) throws(BudgetFailure) -> Bool { false }

    /// Every pixel that the shape touches, or comes nearer to than `padding` pixels, 0 or more, on both axes.
    func pixelsTouched(
        in size: PixelSize,
        padding: Double,
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> PixelShape {
        let rows = Self.touched(bounds.top - padding, bounds.bottom + padding, 0..<size.height)
        let columns = columns(bounds.left...bounds.right, padding, size)
        let tolerance = PixelScale.tolerance
        var shape = try pixels(of: rows, columns, budget: &budget) { (row, budget) throws(BudgetFailure) in
            let top = Double(row) + tolerance - padding
            let bottom = Double(row + 1) - tolerance + padding
            return try touched(from: top, to: bottom, budget: &budget).map { self.columns($0, padding, size) }
        }
        // So flat that it lies within the tolerance.
        guard shape.isEmpty, bounds.height + 2 * padding <= 2 * tolerance else { return shape }
        shape.append(rows: rows, spans: [columns])
        return shape
    }

    /// Every pixel that lies wholly in the shape.
    func pixelsFilled(in size: PixelSize, budget: inout WorkBudget) throws(BudgetFailure) -> PixelShape {
        let rows = Self.filled(bounds.top, bounds.bottom, 0..<size.height)
        let columns = Self.filled(bounds.left, bounds.right, 0..<size.width)
        let tolerance = PixelScale.tolerance
        return try pixels(of: rows, columns, budget: &budget) { (row, budget) throws(BudgetFailure) in
            let (top, bottom) = (Double(row) + tolerance, Double(row + 1) - tolerance)
            return try filled(from: top, to: bottom, budget: &budget).map {
                Self.filled($0.lowerBound, $0.upperBound, 0..<size.width)
            }
        }
    }

    /// All of `columns` in each row if the shape is a rectangle, else the `spans` of the row.
    private func pixels(
        of rows: Range<Int>,
        _ columns: Range<Int>,
        budget: inout WorkBudget,
        _ spans: (Int, inout WorkBudget) throws(BudgetFailure) -> [Range<Int>]
    ) throws(BudgetFailure) -> PixelShape {
        var shape = PixelShape()
        guard !isRectangle else {
            shape.append(rows: rows, spans: [columns])
            return shape
        }
        for row in rows {
            try budget.spend()
            let found = try spans(row, &budget)
            try budget.spend(found.count)
            shape.append(rows: row..<row + 1, spans: found)
        }
        return shape
    }

    private func columns(_ stretch: Stretch, _ padding: Double, _ size: PixelSize) -> Range<Int> {
        Self.touched(stretch.lowerBound - padding, stretch.upperBound + padding, 0..<size.width)
    }

    /// The pixels of `all` that lie at least in part between two edges.
    private static func touched(_ lower: Double, _ upper: Double, _ all: Range<Int>) -> Range<Int> {
        let first = Int((lower + PixelScale.tolerance).rounded(.down))
        let end = Int((upper - PixelScale.tolerance).rounded(.up))
        return (first..<max(end, first + 1)).clamped(to: all)
    }

    /// The pixels of `all` that lie wholly between two edges.
    private static func filled(_ lower: Double, _ upper: Double, _ all: Range<Int>) -> Range<Int> {
        let first = Int((lower - PixelScale.tolerance).rounded(.up))
        let end = Int((upper + PixelScale.tolerance).rounded(.down))
        return (first..<max(end, first)).clamped(to: all)
    }
}
