import CContainment
public import SecureMemory

/// A number that a front writes and all of its workers read: how many workers have nothing to do.
public final class Board: @unchecked Sendable {
    // Sendable: the memory is touched by atomic instructions alone.

    let memory: SharedMemory

    /// Bytes of the memory.
    static let byteCount = 4096

    /// A board for workers to read.
    ///
    /// - Throws: ``OutOfMemory``.
    public init() throws(OutOfMemory) {
        memory = try SharedMemory(byteCount: Self.byteCount)
    }

    /// A board that the front writes.
    init(_ memory: SharedMemory) {
        self.memory = memory
    }

    private var number: UnsafeMutablePointer<Int32> {
        memory.baseAddress.assumingMemoryBound(to: Int32.self)
    }

    /// How many workers have nothing to do. Set by the front alone.
    public var idleWorkers: Int {
        get { Int(containment_load(number)) }
        set { containment_store(number, Int32(clamping: newValue)) }
    }
}
