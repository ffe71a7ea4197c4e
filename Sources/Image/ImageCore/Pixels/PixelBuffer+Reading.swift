extension PixelBuffer {
    /// Calls `body` with the samples of row `y`, from the left, without padding. They are valid until it returns.
    ///
    /// - Precondition: The row is within ``size``.
    public func withRow<Result, Failure: Error>(
        _ y: Int,
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(y >= 0 && y < size.height, "the row is outside the picture")
        return try body(UnsafeBufferPointer(start: row(y), count: size.width * format.channels))
    }
}
