import BoundedWork
import ImageCore

/// What is painted over: rectangles, which may overlap.
struct CoveredPixels {
    /// The largest first, as they hold most of what is held.
    private let rects: [PixelRect]
    /// Pays for comparing rectangles.
    private var budget: WorkBudget

    /// Comparisons that all questions together may take. Those about a screen take some hundred thousand.
    static let workLimit = 50_000_000

    /// - Parameters:
    ///   - rects: What is painted over.
    ///   - budget: Pays for comparing rectangles.
    init(_ rects: [PixelRect], budget: WorkBudget) {
        self.rects = rects.sorted { $0.size.area > $1.size.area }
        self.budget = budget
    }

    /// Whether all of `rect` is painted over, be it by several.
    mutating func hold(_ rect: PixelRect) throws(BudgetFailure) -> Bool {
        try budget.spend(rects.count)
        let touching = rects.filter { $0.intersection(rect) != nil }
        var open = [rect]
        while let part = open.popLast() {
            try budget.spend(touching.count)
            guard let cover = touching.first(where: { $0.intersection(part) != nil }) else { return false }
            open += part.subtracting(cover)
        }
        return true
    }
}
