import SecureMemory

/// The bytes of a chunk that is not whole yet, in wiped memory that is taken with the first of them.
struct ChunkBuffer: ~Copyable, Sendable {
    /// Bytes of a whole chunk.
    let capacity: Int
    private var memory: WipedAllocation?
    private var hasMemory = false

    /// Holds nothing; `capacity` is 1 or more.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Number of bytes held.
    private(set) var count = 0

    var isFull: Bool { count == capacity }

    /// Moves bytes from the start of `input` to this buffer until it is full.
    mutating func fill(from input: inout UnsafeRawBufferPointer) throws(OutOfMemory) {
        let taken = min(capacity - count, input.count)
        guard let start = input.baseAddress, taken > 0 else { return }
        if !hasMemory { memory = try Self.untouched(capacity) }
        hasMemory = true
        memory?.append(UnsafeRawBufferPointer(start: start, count: taken), at: count)
        count += taken
        input = UnsafeRawBufferPointer(rebasing: input[taken...])
    }

    /// Calls `body` with the bytes held, which are valid until it returns.
    func withUnsafeBytes<Value, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        switch memory {
        case .some(let memory): try body(UnsafeRawBufferPointer(start: memory.baseAddress, count: count))
        case .none: try body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }

    /// Memory of which nothing is wiped before something is written.
    private static func untouched(_ byteCount: Int) throws(OutOfMemory) -> WipedAllocation {
        var memory = try WipedAllocation(byteCount: byteCount)
        memory.writtenByteCount = 0
        return memory
    }

    /// Forgets the bytes; their memory is used again, and wiped in the end.
    mutating func removeAll() {
        count = 0
    }
}

extension WipedAllocation {
    /// Writes `bytes` at `offset`, within the memory; only what was written is wiped.
    fileprivate mutating func append(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        UnsafeMutableRawBufferPointer(start: baseAddress + offset, count: byteCount - offset).copyMemory(from: bytes)
        writtenByteCount = max(writtenByteCount, offset + bytes.count)
    }
}
