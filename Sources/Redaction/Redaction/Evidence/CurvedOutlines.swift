import BoundedWork

struct EllipseOutline: PixelOutline {
    let bounds: OutlineBounds

    var isRectangle: Bool { false }

    func touched(from top: Double, to bottom: Double, budget: inout WorkBudget) -> [Stretch] {
        stretch(at: min(max(centerY, top), bottom))
    }

    func filled(from top: Double, to bottom: Double, budget: inout WorkBudget) -> [Stretch] {
        stretch(at: abs(top - centerY) > abs(bottom - centerY) ? top : bottom)
    }

    private var centerY: Double { (bounds.top + bounds.bottom) / 2 }

    private func stretch(at height: Double) -> [Stretch] {
        let offset = (height - centerY) / (bounds.height / 2)
        guard abs(offset) <= 1 else { return [] }
        let center = (bounds.left + bounds.right) / 2
        let half = bounds.width / 2 * ((1 - offset) * (1 + offset)).squareRoot()
        return [center - half...center + half]
    }
}

/// A rectangle with quarter circles for corners.
struct RoundedOutline: PixelOutline {
    let bounds: OutlineBounds
    /// Pixels, from 0 to half of the shorter edge.
    let radius: Double

    var isRectangle: Bool { radius == 0 }

    func touched(from top: Double, to bottom: Double, budget: inout WorkBudget) -> [Stretch] {
        guard bottom >= bounds.top, top <= bounds.bottom else { return [] }
        return stretch(beyondStraightEdges: max(straight.lowerBound - bottom, top - straight.upperBound, 0))
    }

    func filled(from top: Double, to bottom: Double, budget: inout WorkBudget) -> [Stretch] {
        guard top >= bounds.top, bottom <= bounds.bottom else { return [] }
        return stretch(beyondStraightEdges: max(straight.lowerBound - top, bottom - straight.upperBound, 0))
    }

    private var straight: ClosedRange<Double> {
        bounds.top + radius...max(bounds.bottom - radius, bounds.top + radius)
    }

    /// The stretch at `distance` above or beneath the straight edges.
    private func stretch(beyondStraightEdges distance: Double) -> [Stretch] {
        guard distance <= radius else { return [] }
        let inset = radius - ((radius - distance) * (radius + distance)).squareRoot()
        return [bounds.left + inset...max(bounds.right - inset, bounds.left + inset)]
    }
}
