import CSecureMemory
import Glibc

/// Failure to get memory.
public struct OutOfMemory: Error, Equatable, CustomStringConvertible {
    /// Requested bytes; 0 where the number is not known.
    public let byteCount: Int

    /// States the failure to get `byteCount` bytes; 0 where the number is not known.
    public init(byteCount: Int) {
        self.byteCount = byteCount
    }

    /// The failure to get memory of an unknown size.
    public static let unknown = OutOfMemory(byteCount: 0)

    /// A sentence for a log.
    public var description: String {
        byteCount == 0 ? "there is not enough memory" : "\(byteCount) bytes of memory could not be allocated"
    }
}

/// Uninitialised memory with one owner that is overwritten with zeros before anybody else gets it.
///
/// Everything that may hold a pixel, an upload or a policy lives in one of these, so that nothing of a snapshot outlasts
/// the request that brought it.
public struct WipedAllocation: ~Copyable, @unchecked Sendable {
    // Sendable: the pointer is never shared, and a noncopyable value has one owner at a time.

    /// The loan that the memory goes back to; nil if it was taken from the process's own.
    public let loan: MemoryLoan?

    /// The first byte, aligned to ``alignment``.
    public let baseAddress: UnsafeMutableRawPointer

    /// Number of bytes from ``baseAddress`` on that belong to this allocation.
    public let byteCount: Int

    /// Number of bytes from ``baseAddress`` on that may have been written, and are wiped: all of them, unless the owner knows
    /// better. To wipe memory that was never touched takes longer, because the system has to provide it first.
    public var writtenByteCount: Int

    /// The alignment of every allocation in bytes: a cache line, and the widest vector register there is.
    public static let alignment = Int(SECURE_MEMORY_ALIGNMENT)

    /// Takes `byteCount` bytes, uninitialised, or throws ``OutOfMemory``, also if the number is negative.
    public init(byteCount: Int) throws(OutOfMemory) {
        guard byteCount >= 0, let pointer = secure_memory_take(byteCount) else {
            throw OutOfMemory(byteCount: byteCount)
        }
        self.loan = nil
        self.baseAddress = pointer
        self.byteCount = byteCount
        self.writtenByteCount = byteCount
    }

    /// Takes over `byteCount` bytes that C code took with `secure_memory_take`, and alone releases them. The first
    /// `writtenByteCount` may have been written, and are wiped.
    public init(adopting pointer: UnsafeMutableRawPointer, byteCount: Int, writtenByteCount: Int) {
        self.loan = nil
        self.baseAddress = pointer
        self.byteCount = byteCount
        self.writtenByteCount = writtenByteCount
    }

    /// Borrows the bytes of a loan, which go back instead of being wiped and released. The memory is not read-only, begins at a
    /// multiple of ``alignment``, and is borrowed by nobody else.
    public init(borrowing loan: MemoryLoan) {
        precondition(loan.memory.access == .readWrite, "what is lent for reading is not written to")
        precondition(loan.range.lowerBound % Self.alignment == 0, "a loan is not aligned")
        loan.borrow()
        self.loan = loan
        self.baseAddress = loan.baseAddress
        self.byteCount = loan.range.count
        self.writtenByteCount = loan.range.count
    }

    /// The memory, to discard parts of it while others are in use. Valid as long as this value.
    public var discardable: DiscardableMemory {
        DiscardableMemory(baseAddress: baseAddress, byteCount: byteCount, isOwn: loan == nil)
    }

    init(reading loan: MemoryLoan) {
        loan.borrow()
        self.loan = loan
        self.baseAddress = loan.baseAddress
        self.byteCount = loan.range.count
        self.writtenByteCount = 0
    }

    deinit {
        if let loan {
            // Its lender wipes it.
            loan.end(writtenByteCount: writtenByteCount)
        } else {
            secure_memory_release(baseAddress, byteCount, writtenByteCount)
        }
    }
}

/// Memory of which parts may be given back before the rest.
public struct DiscardableMemory: @unchecked Sendable {
    // Sendable: the caller promises that nobody else uses what it discards.

    fileprivate let baseAddress: UnsafeMutableRawPointer
    fileprivate let byteCount: Int
    fileprivate let isOwn: Bool

    /// Wipes bytes that nobody reads or writes any more, and gives their pages back to the system. Does nothing, and returns false,
    /// with memory that is kept for later use once it is released (``IdleMemory``), or that was lent.
    public func discard(_ bytes: Range<Int>) -> Bool {
        precondition(0 <= bytes.lowerBound && bytes.upperBound <= byteCount, "the bytes are beyond the memory")
        return isOwn && secure_memory_discard(baseAddress, byteCount, bytes.lowerBound, bytes.count)
    }
}

/// Large blocks of wiped memory that were released, kept for the next pictures, of whatever size.
///
/// Once a server has seen the pictures that it gets, it asks the system for no more memory, and gives none back.
public enum IdleMemory {
    /// Upper bound on the kept bytes: 64 MiB unless it is set, and 0 keeps nothing. Older memory makes way for what is
    /// released, the highest addresses first, and goes back to the system at once; so does what is larger than 48 MiB.
    public static var byteLimit: Int {
        get { Int(clamping: secure_memory_idle_limit()) }
        set { secure_memory_set_idle_limit(max(newValue, 0)) }
    }

    /// Number of bytes that are kept now.
    public static var byteCount: Int { Int(clamping: secure_memory_idle()) }
}

/// Remains of functions on the stack: copies of registers, and buffers of libraries that wipe none.
public enum StackRemains {
    private typealias Frames = InlineArray<128, SIMD64<UInt64>>

    /// Overwrites the 64 KiB below the caller's own frame, on the calling thread. Pixels were found 16 KiB down.
    @inline(never)
    public static func wipe() {
        var frames = Frames(repeating: .zero)
        explicit_bzero(&frames, MemoryLayout<Frames>.size)
    }

    /// Overwrites the stack on which the calling thread handles signals, if it has one of its own: with a signal, the kernel puts
    /// all registers there, with what was copied last. Not to be called by a handler.
    public static func wipeSignalStack() {
        var stack = stack_t()
        guard sigaltstack(nil, &stack) == 0, stack.ss_flags == 0, let start = stack.ss_sp else { return }
        explicit_bzero(start, stack.ss_size)
    }
}
