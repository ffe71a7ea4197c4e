public import BoundedWork
import SecureMemory

extension ImageOverlay {
    /// An overlay that paints the same on targets of `size`, without having to scale anything: to be painted again and again.
    ///
    /// - Parameters:
    ///   - size: Of the targets.
    ///   - work: How many threads may work at a time, and whether the overlay is still wanted.
    /// - Throws: ``WorkFailure``: no overlay is made of work that was called off.
    public borrowing func prepared(for size: PixelSize, work: WorkContext = WorkContext()) throws(WorkFailure)
        -> ImageOverlay
    {
        let (cancellation, background) = (work.cancellation, background)
        var pixels = try cancellation.finish { () throws(OutOfMemory) in
            try PixelBuffer(size, format: .rgb, filledWith: background, cancellation)
        }
        if let all = PaintArea(PixelRect(size)) { try apply(to: &pixels, in: all, work: work) }
        return try ImageOverlay(content: pixels, contentMode: .fill, background: background, cancellation: cancellation)
    }
}
