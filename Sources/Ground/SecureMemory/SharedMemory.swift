import CSecureMemory
import Glibc
import Synchronization

/// Memory that other processes map, too, once they have its descriptor. It can neither grow nor shrink.
///
/// ```swift
/// let block = try SharedMemory(byteCount: 1 << 20)
/// // Over a socket, `block.descriptor` gets to another process, which can read the bytes and nothing else:
/// let same = try SharedMemory(adopting: received, byteCount: 1 << 20, access: .readOnly)
/// ```
/// Pages that were never touched take no room.
public final class SharedMemory: Sendable, Identifiable {
    // Sendable: stored properties never change. The memory is written by one owner at a time, who has borrowed it, or by another
    // process at any time: nothing may rely on its bytes.

    /// Access of a process to the memory.
    public enum Access: Sendable {
        /// Reading alone. To write is a fault.
        case readOnly
        /// Reading and writing.
        case readWrite
    }

    /// Identity of this value among all that this process ever has.
    public let id: UInt64

    /// Number of bytes.
    public let byteCount: Int

    /// Access of this process to the memory.
    public let access: Access

    /// The descriptor to hand to other processes, open as long as this value is there; nil if the memory came from one.
    public let descriptor: Int32?

    private let address: UInt

    private static let nextID = Atomic<UInt64>(0)

    /// The first byte, at the start of a page. Nothing may be written to memory that is read-only here.
    public var baseAddress: UnsafeMutableRawPointer {
        guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else {
            preconditionFailure("memory is mapped at an address")
        }
        return pointer
    }

    /// Makes memory that holds zeros, or throws ``OutOfMemory``, also if there are no descriptors left.
    ///
    /// - Parameters:
    ///   - byteCount: Bytes, more than 0.
    ///   - access: The access of this process.
    ///   - receivers: The access of processes that get the descriptor. Where it is ``Access/readOnly``, the kernel refuses them
    ///     all else from 5.1 on.
    public init(
        byteCount: Int,
        access: Access = .readWrite,
        receivers: Access = .readOnly
    ) throws(OutOfMemory) {
        guard byteCount > 0, case let file = shared_memory_create(byteCount), file >= 0 else {
            throw OutOfMemory(byteCount: byteCount)
        }
        // Mapped before it is sealed: the seal leaves existing mappings alone.
        guard let mapping = shared_memory_map(file, byteCount, access == .readWrite) else {
            close(file)
            throw OutOfMemory(byteCount: byteCount)
        }
        guard shared_memory_seal(file, receivers == .readWrite) else {
            munmap(mapping, byteCount)
            close(file)
            throw OutOfMemory(byteCount: byteCount)
        }
        self.id = Self.nextID.add(1, ordering: .relaxed).newValue
        self.byteCount = byteCount
        self.access = access
        self.descriptor = file
        self.address = UInt(bitPattern: mapping)
    }

    /// Maps memory that another process made, `byteCount` bytes of it, more than 0. The descriptor is always closed.
    ///
    /// - Throws: ``SharedMemoryError`` if the bytes are not there, or could be taken away while they are mapped.
    public init(adopting descriptor: Int32, byteCount: Int, access: Access) throws(SharedMemoryError) {
        defer { close(descriptor) }
        guard byteCount > 0 else { throw .tooSmall }
        switch shared_memory_check(descriptor, byteCount) {
        case shared_memory_fits: break
        case shared_memory_may_shrink: throw .mayShrink
        case shared_memory_is_too_small: throw .tooSmall
        default: throw .notMemory
        }
        guard let mapping = shared_memory_map(descriptor, byteCount, access == .readWrite) else {
            throw .notMappable(errno)
        }
        self.id = Self.nextID.add(1, ordering: .relaxed).newValue
        self.byteCount = byteCount
        self.access = access
        self.descriptor = nil
        self.address = UInt(bitPattern: mapping)
    }

    deinit {
        munmap(baseAddress, byteCount)
        if let descriptor { close(descriptor) }
    }

    /// Overwrites the first `count` bytes, 0 to ``byteCount``, with zeros. The memory must not be read-only.
    public func wipe(_ count: Int) {
        precondition(access == .readWrite && count >= 0 && count <= byteCount, "bytes cannot be wiped")
        explicit_bzero(baseAddress, count)
    }

    /// Bytes of the pages that were touched, by any process; 0 if the memory came from another.
    public var residentByteCount: Int {
        descriptor.map { Int(clamping: shared_memory_resident($0)) } ?? 0
    }
}

/// Reason why memory from another process cannot be mapped.
public enum SharedMemoryError: Error, Equatable, CustomStringConvertible {
    /// The descriptor is not that of memory.
    case notMemory
    /// The memory is not sealed against being shrunk, so that touching it could be a fault at any time.
    case mayShrink
    /// There are fewer bytes than are to be mapped.
    case tooSmall
    /// The system refuses to map it, with this value of `errno`: for lack of memory, or because it may only be read.
    case notMappable(Int32)

    /// A sentence for a log.
    public var description: String {
        switch self {
        case .notMemory: "a descriptor does not refer to shared memory"
        case .mayShrink: "shared memory is not sealed against being shrunk"
        case .tooSmall: "shared memory is smaller than announced"
        case .notMappable(let code): "shared memory cannot be mapped: \(String(cString: strerror(code)))"
        }
    }
}
