/// The rows of a picture for threads that change it at the same time, none of which writes what another reads or writes.
/// Valid as long as the picture, which nobody else touches meanwhile.
struct SharedRows {
    /// Where row 0 is, or would be.
    fileprivate let base: UnsafeMutablePointer<UInt8>
    fileprivate let stride: Int

    /// The first sample of row `y`, one of ``PixelBuffer/rows``.
    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { base + y * stride }
}

extension PixelBuffer {
    /// The rows, to be changed by several threads.
    var sharedRows: SharedRows {
        mutating get {
            SharedRows(base: mutableRow(rows.lowerBound) - rows.lowerBound * rowStride, stride: rowStride)
        }
    }
}
