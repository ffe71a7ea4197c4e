import BoundedWork
import ImageCore

/// The outline of a shape in pixels, which are squares with the edge 1. Pixels are found row by row, by the stretches
/// that the shape has between two heights.
protocol PixelOutline: Sendable {
    /// The smallest rectangle that the shape lies in.
    var bounds: OutlineBounds { get }
    /// Whether the shape fills its bounds.
    var isRectangle: Bool { get }

    /// Whether parts of the shape are gone round in opposite directions, so that what is gone round in both would be lost.
    ///
    /// - Parameter budget: Pays for each edge that is looked at.
    func windsBothWays(budget: inout WorkBudget) throws(BudgetFailure) -> Bool

    /// The stretches that the shape touches at any height from `top` to `bottom`, in any order.
    ///
    /// - Parameter budget: Pays for each edge that is looked at.
    func touched(from top: Double, to bottom: Double, budget: inout WorkBudget) throws(BudgetFailure) -> [Stretch]

    /// The stretches that the shape fills at every height from `top` to `bottom`, from left to right.
    ///
    /// - Parameter budget: Pays for each edge that is looked at.
    func filled(from top: Double, to bottom: Double, budget: inout WorkBudget) throws(BudgetFailure) -> [Stretch]
}

/// A part of a line across the picture, from one column to another, in pixels.
typealias Stretch = ClosedRange<Double>

/// A rectangle in pixels from the top left corner of the picture, whose edges may lie between pixels or outside the
/// picture.
struct OutlineBounds: Sendable, Hashable {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    var width: Double { right - left }
    var height: Double { bottom - top }
}

/// A point in pixels from the top left corner of the picture, which may lie between pixels or outside the picture.
struct OutlinePoint: Sendable, Hashable {
    let x: Double
    let y: Double
}

extension PixelOutline {
    func windsBothWays(budget: inout WorkBudget) throws(BudgetFailure) -> Bool { false }

    /// Every pixel of a picture of `size` that the shape touches, or comes nearer to than `padding` on both axes.
    ///
    /// - Parameters:
    ///   - size: The size of the picture, in pixels.
    ///   - padding: How far to go beyond the shape on each side, in pixels, 0 or more.
    ///   - budget: Pays for each edge that is looked at.
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
        // So flat that it is nowhere but within the tolerance.
        guard shape.isEmpty, bounds.height + 2 * padding <= 2 * tolerance else { return shape }
        shape.append(rows: rows, spans: [columns])
        return shape
    }

    /// Every pixel of a picture of `size` that lies wholly in the shape.
    ///
    /// - Parameters:
    ///   - size: The size of the picture, in pixels.
    ///   - budget: Pays for each edge that is looked at.
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

    /// The pixels of `rows`: all of `columns` if the shape is a rectangle, else what `spans` finds in each row.
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
