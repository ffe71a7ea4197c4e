import SecureMemory

/// Rows of floating-point samples, interleaved as in the picture that they were taken from.
struct FloatRows: ~Copyable {
    /// Samples of a row.
    let rowCount: Int
    /// How many rows there are.
    let rows: Int

    private let samples: WipedBuffer<Float>

    init(rowCount: Int, rows: Int) throws(OutOfMemory) {
        let (count, overflow) = rowCount.multipliedReportingOverflow(by: rows)
        guard !overflow else { throw OutOfMemory(byteCount: .max) }
        samples = try WipedBuffer(count: count)
        self.rowCount = rowCount
        self.rows = rows
    }

    /// The first sample of row `index`, 0 to `rows - 1`.
    subscript(index: Int) -> UnsafeMutablePointer<Float> { samples.base + index * rowCount }
}

extension Float {
    /// The nearest integer, ties to even, of a value within 0 and 255.
    ///
    /// At 2^23 the spacing of `Float` is 1, so adding it leaves the rounded integer in the low bits. Unlike a conversion,
    /// which traps out of range, this compiles to vector instructions.
    @inline(__always)
    var roundedSample: UInt8 { UInt8(truncatingIfNeeded: (self + 8_388_608).bitPattern) }
}
