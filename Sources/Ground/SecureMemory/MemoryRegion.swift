import CSecureMemory
import Glibc
import Synchronization

/// The shared memory that all large wiped memory of this process lies in, so that another process reads it where it is.
///
/// Once it is installed, every ``WipedAllocation`` of 64 KiB and more is part of it, and there is no more of them than it
/// has room for. It is never given back.
public enum MemoryRegion {
    /// The installed memory, which must stay mapped.
    private static let installed = Mutex<SharedMemory?>(nil)

    /// Puts the large memory of this process into `memory` from now on; false while memory of a region before is in use.
    ///
    /// - Parameters:
    ///   - memory: Not read-only, and written by nobody else. Blocks in it are never moved, so it is best several times as large
    ///     as `byteLimit`; untouched pages cost nothing.
    ///   - byteLimit: Bytes that may be taken at a time, with those that ``IdleMemory`` keeps.
    public static func install(_ memory: SharedMemory, byteLimit: Int) -> Bool {
        precondition(memory.access == .readWrite, "a region is written to")
        return installed.withLock { installed in
            let size = memory.byteCount & ~(Int(getpagesize()) - 1)
            guard secure_memory_use_region(memory.baseAddress, size, max(byteLimit, 0)) else { return false }
            installed = memory
            return true
        }
    }

    /// Takes large memory from the system again, for tests; false if that could not be done.
    static func remove() -> Bool {
        installed.withLock { installed in
            guard secure_memory_use_region(nil, 0, 0) else { return false }
            installed = nil
            return true
        }
    }

    /// Offset in the region of the first of `bytes`; nil if they lie elsewhere, or if there are none.
    public static func offset(of bytes: SecureBytes) -> Int? {
        bytes.withUnsafeBytes { buffer in
            guard let address = buffer.baseAddress, !buffer.isEmpty else { return nil }
            let offset = secure_memory_region_offset(address)
            return offset < 0 ? nil : offset
        }
    }

    /// `bytes` where another process can read them, with their place in the region: the same memory if they lie there, and a copy
    /// if they are few, or lie elsewhere. Without a region it throws ``OutOfMemory``.
    public static func place(_ bytes: SecureBytes) throws(OutOfMemory) -> (bytes: SecureBytes, offset: Int) {
        if let offset = offset(of: bytes) { return (bytes, offset) }
        let room = max(bytes.count, Int(SECURE_MEMORY_SMALLEST_BLOCK))
        guard let pointer = secure_memory_take_in_region(room) else { throw OutOfMemory(byteCount: bytes.count) }
        let copy = WipedAllocation(adopting: pointer, byteCount: room, writtenByteCount: bytes.count)
        bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: pointer, count: room).copyMemory(from: $0) }
        return (SecureBytes(copy, count: bytes.count), secure_memory_region_offset(pointer))
    }
}
