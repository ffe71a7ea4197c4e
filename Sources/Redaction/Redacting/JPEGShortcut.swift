import ImageCore

/// How a plan is carried out on a JPEG without decoding all of it.
enum JPEGShortcut {
    /// The plan blurs all of the picture and does nothing else: ``BlurredJPEG``.
    case blur(GaussianBlur)
    /// The plan leaves most of the picture as it is: ``JPEGCoefficients``.
    case coefficients

    /// Nil for a plan that has none.
    ///
    /// - Parameters:
    ///   - plan: Made for a picture of `size`.
    ///   - size: Width and height in pixels.
    ///   - keepsQuality: Whether what is not covered may stay as it was quantised.
    init?(for plan: Plan, size: PixelSize, keepsQuality: Bool) {
        if plan.steps.count == 1, let step = plan.steps.first, let blur = (step.brush as? BlurBrush)?.blur,
            step.area == PaintArea(PixelRect(size))
        {
            self = .blur(blur)
            return
        }
        // Coefficients take as much memory as pixels, so there is room for half a picture beside them; and if more than that
        // were decoded and quantised anew, it would be faster to do so with all.
        let decoded = plan.steps.filter { !$0.brush.isFlat }.map(\.area.target)
        let isSmall = decoded.allSatisfy { $0.height <= size.height / 2 }
        guard keepsQuality, isSmall, decoded.map(\.size.area).reduce(0, +) <= size.area / 2 else { return nil }
        self = .coefficients
    }
}
