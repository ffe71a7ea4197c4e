import SecureMemory

/// Bytes that were read but not taken yet: heads, chunk lines, and what came with them.
///
/// It holds memory only while it holds bytes, so that a connection that waits costs none. The memory is wiped, because the
/// beginning of an upload passes through it.
struct ReadBuffer: ~Copyable {
    /// Bytes that it holds at most: 8 KiB, a few heads. Bodies are read past it.
    static let capacity = 8 * 1024

    private var allocation: WipedAllocation?
    /// The first byte of the allocation, as long as there is one.
    private var base: UnsafeMutableRawPointer?
    private var start = 0
    private var end = 0

    /// Whether nothing is left to take.
    var isEmpty: Bool { start == end }

    /// Whether more can be read without taking anything.
    var hasRoom: Bool { end - start < Self.capacity }

    /// Lets `read` write behind what is there; there is room for at least one byte if ``hasRoom``.
    mutating func fill(
        _ read: (UnsafeMutableRawBufferPointer) -> Socket.Received
    ) throws(OutOfMemory) -> Socket.Received {
        let base = try memory()
        if start > 0 {
            if !isEmpty { base.copyMemory(from: base + start, byteCount: end - start) }
            (start, end) = (0, end - start)
        }
        let received = read(UnsafeMutableRawBufferPointer(start: base + end, count: Self.capacity - end))
        if case .bytes(let count) = received { end += count }
        return received
    }

    private mutating func memory() throws(OutOfMemory) -> UnsafeMutableRawPointer {
        if let base { return base }
        let fresh = try WipedAllocation(byteCount: Self.capacity)
        let address = fresh.baseAddress
        allocation = consume fresh
        base = address
        return address
    }

    /// Calls `body` with the bytes that are there.
    func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let unread = UnsafeRawBufferPointer(start: base.map { $0 + start }, count: end - start)
        return try unread.withMemoryRebound(to: UInt8.self) { (bytes) throws(Failure) in try body(bytes.span) }
    }

    /// Takes `count` bytes off the front, at most those that are there.
    mutating func take(_ count: Int) {
        start += min(count, end - start)
        if isEmpty { (start, end) = (0, 0) }
    }

    /// Gives the memory back if it holds nothing.
    mutating func release() {
        guard isEmpty else { return }
        allocation = nil
        base = nil
    }
}
