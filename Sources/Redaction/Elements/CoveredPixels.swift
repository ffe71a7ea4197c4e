import ImageCore

/// What is painted over: rectangles, which may overlap.
struct CoveredPixels {
    /// The largest first, as they hold most of what is held.
    private let rects: [PixelRect]
    /// Rectangles that may still be compared.
    private var work: Int

    /// There are too many rectangles.
    struct TooMuchWork: Error {}

    /// - Parameters:
    ///   - rects: What is painted over.
    ///   - work: Comparisons that all questions together may take. Those about a screen take some hundred thousand.
    init(_ rects: [PixelRect], work: Int = 50_000_000) {
        self.rects = rects.sorted { $0.size.area > $1.size.area }
        self.work = work
    }

    /// Whether all of `rect` is painted over, be it by several.
    ///
    /// - Throws: ``TooMuchWork``.
    mutating func hold(_ rect: PixelRect) throws(TooMuchWork) -> Bool {
        try spend(rects.count)
        let touching = rects.filter { $0.intersection(rect) != nil }
        var open = [rect]
        while let part = open.popLast() {
            try spend(touching.count)
            guard let cover = touching.first(where: { $0.intersection(part) != nil }) else { return false }
            open += part.subtracting(cover)
        }
        return true
    }

    private mutating func spend(_ comparisons: Int) throws(TooMuchWork) {
        work -= comparisons
        guard work >= 0 else { throw TooMuchWork() }
    }
}
