import SecureMemory

/// Scratch memory for samples in one of the arithmetic types, wiped when it is released.
struct Samples<Element: BitwiseCopyable>: ~Copyable {
    /// The first of ``count`` elements, uninitialised until they are written.
    let base: UnsafeMutablePointer<Element>
    /// Elements from ``base``.
    let count: Int

    private let allocation: WipedAllocation

    init(count: Int) throws(OutOfMemory) {
        let (byteCount, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        guard !overflow else { throw OutOfMemory(byteCount: .max) }
        allocation = try WipedAllocation(byteCount: byteCount)
        base = allocation.baseAddress.bindMemory(to: Element.self, capacity: count)
        self.count = count
    }

    /// All ``count`` elements.
    var all: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(start: base, count: count) }
}

/// Rows of floating-point samples, interleaved as in the picture that they were taken from.
struct FloatRows: ~Copyable {
    /// Samples of a row.
    let rowCount: Int
    /// Number of rows.
    let rows: Int

    private let samples: Samples<Float>

    init(rowCount: Int, rows: Int) throws(OutOfMemory) {
        let (count, overflow) = rowCount.multipliedReportingOverflow(by: rows)
        guard !overflow else { throw OutOfMemory(byteCount: .max) }
        samples = try Samples(count: count)
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
