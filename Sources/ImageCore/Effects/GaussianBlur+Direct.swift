import SecureMemory

extension GaussianBlur {
    /// Convolves rows, then columns, with the sampled kernel. For a small standard deviation.
    ///
    /// Rows are filtered into a ring as long as the kernel, always ahead of the row that is painted, so the picture is its
    /// own source and target.
    func convolve(_ pixels: inout PixelBuffer, in area: PaintArea) throws(OutOfMemory) {
        let kernel = GaussianKernel(sigma: sigma)
        let target = area.target
        let channels = pixels.format.channels
        let count = target.width * channels
        let ring = try FloatRows(rowCount: count, rows: 2 * kernel.radius + 1)
        let padded = try Samples<Float>(count: count + 2 * kernel.radius * channels)
        let sums = try Samples<Float>(count: count)

        var filtered = 0
        for y in 0..<target.height {
            while filtered <= min(y + kernel.radius, target.height - 1) {
                let row = pixels.row(target.y + filtered) + target.x * channels
                Self.pad(row, pixels: target.width, channels: channels, by: kernel.radius, into: padded.base)
                kernel.convolveRow(padded.base, count: count, channels: channels, into: ring[filtered % ring.rows])
                filtered += 1
            }
            kernel.weightedSum(count: count, into: sums.base) { distance in
                let before = max(y - distance, 0) % ring.rows
                let after = min(y + distance, target.height - 1) % ring.rows
                return (UnsafePointer(ring[before]), UnsafePointer(ring[after]))
            }
            for part in area.parts where part.rows.contains(target.y + y) {
                let source = sums.base + (part.x - target.x) * channels
                let output = pixels.mutableRow(target.y + y) + part.x * channels
                for index in 0..<part.width * channels { output[index] = source[index].roundedSample }
            }
        }
    }

    /// Converts a row and repeats its first and last pixel `radius` times.
    private static func pad(
        _ row: UnsafePointer<UInt8>,
        pixels: Int,
        channels: Int,
        by radius: Int,
        into padded: UnsafeMutablePointer<Float>
    ) {
        let body = padded + radius * channels
        for index in 0..<pixels * channels { body[index] = Float(row[index]) }
        extendEnds(of: body, pixels: pixels, channels: channels, by: radius)
    }

    /// Repeats the first and last of `pixels` pixels into the `radius` pixels of room before and after them, none or more.
    static func extendEnds(of body: UnsafeMutablePointer<Float>, pixels: Int, channels: Int, by radius: Int) {
        let last = body + (pixels - 1) * channels
        for distance in 1..<radius + 1 {
            (body - distance * channels).update(from: body, count: channels)
            (last + distance * channels).update(from: last, count: channels)
        }
    }
}
