public import BoundedWork
import SecureMemory

extension PixelBuffer {
    /// Calls `body` with the samples of row `y`, within ``size``, from the left, without padding. They are valid until it returns.
    public func withRow<Result, Failure: Error>(
        _ y: Int,
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(y >= 0 && y < size.height, "the row is outside the picture")
        return try body(UnsafeBufferPointer(start: row(y), count: size.width * format.channels))
    }

    consuming func oriented(
        _ orientation: Orientation,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) -> PixelBuffer {
        guard orientation != .up else { return self }
        var seen = try PixelBuffer(uninitialized: orientation.applied(to: size), format: format)
        let channels = format.channels
        // The stored place of the pixel seen at x = 0 of a row, and the distance of stored neighbours of that row.
        let columnStep = orientation.isTransposed ? rowStride : channels
        let rowStep = orientation.isTransposed ? channels : rowStride
        let step = orientation.mirrorsColumns ? -columnStep : columnStep
        for y in 0..<seen.size.height {
            guard !cancellation.isCancelled else {
                seen.wasWritten(rows: y)
                break
            }
            let storedRow = orientation.mirrorsRows ? seen.size.height - 1 - y : y
            let storedColumn = orientation.mirrorsColumns ? seen.size.width - 1 : 0
            var source = row(0) + storedRow * rowStep + storedColumn * columnStep
            let target = seen.mutableRow(y)
            for x in 0..<seen.size.width {
                for channel in 0..<channels { target[x &* channels &+ channel] = source[channel] }
                source += step
            }
        }
        return seen
    }

    /// Mean brightness of the picture outside of `hidden`, from 0 for black to 255 (ITU-R BT.601), weighted by alpha. Nil if
    /// nothing else is visible.
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
