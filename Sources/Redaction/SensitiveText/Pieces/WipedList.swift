import BoundedWork
import SecureMemory

/// A list of plain values in memory that is wiped, for what a text says.
struct WipedList<Element: BitwiseCopyable>: ~Copyable {
    private var allocation: WipedAllocation
    /// How many values there are.
    private(set) var count = 0

    init() throws(BudgetFailure) {
        allocation = try Self.allocation(64 * MemoryLayout<Element>.stride)
    }

    /// All values, in order, as long as the list is neither changed nor gone.
    var values: UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(start: base, count: count)
    }

    private var base: UnsafeMutablePointer<Element> {
        allocation.baseAddress.assumingMemoryBound(to: Element.self)
    }

    /// - Throws: ``BudgetFailure/outOfMemory(_:)``.
    mutating func append(_ value: Element) throws(BudgetFailure) {
        if (count + 1) * MemoryLayout<Element>.stride > allocation.byteCount { try grow() }
        base[count] = value
        count += 1
    }

    /// Forgets all values, and keeps the memory.
    mutating func removeAll() {
        count = 0
    }

    private mutating func grow() throws(BudgetFailure) {
        let larger = try Self.allocation(2 * allocation.byteCount)
        larger.baseAddress.copyMemory(from: allocation.baseAddress, byteCount: count * MemoryLayout<Element>.stride)
        allocation = larger
    }

    private static func allocation(_ byteCount: Int) throws(BudgetFailure) -> WipedAllocation {
        do {
            let allocation = try WipedAllocation(byteCount: byteCount)
            allocation.baseAddress.bindMemory(to: Element.self, capacity: byteCount / MemoryLayout<Element>.stride)
            return allocation
        } catch {
            throw .outOfMemory(error)
        }
    }
}
