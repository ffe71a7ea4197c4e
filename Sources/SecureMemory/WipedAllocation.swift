import Glibc

/// The memory asked for could not be had.
public struct OutOfMemory: Error, Equatable, CustomStringConvertible {
    /// Bytes that were asked for; 0 where that is not known.
    public let byteCount: Int

    /// States the bytes that could not be had.
    ///
    /// - Parameter byteCount: Bytes that were asked for; 0 where that is not known.
    public init(byteCount: Int) {
        self.byteCount = byteCount
    }

    /// A sentence for a log.
    public var description: String {
        byteCount == 0 ? "there is not enough memory" : "\(byteCount) bytes of memory could not be allocated"
    }
}

/// Uninitialised memory with one owner that is overwritten with zeros before it goes back to the allocator.
///
/// Everything that may hold a pixel, an upload or a policy lives in one of these, so that nothing of a snapshot outlasts
/// the request that brought it.
public struct WipedAllocation: ~Copyable, @unchecked Sendable {
    // Sendable: the pointer is never shared, and a noncopyable value has one owner at a time.

    /// The first byte, aligned to ``alignment`` unless the memory was adopted.
    public let baseAddress: UnsafeMutableRawPointer

    /// Bytes from ``baseAddress`` that belong to this allocation.
    public let byteCount: Int

    /// Bytes from ``baseAddress`` that may have been written, and are wiped: all of them, unless the owner knows better.
    var writtenByteCount: Int

    /// A cache line, and the widest vector register there is.
    public static let alignment = 64

    /// Takes `byteCount` bytes, uninitialised.
    ///
    /// - Throws: ``OutOfMemory`` if there are none, or if `byteCount` is negative.
    public init(byteCount: Int) throws(OutOfMemory) {
        var pointer: UnsafeMutableRawPointer?
        guard byteCount >= 0, posix_memalign(&pointer, Self.alignment, max(byteCount, 1)) == 0, let pointer else {
            throw OutOfMemory(byteCount: byteCount)
        }
        self.baseAddress = pointer
        self.byteCount = byteCount
        self.writtenByteCount = byteCount
    }

    /// Takes over memory that `malloc` or one of its kin returned.
    ///
    /// - Parameters:
    ///   - pointer: At least `byteCount` bytes, freed by this value and by nobody else.
    ///   - byteCount: Bytes to wipe before they are freed.
    public init(adopting pointer: UnsafeMutableRawPointer, byteCount: Int) {
        self.baseAddress = pointer
        self.byteCount = byteCount
        self.writtenByteCount = byteCount
    }

    deinit {
        explicit_bzero(baseAddress, writtenByteCount)
        free(baseAddress)
    }
}
