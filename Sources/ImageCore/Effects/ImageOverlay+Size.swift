public import SecureMemory

extension ImageOverlay {
    /// An overlay that paints the same on targets of `size`, without having to scale anything: to be painted again and again.
    ///
    /// - Throws: ``OutOfMemory``.
    public borrowing func prepared(for size: PixelSize) throws(OutOfMemory) -> ImageOverlay {
        var pixels = try PixelBuffer(size, format: .rgb, filledWith: background)
        if let all = PaintArea(PixelRect(size)) { try apply(to: &pixels, in: all) }
        return ImageOverlay(content: pixels, contentMode: .fill, background: background)
    }
}
