import CSecureMemory
import Glibc
package import SecureMemory

/// A file in memory that grows as other processes write to it by its descriptor. It is gone with this object, and is not wiped.
///
/// ```swift
/// let result = try MemoryFile()
/// // A program that has `result.descriptor` writes to it; once that has ended:
/// let bytes = try result.bytes(in: 0..<result.byteCount)
/// ```
package final class MemoryFile: Sendable {
    /// The descriptor to hand to other processes, which may also open it again by `/proc/self/fd`.
    package let descriptor: Int32

    /// Makes an empty file, or throws ``OutOfMemory``, also if there are no descriptors left.
    package init() throws(OutOfMemory) {
        descriptor = shared_memory_create(0)
        guard descriptor >= 0 else { throw OutOfMemory(byteCount: 0) }
    }

    deinit { close(descriptor) }

    /// Bytes that were written so far.
    package var byteCount: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// A copy of bytes. Those beyond the end, which another process may have moved, are zeros.
    package func bytes(in range: Range<Int>) throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: range.count)
        try builder.appendInPlace(minimum: range.count) { free in
            let buffer = UnsafeMutableRawBufferPointer(rebasing: free[..<range.count])
            var done = 0
            while done < buffer.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                let count = pread(descriptor, rest.baseAddress, rest.count, range.lowerBound + done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    rest.initializeMemory(as: UInt8.self, repeating: 0)
                    break
                }
                done += count
            }
            return buffer.count
        }
        return builder.finish()
    }
}
