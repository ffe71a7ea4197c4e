public import BoundedWork
import Foundation
public import SecureMemory

/// Covers with a Gaussian blur of the target.
///
/// The edges of the target are extended outward, so nothing outside it is read and nothing of it fades to black. The cost
/// of a pixel does not grow with the radius: a wide blur works on a reduced copy of the target. A blur still depends on
/// what it covers: blurred text can be recovered by trial.
public struct GaussianBlur: Effect, Sendable, Hashable {
    /// Standard deviation of the Gaussian in pixels, like `inputRadius` of CIGaussianBlur.
    public let sigma: Double

    /// A blur with the standard deviation `sigma` in pixels, which is clamped to 0.1 to 16 384; NaN counts as 0.1.
    public init(sigma: Double) {
        // `max` keeps its first argument where the second is NaN.
        self.sigma = min(max(0.1, sigma), 16_384)
    }

    /// Row after row, if the blur is narrow and nothing can be translucent.
    public func rowwise(over area: PaintArea, of format: PixelFormat) throws(OutOfMemory) -> (any RowwisePainting)? {
        guard reduction == 1, format == .rgb else { return nil }
        return try BlurredRows(PairKernel(GaussianKernel(sigma: sigma)), over: area, channels: format.channels)
    }

    /// The target, whose pixels are read.
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

    /// Pixels that are averaged to one, a power of two, before the Gaussian. At least two reduced pixels stay within a standard
    /// deviation, which keeps the result above 50 dB of the exact one.
    var reduction: Int {
        var factor = 1
        while factor < 128, sigma >= Double(factor * 4) { factor *= 2 }
        return factor
    }
}

extension GaussianBlur {
    /// Convolves rows, then columns, with the sampled kernel, for a small standard deviation. Rows go through a ring as long as the
    /// kernel, ahead of the painted row, so the picture is its own source and target.
    func convolve(_ pixels: inout PixelBuffer, in area: PaintArea, _ work: WorkContext) throws(OutOfMemory) {
        let kernel = PairKernel(GaussianKernel(sigma: sigma))
        let target = area.target
        let channels = pixels.format.channels
        let bands = Bands(target.rows, threads: work.threads)
        let neighbours = try BandNeighbours(of: bands, in: target, pixels, radius: kernel.radius)
        let output = pixels.sharedRows
        try bands.forEach { (index, band) throws(OutOfMemory) in
            var sweep = try BlurSweep(kernel, over: area, channels: channels, from: band.lowerBound)
            for y in band.whileWanted(work.cancellation) {
                sweep.paint(y, of: output) { neighbours.row($0, for: index) }
            }
        }
    }

    /// Repeats the first and last of `pixels` pixels into the `radius` pixels of room before and after them, none or more.
    static func extendEnds<Sample>(
        of body: UnsafeMutablePointer<Sample>,
        pixels: Int,
        channels: Int,
        by radius: Int
    ) {
        let last = body + (pixels - 1) * channels
        for distance in 1..<radius + 1 {
            (body - distance * channels).update(from: body, count: channels)
            (last + distance * channels).update(from: last, count: channels)
        }
    }
}

extension GaussianBlur {
    /// Averages `factor` x `factor` pixels to one, convolves the averages with a Gaussian, and interpolates between them. Averaging
    /// and interpolation blur with the variances of a box and of a tent; the Gaussian adds the missing part of `sigma`.
    func blurReduced(
        _ pixels: inout PixelBuffer,
        in area: PaintArea,
        factor: Int,
        _ work: WorkContext
    ) throws(OutOfMemory) {
        let kernel = GaussianKernel(sigma: sigma(ofCells: factor))

        let reduced = try ReducedPicture(pixels, in: area.target, factor: factor, work)
        let blurred = try reduced.convolved(with: kernel, work)
        try blurred.enlarge(into: &pixels, in: area, work)
    }

    /// The missing standard deviation between averaging and interpolation, in cells of `factor` x `factor` pixels.
    func sigma(ofCells factor: Int) -> Double {
        let box = Double(factor * factor - 1) / 12
        let tent = Double(factor * factor) / 6 + 1.0 / 12
        return (sigma * sigma - box - tent).squareRoot() / Double(factor)
    }
}
