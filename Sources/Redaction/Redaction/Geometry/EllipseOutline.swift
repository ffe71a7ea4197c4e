import BoundedWork

/// The ellipse that touches the edges of its bounds.
struct EllipseOutline: PixelOutline {
    let bounds: OutlineBounds

    var isRectangle: Bool { false }

    func touched(from top: Double, to bottom: Double, budget: inout WorkBudget) -> [Stretch] {
        // The height between the two at which the ellipse is widest.
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
