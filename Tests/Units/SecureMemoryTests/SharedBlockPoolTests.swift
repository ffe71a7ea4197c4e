import Dispatch
import Glibc
import SecureMemory
import SeededRandom
import Synchronization
import Testing

@Suite("Shared blocks are used again, by those who have seen them")
struct SharedBlockPoolTests {
    @Test("a block that one owner has seen is never given to another, whatever happens")
    func owners() throws {
        let pool = SharedBlockPool(byteLimit: 1 << 20, countLimit: 8)
        var random = SeededGenerator(seed: 15)
        var owners: [SharedMemory.ID: Int] = [:]
        var held: [SecureBytes] = []
        var reuses = 0
        for _ in 0..<5000 {
            let owner = Int.random(in: 0..<4, using: &random)
            let body = try pool.body(of: .random(in: 1...200_000, using: &random), preferring: owner)
            let memory = try #require(body.sharedPlace?.memory)
            #expect(owners[memory.id] ?? owner == owner)
            if owners[memory.id] != nil { reuses += 1 }
            // Some go back unseen.
            if Bool.random(using: &random) {
                #expect(pool.claim(memory, for: owner))
                owners[memory.id] = owner
                #expect(!pool.claim(memory, for: owner + 1))
            }
            held.append(body)
            if held.count > 5 { held.remove(at: .random(in: 0..<held.count, using: &random)) }
        }
        #expect(reuses > 500)
    }

    @Test("a block holds nothing but zeros when it comes back, and is the next of its owner that is large enough")
    func reuse() throws {
        let pool = SharedBlockPool()
        let small = try pool.used(100, by: 1)
        let large = try pool.used(300_000, by: 1)
        #expect(pool.idleCount == 2)
        #expect(small.byteCount == 64 << 10 && large.byteCount == 512 << 10)
        for memory in [small, large] {
            let bytes = UnsafeRawBufferPointer(start: memory.baseAddress, count: memory.byteCount)
            #expect(bytes.allSatisfy { $0 == 0 })
        }
        let next = try pool.body(of: 5000, preferring: 1)
        let larger = try pool.body(of: 5000, preferring: 1)
        #expect(next.sharedPlace?.memory === small)
        #expect(larger.sharedPlace?.memory === large)
        #expect(pool.idleCount == 0)
    }

    @Test("a block that nobody has seen is anybody's, after those of the owner")
    func withoutOwner() throws {
        let pool = SharedBlockPool()
        let unseen = try pool.used(100, by: nil)
        let own = try pool.used(200_000, by: 1)
        let first = try pool.body(of: 100, preferring: 1)
        #expect(first.sharedPlace?.memory === own)
        let second = try pool.body(of: 100, preferring: 1)
        #expect(second.sharedPlace?.memory === unseen)
    }

    @Test("a block that is not lent is nobody's to claim")
    func claimOfIdle() throws {
        let pool = SharedBlockPool()
        #expect(!pool.claim(try pool.used(100, by: nil), for: 1))
        #expect(!pool.claim(try SharedMemory(byteCount: 100), for: 1))
    }

    @Test("what is beyond the limit goes, the block that was idle for the longest first, with a word of whose it was")
    func byteLimit() throws {
        let removed = Mutex<[(id: SharedMemory.ID, owner: Int)]>([])
        let pool = SharedBlockPool(byteLimit: 250_000) { id, owner in removed.withLock { $0.append((id, owner)) } }
        var ids: [SharedMemory.ID] = []
        for owner in 1...4 { ids.append(try pool.used(100_000, by: owner).id) }
        #expect(pool.idleByteCount <= 250_000 && pool.idleCount == 2)
        #expect(removed.withLock { $0.map(\.id) } == Array(ids[..<2]))
        #expect(removed.withLock { $0.map(\.owner) } == [1, 2])
        // One that is too large by itself leaves the others alone.
        _ = try pool.used(400_000, by: 5)
        #expect(pool.idleCount == 2)
        #expect(removed.withLock { $0.last?.owner } == 5)
    }

    @Test("bytes are those that were touched, however large the block is")
    func touchedBytes() throws {
        let pool = SharedBlockPool(byteLimit: 100_000)
        do {
            var builder = try SecureBytesBuilder(capacity: 64 << 20, in: pool.source())
            try builder.append("x")
        }
        #expect(pool.idleCount == 1)
        #expect(pool.idleByteCount <= 64 << 10)
    }

    @Test("what a block has kept counts while it is lent again, so small bodies in large blocks take no more in all")
    func keptWhileLent() throws {
        let pool = SharedBlockPool(byteLimit: 1 << 20)
        _ = try pool.used(900_000, by: nil)
        let tiny = try pool.body(of: 1, preferring: nil)
        #expect(pool.idleCount == 0)
        // Would be kept if the first block were not there.
        _ = try pool.used(900_000, by: nil)
        #expect(pool.idleCount == 0)
        #expect(tiny.count == 1)
    }

    @Test("what a finished body has written over counts no more: bodies that wait leave room for those that come back")
    func writtenOver() throws {
        let pool = SharedBlockPool(byteLimit: 1 << 20)
        _ = try pool.used(900_000, by: nil)
        var builder = try SecureBytesBuilder(capacity: 900_000, in: pool.source())
        builder.fill(900_000)
        #expect(pool.idleCount == 0)
        _ = try pool.used(900_000, by: nil)
        #expect(pool.idleCount == 0)
        let waiting = builder.finish()
        let next = try pool.used(900_000, by: nil)
        #expect(pool.idleCount == 1)
        for _ in 0..<3 { #expect(try pool.used(900_000, by: nil) === next) }
        #expect(waiting.count == 900_000)
    }

    @Test("no more blocks are kept than the limit says")
    func countLimit() throws {
        let pool = SharedBlockPool(countLimit: 2)
        var bodies = try (0..<5).map { _ in try pool.body(of: 10, preferring: nil) }
        #expect(bodies.count == 5 && pool.idleCount == 0)
        bodies = []
        #expect(pool.idleCount == 2)
        pool.removeIdle()
        #expect(pool.idleCount == 0)
    }

    @Test("no two threads ever have the same block")
    func threads() {
        let pool = SharedBlockPool(byteLimit: 1 << 20, countLimit: 6)
        let mixed = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<300 {
                guard let block = try? pool.take(byteCount: (1 + round % 3) << 16, preferring: thread % 2) else {
                    continue
                }
                let words = block.baseAddress.bindMemory(to: Int.self, capacity: 8)
                if words[0] != 0 { mixed.add(1, ordering: .relaxed) }
                words[0] = thread + 1
                sched_yield()
                if words[0] != thread + 1 { mixed.add(1, ordering: .relaxed) }
            }
        }
        #expect(mixed.load(ordering: .relaxed) == 0)
        #expect(pool.idleByteCount <= 1 << 20 && pool.idleCount <= 6)
    }
}

extension SharedBlockPool {
    /// A body of `count` bytes that are not zeros.
    fileprivate func body(of count: Int, preferring owner: Int?) throws -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: count, in: source(preferring: owner))
        builder.fill(count)
        return builder.finish()
    }

    /// A block that a body of `count` bytes was in, which `owner` has seen.
    fileprivate func used(_ count: Int, by owner: Int?) throws -> SharedMemory {
        let body = try body(of: count, preferring: owner)
        let memory = try #require(body.sharedPlace?.memory)
        if let owner { #expect(claim(memory, for: owner)) }
        return memory
    }
}

extension SecureBytesBuilder {
    /// Appends `count` bytes for which there is room.
    fileprivate mutating func fill(_ count: Int) {
        try? appendInPlace(minimum: count) { free in
            free.baseAddress?.initializeMemory(as: UInt8.self, repeating: 0xAB, count: count)
            return count
        }
    }
}
