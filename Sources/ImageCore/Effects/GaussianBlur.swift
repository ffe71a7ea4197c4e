public import BoundedWork
public import SecureMemory

/// Covers with a Gaussian blur of the target.
///
/// The edges of the target are extended outward, so nothing outside it is read and nothing of it fades to black. The cost
/// of a pixel does not grow with the radius: a wide blur works on a reduced copy of the target. A blur still depends on
/// what it covers: blurred text can be recovered by trial.
public struct GaussianBlur: Effect, Sendable, Hashable {
    /// Standard deviation of the Gaussian in pixels, as `inputRadius` of CIGaussianBlur.
    public let sigma: Double

    /// A blur with the standard deviation `sigma` in pixels, which is clamped to 0.1 to 16 384; NaN counts as 0.1.
    public init(sigma: Double) {
        // `max` keeps its first argument where the second is NaN.
        self.sigma = min(max(0.1, sigma), 16_384)
    }

    /// The target.
    public func source(of area: PaintArea) -> [PixelRect] { [area.target] }

    /// Blurs every part of `area`.
    public func paint(_ area: PaintArea, of pixels: inout PixelBuffer, _ work: WorkContext) throws(OutOfMemory) {
        try pixels.withAveragablePixels(in: area, work.cancellation) { (pixels, area) throws(OutOfMemory) in
            let factor = reduction
            if factor == 1 {
                try convolve(&pixels, in: area, work)
            } else {
                try blurReduced(&pixels, in: area, factor: factor, work)
            }
        }
    }

    /// Pixels that are averaged to one, a power of two, before the Gaussian is computed. At least two reduced pixels stay
    /// within a standard deviation, which keeps the result above 50 dB of the exact one.
    var reduction: Int {
        var factor = 1
        while factor < 128, sigma >= Double(factor * 4) { factor *= 2 }
        return factor
    }
}
