import SecureMemory

/// The memory of the rows of a picture, to give back some while others are in use.
struct RowMemory: Sendable {
    private let memory: DiscardableMemory
    private let firstRow: Int
    private let stride: Int

    /// That of `picture`, which lives as long as this value; with each row go so many bytes before its samples.
    init(of picture: borrowing PixelBuffer, bytesBefore: Int = 0) {
        memory = picture.discardable
        firstRow = picture.firstRow - bytesBefore
        stride = picture.rowStride
    }

    /// Gives back rows that nobody reads or writes any more; false if they are kept.
    func discard(_ rows: Range<Int>) -> Bool {
        memory.discard(firstRow + rows.lowerBound * stride..<firstRow + rows.upperBound * stride)
    }
}
