import BoundedWork
import SecureMemory

/// An array of plain values that is wiped when it is released or outgrown.
struct WipedArray<Element: BitwiseCopyable>: ~Copyable {
    private var allocation: WipedAllocation
    private(set) var count = 0

    init(capacity: Int = 64) throws(BudgetFailure) {
        allocation = try Self.allocation(capacity * MemoryLayout<Element>.stride)
    }

    /// Makes sure that `additional` more values fit.
    mutating func reserve(_ additional: Int) throws(BudgetFailure) {
        let needed = (count + additional) * MemoryLayout<Element>.stride
        guard needed > allocation.byteCount else { return }
        let larger = try Self.allocation(max(needed, 2 * allocation.byteCount))
        larger.baseAddress.copyMemory(from: allocation.baseAddress, byteCount: count * MemoryLayout<Element>.stride)
        allocation = larger
    }

    mutating func append(_ value: Element) throws(BudgetFailure) {
        try reserve(1)
        let offset = count * MemoryLayout<Element>.stride
        allocation.baseAddress.storeBytes(of: value, toByteOffset: offset, as: Element.self)
        count += 1
    }

    /// - Precondition: There is a value.
    mutating func removeLast() {
        precondition(count > 0, "there is no value")
        count -= 1
    }

    /// Forgets all values, and keeps the memory.
    mutating func removeAll() {
        count = 0
    }

    var values: UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(
            start: UnsafePointer(allocation.baseAddress.assumingMemoryBound(to: Element.self)),
            count: count
        )
    }

    /// - Precondition: `index` is within `0..<count`.
    subscript(index: Int) -> Element {
        get { values[index] }
        set {
            precondition(index >= 0 && index < count, "there is no such value")
            allocation.baseAddress.storeBytes(
                of: newValue,
                toByteOffset: index * MemoryLayout<Element>.stride,
                as: Element.self
            )
        }
    }

    private static func allocation(_ byteCount: Int) throws(BudgetFailure) -> WipedAllocation {
        do {
            return try WipedAllocation(byteCount: byteCount)
        } catch {
            throw .outOfMemory(error)
        }
    }
}
