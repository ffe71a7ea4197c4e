import Synchronization

/// Blocks of ``SharedMemory`` that are used again, since fresh pages cost more than the work that is done on them.
///
/// A block that a process has seen is never given to another, because its owner can read whatever comes into it later.
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
    ///   - byteLimit: Upper bound on resident bytes left from earlier uses, with those of blocks that are lent again, until a builder
    ///     that has written over them is finished: blocks never take more than this beyond the bytes that are written to them
    ///     while they are lent.
    ///   - countLimit: Upper bound on idle blocks. Each has a descriptor.
    ///   - noteRemoval: Called with each removed block and its owner, who may have it mapped still: the pages are free only when
    ///     the owner has let go, too.
    public init(
        byteLimit: Int = 64 << 20,
        countLimit: Int = 256,
        noteRemoval: @escaping @Sendable (_ id: SharedMemory.ID, _ owner: Int) -> Void = { _, _ in }
    ) {
        self.byteLimit = max(byteLimit, 0)
        self.countLimit = max(countLimit, 0)
        self.noteRemoval = noteRemoval
    }

    /// Number of blocks that nobody uses.
    public var idleCount: Int { blocks.withLock { $0.idle.count } }

    /// Resident bytes of the idle blocks.
    public var idleByteCount: Int { blocks.withLock { $0.idle.reduce(0) { $0 + $1.keptByteCount } } }

    /// Lends a block of at least `byteCount` bytes, more than 0: the smallest idle one of `owner`, else of those without an owner,
    /// else a new one. The owner is the process that may read the bytes, whether it claims the block or not; nil if none may yet.
    public func take(byteCount: Int, preferring owner: Int? = nil) throws(OutOfMemory) -> WipedAllocation {
        guard byteCount > 0, byteCount <= Int.max / 4 else { throw OutOfMemory(byteCount: byteCount) }
        if let memory = blocks.withLock({ $0.lend(byteCount, owner) }) { return lent(memory) }
        let memory = try newBlock(byteCount)
        blocks.withLock { $0.lent[memory.id] = Lent(owner: nil, keptByteCount: 0) }
        return lent(memory)
    }

    /// The pool as the source of a ``SecureBytesBuilder``, with an owner like in ``take(byteCount:preferring:)``.
    public func source(preferring owner: Int? = nil) -> MemorySource {
        MemorySource { (byteCount) throws(OutOfMemory) in try self.take(byteCount: byteCount, preferring: owner) }
    }

    /// Gives a lent block to `owner`, who may then see it, before its descriptor is handed over; false if it has another owner, or
    /// is not lent by this pool.
    public func claim(_ memory: SharedMemory, for owner: Int) -> Bool {
        blocks.withLock { blocks in
            guard let lent = blocks.lent[memory.id], lent.owner ?? owner == owner else { return false }
            blocks.lent[memory.id]?.owner = owner
            return true
        }
    }

    /// The owner of a block; nil if nobody has claimed it, or if it is not lent by this pool.
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
            // Idle blocks of others may be in the way, be it of memory or of descriptors.
            removeIdle()
            return try SharedMemory(byteCount: capacity)
        }
    }

    private func lent(_ memory: SharedMemory) -> WipedAllocation {
        let loan = MemoryLoan(of: memory) {
            self.takeBack(memory, writtenByteCount: $0)
        } onFinish: { writtenByteCount in
            self.blocks.withLock { $0.discount(writtenByteCount, of: memory) }
        }
        return WipedAllocation(borrowing: loan)
    }

    private func takeBack(_ memory: SharedMemory, writtenByteCount: Int) {
        // Without the lock, because it takes long.
        memory.wipe(writtenByteCount)
        let keptByteCount = memory.residentByteCount
        finish(blocks.withLock { $0.takeBack(memory, keptByteCount, byteLimit: byteLimit, countLimit: countLimit) })
    }

    /// Reports removed blocks, without the lock: they are unmapped when the last reference to them is released.
    private func finish(_ removed: [Idle]) {
        for block in removed { if let owner = block.owner { noteRemoval(block.memory.id, owner) } }
    }
}

private struct Idle {
    let memory: SharedMemory
    var owner: Int?
    let keptByteCount: Int
}

private struct Lent {
    var owner: Int?
    var keptByteCount: Int
}

private struct Blocks {
    /// The one that came back last at the end.
    var idle: [Idle] = []
    var lent: [SharedMemory.ID: Lent] = [:]
    private var keptByteCount = 0

    mutating func lend(_ byteCount: Int, _ owner: Int?) -> SharedMemory? {
        guard let index = smallest(byteCount, of: owner) ?? smallest(byteCount, of: nil) else { return nil }
        let block = idle.remove(at: index)
        lent[block.memory.id] = Lent(owner: block.owner, keptByteCount: block.keptByteCount)
        return block.memory
    }

    /// Has bytes that were written over count no more. Or bodies that wait would leave no room for those that come back, and the next
    /// ones would need new blocks.
    mutating func discount(_ byteCount: Int, of memory: SharedMemory) {
        guard let keptByteCount = lent[memory.id]?.keptByteCount else { return }
        let rest = max(keptByteCount - byteCount, 0)
        lent[memory.id]?.keptByteCount = rest
        self.keptByteCount -= keptByteCount - rest
    }

    /// Index of the smallest idle block that is large enough; of several the last to come back, the likeliest in the caches.
    private func smallest(_ byteCount: Int, of owner: Int?) -> Int? {
        idle.indices.reversed().filter { idle[$0].owner == owner && idle[$0].memory.byteCount >= byteCount }
            .min { idle[$0].memory.byteCount < idle[$1].memory.byteCount }
    }

    /// Makes a block idle, within the limits; returns the blocks that have to go for it.
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
