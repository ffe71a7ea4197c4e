import BoundedWork
import SecureMemory

extension PixelBuffer {
    /// The picture as a viewer sees it.
    ///
    /// - Parameters:
    ///   - orientation: How this picture was stored.
    ///   - cancellation: Whether it is still wanted; the picture is not whole once it is not.
    /// - Throws: `OutOfMemory`.
    consuming func oriented(
        _ orientation: Orientation,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) -> PixelBuffer {
        guard orientation != .up else { return self }
        var seen = try PixelBuffer(uninitialized: orientation.applied(to: size), format: format)
        let channels = format.channels
        // Where the pixel seen at x = 0 of a row is stored, and how far apart stored neighbours of that row are.
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
}
