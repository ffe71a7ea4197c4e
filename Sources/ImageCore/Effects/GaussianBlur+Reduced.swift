import BoundedWork
import Foundation
import SecureMemory

extension GaussianBlur {
    /// Averages `factor` x `factor` pixels to one, convolves those with a Gaussian, and interpolates between them.
    ///
    /// Averaging and bilinear interpolation blur by themselves, with the variances of a box and of a tent; the Gaussian in
    /// between makes up what is missing to `sigma`.
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

    /// The standard deviation, in cells of `factor` x `factor` pixels, that is missing between averaging and interpolation.
    func sigma(ofCells factor: Int) -> Double {
        let box = Double(factor * factor - 1) / 12
        let tent = Double(factor * factor) / 6 + 1.0 / 12
        return (sigma * sigma - box - tent).squareRoot() / Double(factor)
    }
}
