import Synchronization

/// Source of the memory of a ``SecureBytesBuilder``.
public struct MemorySource: Sendable {
    /// Whether unused room costs nothing, so that it is best taken for everything that may come.
    public let isSparse: Bool

    /// Nil is the memory of the process itself.
    private let take: (@Sendable (Int) throws(OutOfMemory) -> WipedAllocation)?

    /// The memory of the process itself.
    public static let process = MemorySource()

    private init() {
        isSparse = false
        take = nil
    }

    /// Memory from `allocate`, which makes an allocation of at least as many bytes as it is given, more than 0. Unused room costs
    /// nothing where it `isSparse`.
    public init(
        isSparse: Bool = true,
        _ allocate: @escaping @Sendable (_ byteCount: Int) throws(OutOfMemory) -> WipedAllocation
    ) {
        self.isSparse = isSparse
        self.take = allocate
    }

    /// At least `byteCount` bytes, uninitialised, or ``OutOfMemory``, also for a negative number. 0 bytes are the process's own.
    public func allocate(byteCount: Int) throws(OutOfMemory) -> WipedAllocation {
        guard let take, byteCount > 0 else { return try WipedAllocation(byteCount: byteCount) }
        let allocation = try take(byteCount)
        precondition(allocation.byteCount >= byteCount, "an allocation is smaller than was asked for")
        return allocation
    }
}

/// Bytes of ``SharedMemory`` that are lent for a time, and handed back instead of released.
///
/// Their lender wipes them, and learns the number of written ones.
/// ```swift
/// let loan = MemoryLoan(of: block) { writtenByteCount in block.wipe(writtenByteCount) }
/// var builder = try SecureBytesBuilder(capacity: 100, in: MemorySource { _ in WipedAllocation(borrowing: loan) })
/// ```
public final class MemoryLoan: Sendable {
    /// The memory that the bytes lie in.
    public let memory: SharedMemory

    /// Range of the bytes in ``memory``.
    public let range: Range<Int>

    private let giveBack: @Sendable (_ writtenByteCount: Int) -> Void
    let onFinish: @Sendable (_ writtenByteCount: Int) -> Void
    private let isBorrowed = Atomic(false)
    private let writtenByteCount = Atomic(0)

    /// Lends bytes, once.
    ///
    /// - Parameters:
    ///   - memory: The memory of the bytes, kept for as long.
    ///   - range: The bytes; nil lends all. Beyond the memory it traps: a range from another process has to be checked first.
    ///   - giveBack: Called once, on any thread, when nobody has the bytes any longer, with the number of bytes that may have
    ///     been written from the first on. It must not take long.
    ///   - onFinish: Called when a ``SecureBytesBuilder`` is finished that has written to the first bytes, with the number of these.
    public init(
        of memory: SharedMemory,
        range: Range<Int>? = nil,
        giveBack: @escaping @Sendable (_ writtenByteCount: Int) -> Void,
        onFinish: @escaping @Sendable (_ writtenByteCount: Int) -> Void = { _ in }
    ) {
        let range = range ?? 0..<memory.byteCount
        precondition(range.lowerBound >= 0 && range.upperBound <= memory.byteCount, "the range is outside the memory")
        self.memory = memory
        self.range = range
        self.giveBack = giveBack
        self.onFinish = onFinish
    }

    deinit {
        giveBack(writtenByteCount.load(ordering: .acquiring))
    }

    var baseAddress: UnsafeMutableRawPointer { memory.baseAddress + range.lowerBound }

    /// Notes that somebody has the bytes, once only: two owners would write over each other.
    func borrow() {
        precondition(!isBorrowed.exchange(true, ordering: .relaxed), "a loan was borrowed twice")
    }

    func end(writtenByteCount count: Int) {
        writtenByteCount.store(count, ordering: .releasing)
    }
}
