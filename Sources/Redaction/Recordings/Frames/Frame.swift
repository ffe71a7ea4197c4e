import Glibc
import SecureMemory

/// A frame in memory that is wiped. Frames that are alike share one.
final class Frame {
    private let memory: WipedAllocation

    /// - Parameter byteCount: The bytes of a frame, none of which is written yet.
    init(byteCount: Int) throws(OutOfMemory) {
        memory = try WipedAllocation(byteCount: byteCount)
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(mutableBytes) }

    var mutableBytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: memory.baseAddress, count: memory.byteCount)
    }

    func copied() throws(OutOfMemory) -> Frame {
        let copy = try Frame(byteCount: bytes.count)
        copy.mutableBytes.copyMemory(from: bytes)
        return copy
    }

    func isAlike(_ other: Frame) -> Bool {
        self === other
            || memory.byteCount == other.memory.byteCount
                && memcmp(memory.baseAddress, other.memory.baseAddress, memory.byteCount) == 0
    }
}
