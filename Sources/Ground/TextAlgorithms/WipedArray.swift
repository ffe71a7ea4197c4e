public import BoundedWork
public import SecureMemory

/// A growing array of plain values that is wiped when it is released or outgrown.
///
/// Scratch memory of a fixed size, whose owner writes it out of order, is `WipedBuffer` of ImageCore.
public struct WipedArray<Element: BitwiseCopyable>: ~Copyable, Sendable {
    @usableFromInline var allocation: WipedAllocation
    @usableFromInline var end = 0

    /// Takes memory for `capacity` values.
    @inlinable
    public init(capacity: Int = 64) throws(BudgetFailure) {
        allocation = try wipedAllocation(byteCount: capacity * MemoryLayout<Element>.stride)
    }

    /// The number of values.
    @inlinable public var count: Int { end }

    /// The values, valid until the array changes.
    @inlinable public var values: UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(
            start: UnsafePointer(allocation.baseAddress.assumingMemoryBound(to: Element.self)),
            count: end
        )
    }

    /// The value at `index`, which is within `0..<count`.
    @inlinable public subscript(index: Int) -> Element {
        get { values[index] }
        set {
            precondition(index >= 0 && index < end, "there is no such value")
            store(newValue, at: index)
        }
    }

    /// Makes sure that `additional` more values fit.
    @inlinable
    public mutating func reserve(_ additional: Int) throws(BudgetFailure) {
        let needed = (end + additional) * MemoryLayout<Element>.stride
        guard needed > allocation.byteCount else { return }
        let larger = try wipedAllocation(byteCount: max(needed, 2 * allocation.byteCount))
        larger.baseAddress.copyMemory(from: allocation.baseAddress, byteCount: end * MemoryLayout<Element>.stride)
        allocation = larger
    }

    /// Appends `value`, for which memory is taken if it has no room.
    @inlinable
    public mutating func append(_ value: Element) throws(BudgetFailure) {
        try reserve(1)
        store(value, at: end)
        end += 1
    }

    /// Forgets the last value, of at least one.
    @inlinable
    public mutating func removeLast() {
        precondition(end > 0, "there is no value")
        end -= 1
    }

    /// Forgets all values, and keeps the memory.
    @inlinable
    public mutating func removeAll() {
        end = 0
    }

    /// Sorts the values in place.
    @inlinable
    public mutating func sort(by areInOrder: (Element, Element) -> Bool) {
        var values = UnsafeMutableBufferPointer(
            start: allocation.baseAddress.assumingMemoryBound(to: Element.self),
            count: end
        )
        values.sort(by: areInOrder)
    }

    @inlinable
    func store(_ value: Element, at index: Int) {
        let offset = index * MemoryLayout<Element>.stride
        allocation.baseAddress.storeBytes(of: value, toByteOffset: offset, as: Element.self)
    }
}

@usableFromInline
func wipedAllocation(byteCount: Int) throws(BudgetFailure) -> WipedAllocation {
    do {
        return try WipedAllocation(byteCount: byteCount)
    } catch {
        throw .outOfMemory(error)
    }
}
