/// Where a ``SecureBytesBuilder`` has its memory from.
public struct MemorySource: Sendable {
    /// Whether room that is not used costs nothing, so that it is best taken for all that may come.
    public let isSparse: Bool

    /// Nil is the memory of the process itself.
    private let take: (@Sendable (Int) throws(OutOfMemory) -> WipedAllocation)?

    /// The memory of the process itself.
    public static let process = MemorySource()

    private init() {
        isSparse = false
        take = nil
    }

    /// Memory from `allocate`.
    ///
    /// - Parameters:
    ///   - isSparse: Whether room that is not used costs nothing.
    ///   - allocate: Makes an allocation of at least as many bytes as it is given, which are more than 0.
    public init(
        isSparse: Bool = true,
        _ allocate: @escaping @Sendable (_ byteCount: Int) throws(OutOfMemory) -> WipedAllocation
    ) {
        self.isSparse = isSparse
        self.take = allocate
    }

    /// At least `byteCount` bytes, uninitialised. No bytes are always the process's own.
    ///
    /// - Throws: ``OutOfMemory`` if there are none, or if `byteCount` is negative.
    public func allocate(byteCount: Int) throws(OutOfMemory) -> WipedAllocation {
        guard let take, byteCount > 0 else { return try WipedAllocation(byteCount: byteCount) }
        let allocation = try take(byteCount)
        precondition(allocation.byteCount >= byteCount, "an allocation is smaller than was asked for")
        return allocation
    }
}
