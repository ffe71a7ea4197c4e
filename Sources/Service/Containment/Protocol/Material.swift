import CContainment
public import SecureMemory

/// The number of a material: no other of this process has the same.
public typealias MaterialNumber = UInt64

/// Content that many jobs need and workers get once, such as policies and pictures: in memory that they may read and not write.
public final class Material: Sendable {
    /// The name of the material in jobs.
    public let number: MaterialNumber
    let memory: SharedMemory
    let byteCount: Int

    /// Copies `bytes` for workers to read.
    public init(_ number: MaterialNumber, _ bytes: SecureBytes) throws(OutOfMemory) {
        self.number = number
        byteCount = bytes.count
        memory = try SharedMemory(byteCount: max(bytes.count, 1))
        bytes.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            memory.baseAddress.copyMemory(from: source, byteCount: bytes.count)
        }
    }

    deinit { memory.wipe(byteCount) }
}

/// The input of a job, in memory of its own that one worker may read, and no other.
public struct SharedInput: Sendable {
    let memory: SharedMemory
    let byteCount: Int
    /// Keeps the memory from being used for something else.
    private let bytes: SecureBytes

    /// Takes bytes at the start of a block of `blocks`, owned by `worker` from now on; nil if they do not begin it, or if another
    /// worker may have seen it. The worker sees all of the memory, so nothing else may be in it.
    public init?(_ bytes: SecureBytes, in blocks: SharedBlockPool, for worker: Int) {
        guard let place = bytes.sharedPlace, place.range.lowerBound == 0, blocks.claim(place.memory, for: worker) else {
            return nil
        }
        memory = place.memory
        byteCount = bytes.count
        self.bytes = bytes
    }
}

/// The number of idle workers, which a front writes and all of its workers read.
public final class Board: @unchecked Sendable {
    // Sendable: the memory is touched by atomic instructions alone.

    let memory: SharedMemory

    static let byteCount = 4096

    /// A board for workers to read.
    public init() throws(OutOfMemory) {
        memory = try SharedMemory(byteCount: Self.byteCount)
    }

    init(_ memory: SharedMemory) {
        self.memory = memory
    }

    private var number: UnsafeMutablePointer<Int32> {
        memory.baseAddress.assumingMemoryBound(to: Int32.self)
    }

    /// The number of workers that have nothing to do. Set by the front alone.
    public var idleThreads: Int {
        get { Int(containment_load(number)) }
        set { containment_store(number, Int32(clamping: newValue)) }
    }
}
