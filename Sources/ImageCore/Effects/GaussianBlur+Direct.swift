import BoundedWork
import SecureMemory

extension GaussianBlur {
    /// Convolves rows, then columns, with the sampled kernel. For a small standard deviation.
    ///
    /// Rows are filtered into a ring as long as the kernel, always ahead of the row that is painted, so the picture is its
    /// own source and target.
    func convolve(_ pixels: inout PixelBuffer, in area: PaintArea, _ work: WorkContext) throws(OutOfMemory) {
        let kernel = PairKernel(GaussianKernel(sigma: sigma))
        let target = area.target
        let channels = pixels.format.channels
        let bands = Bands(target.rows, threads: work.threads)
        let neighbours = try BandNeighbours(of: bands, in: target, pixels, radius: kernel.radius)
        let output = pixels.sharedRows
        try bands.forEach { (index, band) throws(OutOfMemory) in
            let first = max(band.lowerBound - kernel.radius, target.y)
            var ring = try BlurRing(kernel, width: target.width, channels: channels, first: first)
            let sums = try Samples<UInt16>(count: target.width * channels)
            for y in band.whileWanted(work.cancellation) {
                while ring.next <= min(y + kernel.radius, target.maxY - 1) {
                    let row = UnsafePointer(output.row(ring.next) + target.x * channels)
                    ring.append(neighbours.row(ring.next, for: index) ?? row)
                }
                ring.convolve(around: y, of: target.rows, into: sums.base)
                for part in area.parts where part.rows.contains(y) {
                    Self.round(
                        sums.base + (part.x - target.x) * channels,
                        count: part.width * channels,
                        into: output.row(y) + part.x * channels
                    )
                }
            }
        }
    }

    /// Rounds samples in units of ``PairKernel``.
    private static func round(
        _ samples: UnsafePointer<UInt16>,
        count: Int,
        into output: UnsafeMutablePointer<UInt8>
    ) {
        let half: UInt16 = 1 << (PairKernel.fractionBits - 1)
        for index in 0..<count {
            output[index] = UInt8(truncatingIfNeeded: (samples[index] &+ half) &>> PairKernel.fractionBits)
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
