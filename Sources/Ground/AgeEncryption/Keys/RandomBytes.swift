import SecureMemory

/// Random bytes of the system in wiped memory.
enum RandomBytes {
    /// `count` bytes, a multiple of 8.
    static func take(_ count: Int) throws(OutOfMemory) -> SecureBytes {
        precondition(count.isMultiple(of: 8), "random numbers have eight bytes")
        let allocation = try WipedAllocation(byteCount: count)
        fill(UnsafeMutableRawBufferPointer(start: allocation.baseAddress, count: count))
        return SecureBytes(allocation, count: count)
    }

    /// Writes to `bytes`, a multiple of 8. The calls of the system write straight to it.
    private static func fill(_ bytes: UnsafeMutableRawBufferPointer) {
        var generator = SystemRandomNumberGenerator()
        for place in stride(from: 0, to: bytes.count, by: 8) {
            bytes.storeBytes(of: generator.next(), toByteOffset: place, as: UInt64.self)
        }
        StackRemains.wipe()
    }
}
