public import BoundedWork
import SecureMemory

/// A rectangle at a fraction of its size, with one more cell on each side for everything farther out.
struct ReducedPicture: ~Copyable {
    let factor: Int
    let columns: Int
    let channels: Int
    let rows: FloatRows

    init(factor: Int, columns: Int, rows: Int, channels: Int) throws(OutOfMemory) {
        self.rows = try FloatRows(rowCount: columns * channels, rows: rows)
        self.factor = factor
        self.columns = columns
        self.channels = channels
    }

    /// The means of cells of `factor` x `factor` pixels from the top left of `target`; not all once the work is cancelled.
    init(
        _ pixels: borrowing PixelBuffer,
        in target: PixelRect,
        factor: Int,
        _ work: WorkContext
    ) throws(OutOfMemory) {
        let channels = pixels.format.channels
        let count = target.width * channels
        let picture = try ReducedPicture(
            factor: factor,
            columns: (target.width + factor - 1) / factor + 2,
            rows: (target.height + factor - 1) / factor + 2,
            channels: channels
        )
        let bands = Bands(0..<picture.rows.rows, threads: work.threads, leastRows: Bands.leastRows / factor)
        try bands.forEach { (_, band) throws(OutOfMemory) in
            let sums = try WipedBuffer<UInt16>(count: count)
            for row in band.whileWanted(work.cancellation) {
                sums.base.update(repeating: 0, count: count)
                for offset in 0..<factor {
                    let y = min(max((row - 1) * factor + offset, 0), target.height - 1)
                    Self.add(pixels.row(target.y + y) + target.x * channels, to: sums.base, count: count)
                }
                picture.average(sums.base, width: target.width, into: picture.rows[row])
            }
        }
        self = picture
    }

    /// Adds `count` samples to `sums`, which stay below 128 x 255.
    private static func add(_ samples: UnsafePointer<UInt8>, to sums: UnsafeMutablePointer<UInt16>, count: Int) {
        for index in 0..<count { sums[index] &+= UInt16(samples[index]) }
    }

    private func average(_ sums: UnsafePointer<UInt16>, width: Int, into means: UnsafeMutablePointer<Float>) {
        let scale = 1 / Float(factor * factor)
        let lastPixel = (width - 1) * channels
        for channel in 0..<channels {
            means[channel] = Float(sums[channel]) * Float(factor) * scale
            for column in 1..<columns - 1 {
                let left = (column &- 1) &* factor
                let inside = min(factor, width &- left)
                var sum = UInt32(factor &- inside) &* UInt32(sums[lastPixel &+ channel])
                for x in left..<left &+ inside { sum &+= UInt32(sums[x &* channels &+ channel]) }
                means[column &* channels &+ channel] = Float(sum) * scale
            }
            means[(columns - 1) * channels + channel] = Float(sums[lastPixel + channel]) * Float(factor) * scale
        }
    }

    /// The cells convolved with `kernel`, ends extended; not all once the work is cancelled.
    func convolved(with kernel: GaussianKernel, _ work: WorkContext) throws(OutOfMemory) -> ReducedPicture {
        let count = columns * channels
        let bands = Bands(0..<rows.rows, threads: work.threads)
        let horizontal = try FloatRows(rowCount: count, rows: rows.rows)
        try bands.forEach { (_, band) throws(OutOfMemory) in
            let padded = try WipedBuffer<Float>(count: count + 2 * kernel.radius * channels)
            let body = padded.base + kernel.radius * channels
            for row in band.whileWanted(work.cancellation) {
                body.update(from: rows[row], count: count)
                GaussianBlur.extendEnds(of: body, pixels: columns, channels: channels, by: kernel.radius)
                kernel.convolveRow(padded.base, count: count, channels: channels, into: horizontal[row])
            }
        }
        let result = try ReducedPicture(factor: factor, columns: columns, rows: rows.rows, channels: channels)
        try bands.forEach { (_, band) throws(OutOfMemory) in
            for row in band.whileWanted(work.cancellation) {
                kernel.weightedSum(count: count, into: result.rows[row]) { distance in
                    let before = max(row - distance, 0)
                    let after = min(row + distance, rows.rows - 1)
                    return (UnsafePointer(horizontal[before]), UnsafePointer(horizontal[after]))
                }
            }
        }
        return result
    }

    /// Paints the parts of `area`, whose target this was taken from, by bilinear interpolation; not all once it is cancelled.
    func enlarge(into pixels: inout PixelBuffer, in area: PaintArea, _ work: WorkContext) throws(OutOfMemory) {
        let target = area.target
        let output = pixels.sharedRows
        try Bands(target.rows, threads: work.threads).forEach { (_, band) throws(OutOfMemory) in
            var row = try EnlargedRow(of: self, width: target.width)
            var sweep = PartSweep(area.parts)
            for y in band.whileWanted(work.cancellation) {
                row.move(to: y - target.y, of: self)
                for part in sweep.parts(in: y..<y + 1) {
                    let samples = (part.x - target.x) * channels..<(part.maxX - target.x) * channels
                    row.write(samples, to: output.row(y) + part.x * channels)
                }
            }
        }
    }
}

extension PixelBuffer {
    /// The picture over white, without alpha, whose shorter edge has no more than `edge` pixels, 1 or more, and its longer one no
    /// more than four times as many. A small enough one keeps its size.
    public consuming func reduced(to edge: Int, _ work: WorkContext) throws(WorkFailure) -> PixelBuffer {
        let small = size.reduced(to: edge)
        let overlay = try ImageOverlay(
            content: self,
            contentMode: .fill,
            background: .white,
            cancellation: work.cancellation
        )
        return try work.cancellation.finish { () throws(OutOfMemory) in
            var pixels = try PixelBuffer(small, format: .rgb, filledWith: .white, work.cancellation)
            if let all = PaintArea(PixelRect(small)) { try overlay.paint(all, of: &pixels, work) }
            return pixels
        }
    }
}

extension PixelSize {
    fileprivate func reduced(to edge: Int) -> PixelSize {
        let (short, long) = (Double(min(width, height)), Double(max(width, height)))
        let scale = min(Double(edge) / short, Double(edge) * 4 / long, 1)
        func length(_ length: Int) -> Int { max(Int((Double(length) * scale).rounded()), 1) }
        return PixelSize(width: length(width), height: length(height)) ?? self
    }
}
