public import BoundedWork

extension PixelBuffer {
    /// How bright the picture is outside of `hidden`, on average: 0 for black to 255 (ITU-R BT.601), weighted by alpha. Nil if
    /// nothing is there to be seen.
    ///
    /// - Throws: `WorkFailure`.
    public func meanLuma(outside hidden: [PixelRect], cancellation: Cancellation) throws(WorkFailure) -> Double? {
        let hidden = try PixelSet(hidden, in: size, cancellation: cancellation)
        var (sum, weight) = (UInt64(0), UInt64(0))
        for y in 0..<size.height {
            try cancellation.check()
            hidden.forEachRunOutside(in: 0..<size.width, ofRow: y) { columns in
                let pixels = row(y)
                for x in columns {
                    let pixel = pixels + x &* format.channels
                    let alpha = format == .rgba ? UInt64(pixel[3]) : 255
                    let luma = 299 &* UInt64(pixel[0]) &+ 587 &* UInt64(pixel[1]) &+ 114 &* UInt64(pixel[2])
                    sum &+= luma &* alpha
                    weight &+= alpha
                }
            }
        }
        return weight == 0 ? nil : Double(sum) / Double(weight) / 1000
    }
}
