/// Bytes that never change, shared without copying and wiped when the last holder lets go.
///
/// A slice holds on to the memory of the whole, so a part of an upload is handed on as it arrived:
/// ```swift
/// let upload = try SecureBytes(copying: [0x89, 0x50, 0x4E, 0x47])
/// let signature = upload[0..<2]
/// ```
public struct SecureBytes: Sendable {
    private let storage: Storage?
    private let range: Range<Int>

    /// The sole owner of the memory; nothing writes to it once a `Storage` exists, which is what makes it `Sendable`.
    private final class Storage: Sendable {
        let allocation: WipedAllocation

        init(_ allocation: consuming WipedAllocation) {
            self.allocation = allocation
        }
    }

    /// Holds no bytes, and takes no memory.
    public init() {
        self.init(storage: nil, range: 0..<0)
    }

    /// Holds the first `count` bytes of `allocation`, 0 to `allocation.byteCount`, which must have been written.
    public init(_ allocation: consuming WipedAllocation, count: Int) {
        precondition(count >= 0 && count <= allocation.byteCount, "count is beyond the allocation")
        self.storage = Storage(allocation)
        self.range = 0..<count
    }

    /// Holds the bytes of a loan, which go back when the last holder lets go. They have been written, nobody else has borrowed
    /// them, and nobody writes to them as long as they are lent; the memory may be read-only.
    public init(reading loan: MemoryLoan) {
        self.storage = Storage(WipedAllocation(reading: loan))
        self.range = 0..<loan.range.count
    }

    /// Holds a copy of `bytes`.
    public init(copying bytes: some Collection<UInt8>) throws(OutOfMemory) {
        let count = bytes.count
        let allocation = try WipedAllocation(byteCount: count)
        UnsafeMutableRawBufferPointer(start: allocation.baseAddress, count: count).copyBytes(from: bytes)
        self.init(allocation, count: count)
    }

    private init(storage: Storage?, range: Range<Int>) {
        self.storage = storage
        self.range = range
    }

    /// Number of bytes.
    public var count: Int { range.count }

    /// Whether there are no bytes.
    public var isEmpty: Bool { range.isEmpty }

    /// The bytes at `bounds`, counted from 0 at the start of this value, over the same memory. Beyond `0..<count` it traps.
    public subscript(bounds: Range<Int>) -> SecureBytes {
        precondition(bounds.lowerBound >= 0 && bounds.upperBound <= count, "bounds are outside the bytes")
        let start = range.lowerBound + bounds.lowerBound
        return SecureBytes(storage: storage, range: start..<start + bounds.count)
    }

    /// Place of the bytes in memory that other processes map, too; nil if they are in the process's own. The place is theirs as
    /// long as this value or a slice of it is there.
    public var sharedPlace: SharedPlace? {
        guard let loan = storage?.allocation.loan else { return nil }
        let start = loan.range.lowerBound + range.lowerBound
        return SharedPlace(memory: loan.memory, range: start..<start + range.count)
    }

    /// Calls `body` with the bytes, which are valid until it returns.
    public func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let storage else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        let start = UnsafeRawPointer(storage.allocation.baseAddress) + range.lowerBound
        return try body(UnsafeRawBufferPointer(start: start, count: range.count))
    }
}

/// Place of bytes in memory that is shared with other processes.
public struct SharedPlace: Sendable {
    /// The memory that the bytes lie in.
    public let memory: SharedMemory

    /// The bytes, counted from the start of ``memory``.
    public let range: Range<Int>
}

extension SecureBytes: Equatable {
    /// Whether both values hold the same bytes. The time depends on the bytes, so do not compare keys with it.
    public static func == (lhs: SecureBytes, rhs: SecureBytes) -> Bool {
        lhs.withUnsafeBytes { left in rhs.withUnsafeBytes { right in left.elementsEqual(right) } }
    }
}
