import Synchronization

/// Blocks of ``SharedMemory`` that are used again, since fresh pages cost more than the work that is done on them.
///
/// A block that a process has seen is its owner's: whatever comes into it later, the owner can read, so it is never given
/// to another.
/// ```swift
/// let pool = SharedBlockPool()
/// var builder = try SecureBytesBuilder(capacity: contentLength, in: pool.source(preferring: worker))
/// // … with the body that was built of it:
/// if let place = body.sharedPlace, pool.claim(place.memory, for: worker) { send(place.memory.descriptor) }
/// ```
/// Blocks come back wiped. All methods may be called on any thread.
public final class SharedBlockPool: Sendable {
    /// The fewest bytes of a block; the others have twice, four times as many and so on.
    public static let smallestBlock = 64 << 10

    private let byteLimit: Int
    private let countLimit: Int
    private let noteRemoval: @Sendable (SharedMemory.ID, Int) -> Void
    private let blocks = Mutex(Blocks())

    /// Makes a pool without blocks.
    ///
    /// - Parameters:
    ///   - byteLimit: The most bytes that blocks may have kept from earlier uses, those of blocks that are lent again
    ///     included: what was touched, by anybody. So the blocks never take more than this beyond the bytes that are written to
    ///     them while they are lent.
    ///   - countLimit: The most blocks that are kept while nobody uses them. Each has a descriptor.
    ///   - noteRemoval: Told of each block that is removed, and of its owner, who may have it mapped still: the pages are
    ///     free only when the owner has let go, too.
    public init(
        byteLimit: Int = 64 << 20,
        countLimit: Int = 256,
        noteRemoval: @escaping @Sendable (_ id: SharedMemory.ID, _ owner: Int) -> Void = { _, _ in }
    ) {
        self.byteLimit = max(byteLimit, 0)
        self.countLimit = max(countLimit, 0)
        self.noteRemoval = noteRemoval
    }

    /// Blocks that are kept while nobody uses them.
    public var idleCount: Int { blocks.withLock { $0.idle.count } }

    /// Bytes that the idle blocks take.
    public var idleByteCount: Int { blocks.withLock { $0.idle.reduce(0) { $0 + $1.keptByteCount } } }

    /// Lends a block: the smallest idle one of the owner that is large enough, else of those without an owner, else a new
    /// one.
    ///
    /// - Parameters:
    ///   - byteCount: Bytes, more than 0, that the block has at the least.
    ///   - owner: Who may read what is written to the block, whether it is ever claimed for that owner or not; nil if
    ///     nobody may yet.
    /// - Throws: ``OutOfMemory``.
    public func take(byteCount: Int, preferring owner: Int? = nil) throws(OutOfMemory) -> WipedAllocation {
        guard byteCount > 0, byteCount <= Int.max / 4 else { throw OutOfMemory(byteCount: byteCount) }
        if let memory = blocks.withLock({ $0.lend(byteCount, owner) }) { return lent(memory) }
        let memory = try newBlock(byteCount)
        blocks.withLock { $0.lent[memory.id] = Lent(owner: nil, keptByteCount: 0) }
        return lent(memory)
    }

    /// The pool as what a ``SecureBytesBuilder`` has its memory from.
    ///
    /// - Parameter owner: As for ``take(byteCount:preferring:)``.
    public func source(preferring owner: Int? = nil) -> MemorySource {
        MemorySource { (byteCount) throws(OutOfMemory) in try self.take(byteCount: byteCount, preferring: owner) }
    }

    /// Makes `owner` the one who may see a block, before its descriptor is handed over.
    ///
    /// - Parameter memory: Of a block that is lent.
    /// - Returns: Whether the block is that owner's now. It is not if it has another one, or is not lent by this pool.
    public func claim(_ memory: SharedMemory, for owner: Int) -> Bool {
        blocks.withLock { blocks in
            guard let lent = blocks.lent[memory.id], lent.owner ?? owner == owner else { return false }
            blocks.lent[memory.id]?.owner = owner
            return true
        }
    }

    /// Who may see a block; nil if nobody has claimed it, or if it is not lent by this pool.
    public func owner(of memory: SharedMemory) -> Int? { blocks.withLock { $0.lent[memory.id]?.owner } }

    /// Removes all idle blocks.
    public func removeIdle() {
        finish(blocks.withLock { blocks in blocks.removeOldest { _ in true } })
    }

    private func newBlock(_ byteCount: Int) throws(OutOfMemory) -> SharedMemory {
        var capacity = Self.smallestBlock
        while capacity < byteCount { capacity *= 2 }
        do throws(OutOfMemory) {
            return try SharedMemory(byteCount: capacity)
        } catch {
            // What others have left may be in the way, be it of memory or of descriptors.
            removeIdle()
            return try SharedMemory(byteCount: capacity)
        }
    }

    private func lent(_ memory: SharedMemory) -> WipedAllocation {
        WipedAllocation(borrowing: MemoryLoan(of: memory) { self.takeBack(memory, writtenByteCount: $0) })
    }

    private func takeBack(_ memory: SharedMemory, writtenByteCount: Int) {
        // Without the lock, as it takes long.
        memory.wipe(writtenByteCount)
        let keptByteCount = memory.residentByteCount
        finish(blocks.withLock { $0.takeBack(memory, keptByteCount, byteLimit: byteLimit, countLimit: countLimit) })
    }

    /// Tells of blocks that were removed, which are unmapped when the last reference to them is let go: not under the lock.
    private func finish(_ removed: [Idle]) {
        for block in removed { if let owner = block.owner { noteRemoval(block.memory.id, owner) } }
    }
}

/// A block that nobody uses.
private struct Idle {
    let memory: SharedMemory
    var owner: Int?
    /// Bytes that it takes.
    let keptByteCount: Int
}

/// A block that somebody uses.
private struct Lent {
    var owner: Int?
    /// Bytes that it took when it was lent.
    let keptByteCount: Int
}

/// The blocks of a pool.
private struct Blocks {
    /// The one that came back last at the end.
    var idle: [Idle] = []
    var lent: [SharedMemory.ID: Lent] = [:]
    /// Bytes that blocks have kept from earlier uses.
    private var keptByteCount = 0

    /// An idle block of `owner`, or of nobody, that is lent now; nil if there is none.
    mutating func lend(_ byteCount: Int, _ owner: Int?) -> SharedMemory? {
        guard let index = smallest(byteCount, of: owner) ?? smallest(byteCount, of: nil) else { return nil }
        let block = idle.remove(at: index)
        lent[block.memory.id] = Lent(owner: block.owner, keptByteCount: block.keptByteCount)
        return block.memory
    }

    /// Where the smallest idle block is that is large enough; of several the one that came back last, which the caches
    /// are likeliest to hold.
    private func smallest(_ byteCount: Int, of owner: Int?) -> Int? {
        idle.indices.reversed().filter { idle[$0].owner == owner && idle[$0].memory.byteCount >= byteCount }
            .min { idle[$0].memory.byteCount < idle[$1].memory.byteCount }
    }

    /// Makes a block idle, within the limits; what has to go for it.
    mutating func takeBack(
        _ memory: SharedMemory,
        _ byteCount: Int,
        byteLimit: Int,
        countLimit: Int
    ) -> [Idle] {
        let wasLent = lent.removeValue(forKey: memory.id)
        keptByteCount -= wasLent?.keptByteCount ?? 0
        let block = Idle(memory: memory, owner: wasLent?.owner, keptByteCount: byteCount)
        let idleByteCount = idle.reduce(0) { $0 + $1.keptByteCount }
        // One that would not fit without the others either leaves them alone.
        guard countLimit > 0, keptByteCount - idleByteCount + byteCount <= byteLimit else { return [block] }
        let removed = removeOldest { blocks in
            blocks.idle.count >= countLimit || blocks.keptByteCount + byteCount > byteLimit
        }
        idle.append(block)
        keptByteCount += byteCount
        return removed
    }

    /// Removes idle blocks as long as there are too many, the one that has been idle for the longest first.
    mutating func removeOldest(while isTooMuch: (borrowing Blocks) -> Bool) -> [Idle] {
        var removed: [Idle] = []
        while !idle.isEmpty, isTooMuch(self) {
            let oldest = idle.removeFirst()
            keptByteCount -= oldest.keptByteCount
            removed.append(oldest)
        }
        return removed
    }
}
