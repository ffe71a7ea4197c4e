package import SecureMemory

/// Scratch memory for numbers, wiped when it is released.
package struct WipedBuffer<Element: BitwiseCopyable>: ~Copyable {
    /// The first of ``count`` elements, uninitialised until they are written.
    package let base: UnsafeMutablePointer<Element>
    package let count: Int

    private let allocation: WipedAllocation

    package init(count: Int) throws(OutOfMemory) {
        let (byteCount, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        guard !overflow else { throw OutOfMemory(byteCount: .max) }
        allocation = try WipedAllocation(byteCount: byteCount)
        base = allocation.baseAddress.bindMemory(to: Element.self, capacity: count)
        self.count = count
    }

    var all: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(start: base, count: count) }
}
