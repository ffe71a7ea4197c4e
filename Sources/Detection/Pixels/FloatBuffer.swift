import SecureMemory

/// Memory for numbers, wiped when it is released.
struct FloatBuffer: ~Copyable {
    /// The first of ``count`` numbers, uninitialised until they are written.
    let base: UnsafeMutablePointer<Float>
    let count: Int

    private let allocation: WipedAllocation

    /// - Throws: `OutOfMemory`.
    init(count: Int) throws(OutOfMemory) {
        let (byteCount, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Float>.stride)
        guard !overflow else { throw OutOfMemory(byteCount: .max) }
        allocation = try WipedAllocation(byteCount: byteCount)
        base = allocation.baseAddress.bindMemory(to: Float.self, capacity: count)
        self.count = count
    }
}
