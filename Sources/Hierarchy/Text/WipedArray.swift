import SecureMemory

/// An array of plain values that is wiped when it is released or outgrown.
struct WipedArray<Element: BitwiseCopyable>: ~Copyable {
    private var allocation: WipedAllocation
    /// Values held.
    private(set) var count = 0

    /// - Throws: ``OutOfMemory``.
    init(capacity: Int = 64) throws(OutOfMemory) {
        allocation = try WipedAllocation(byteCount: capacity * MemoryLayout<Element>.stride)
    }

    /// Makes sure that `additional` more values fit.
    ///
    /// - Throws: ``OutOfMemory``.
    mutating func reserve(_ additional: Int) throws(OutOfMemory) {
        let needed = (count + additional) * MemoryLayout<Element>.stride
        guard needed > allocation.byteCount else { return }
        let larger = try WipedAllocation(byteCount: max(needed, 2 * allocation.byteCount))
        larger.baseAddress.copyMemory(from: allocation.baseAddress, byteCount: count * MemoryLayout<Element>.stride)
        allocation = larger
    }

    /// Appends `value`.
    ///
    /// - Throws: ``OutOfMemory``.
    mutating func append(_ value: Element) throws(OutOfMemory) {
        try reserve(1)
        let offset = count * MemoryLayout<Element>.stride
        allocation.baseAddress.storeBytes(of: value, toByteOffset: offset, as: Element.self)
        count += 1
    }

    /// Forgets the last value, of which there has to be one.
    mutating func removeLast() {
        precondition(count > 0, "there is no value")
        count -= 1
    }

    /// Forgets all values, and keeps the memory.
    mutating func removeAll() {
        count = 0
    }

    /// The values.
    var values: UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(
            start: UnsafePointer(allocation.baseAddress.assumingMemoryBound(to: Element.self)),
            count: count
        )
    }
}
