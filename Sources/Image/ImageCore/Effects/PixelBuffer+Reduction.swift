public import BoundedWork
import SecureMemory

extension PixelBuffer {
    /// The picture over white, without alpha, so much smaller that its shorter edge has no more than `edge` pixels and its longer one no more
    /// than four times as many. One that is small enough keeps its size.
    ///
    /// - Parameters:
    ///   - edge: 1 or more, in pixels.
    ///   - work: With how many threads, and whether it is still wanted.
    /// - Throws: `WorkFailure`.
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
