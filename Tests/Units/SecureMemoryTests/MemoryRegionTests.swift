import CSecureMemory
import Dispatch
import Glibc
import SeededRandom
import Synchronization
import Testing

@testable import SecureMemory

@Suite("Large memory lies in one region that another process reads", .serialized)
struct MemoryRegionTests {
    @Test("a block is read by another process where it lies, and what lies elsewhere is copied there if need be")
    func offsets() throws {
        try withRegion(of: 64 << 20) { region in
            let other = try SharedMemory(
                adopting: dup(try #require(region.descriptor)),
                byteCount: region.byteCount,
                access: .readOnly
            )
            let first = try filled(100_000, with: 1)
            let second = try filled(200_000, with: 2)[150_000..<200_000]
            for (bytes, value) in [(first, UInt8(1)), (second, 2)] {
                let offset = try #require(MemoryRegion.offset(of: bytes))
                let seen = UnsafeRawBufferPointer(start: other.baseAddress + offset, count: bytes.count)
                #expect(seen.allSatisfy { $0 == value })
                #expect(try MemoryRegion.place(bytes).offset == offset)
            }
            for bytes in [try SecureBytes(copying: "few".utf8), SecureBytes()] {
                #expect(MemoryRegion.offset(of: bytes) == nil)
                let (placed, offset) = try MemoryRegion.place(bytes)
                #expect(placed == bytes)
                let seen = UnsafeRawBufferPointer(start: other.baseAddress + offset, count: bytes.count)
                #expect(seen.elementsEqual(bytes.withUnsafeBytes(Array.init)))
            }
        }
    }

    @Test("no more is taken than the limit, and what is idle makes way first")
    func limit() throws {
        try withRegion(of: 64 << 20, byteLimit: 4 << 20) { _ in
            do {
                let blocks = try (0..<4).map { _ in try filled(1 << 20, with: 1) }
                #expect(throws: OutOfMemory.self) { try filled(1 << 16, with: 1) }
                #expect(blocks.count == 4)
            }
            #expect(IdleMemory.byteCount == 4 << 20)
            // More than there may be in all: nothing makes way for it.
            #expect(throws: OutOfMemory.self) { try filled(5 << 20, with: 1) }
            #expect(IdleMemory.byteCount == 4 << 20)
            let large = try filled(3 << 20, with: 1)
            #expect(IdleMemory.byteCount == 1 << 20)
            #expect(MemoryRegion.offset(of: large) != nil)
        }
    }

    @Test("where no room is left there is no memory, and what is idle makes room that can be joined")
    func room() throws {
        try withRegion(of: 4 << 20) { _ in
            do {
                let halves = try (0..<2).map { _ in try filled(2 << 20, with: 1) }
                #expect(throws: OutOfMemory.self) { try filled(1 << 16, with: 1) }
                #expect(halves.count == 2)
            }
            #expect(MemoryRegion.offset(of: try filled(4 << 20, with: 1)) == 0)
        }
    }

    @Test("a region in too many pieces to tell apart gives no more, and is whole again once all came back in any order")
    func pieces() throws {
        let most = Int(EXTENTS_CAPACITY)
        let size = Int(SECURE_MEMORY_SMALLEST_BLOCK)
        try withRegion(of: 2 * most * size) { _ in
            IdleMemory.byteLimit = 8 * size
            var blocks: [SecureBytes] = []
            while let block = try? WipedAllocation(byteCount: size) {
                blocks.append(SecureBytes(block, count: 0))
                guard blocks.count <= most else { break }
            }
            #expect(blocks.count == most - 1)
            // Every other one leaves a piece of its own.
            IdleMemory.byteLimit = most * size
            blocks = blocks.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
            let idleByteCount = IdleMemory.byteCount
            #expect(idleByteCount == (most - 1 - blocks.count) * size)
            blocks.append(SecureBytes(try WipedAllocation(byteCount: size), count: 0))
            #expect(IdleMemory.byteCount == idleByteCount - size)
            IdleMemory.byteLimit = 8 * size
            var random = SeededGenerator(seed: 7)
            blocks.shuffle(using: &random)
            while !blocks.isEmpty { blocks.removeLast() }
            #expect(IdleMemory.byteCount <= 8 * size)
            let whole = SecureBytes(try WipedAllocation(byteCount: 2 * most * size), count: 1)
            #expect(MemoryRegion.offset(of: whole) == 0)
        }
    }

    @Test("what fits nowhere among blocks in use is kept for the next of its size, and smaller memory makes way")
    func pinned() throws {
        try withRegion(of: 64 << 20) { region in
            IdleMemory.byteLimit = 8 << 20
            let before = try filled(3 << 20, with: 1)
            let pinned = try filled(1 << 20, with: 1)
            let after = try filled(3 << 20, with: 1)
            #expect([before, pinned, after].map(MemoryRegion.offset(of:)) == [0, 3 << 20, 4 << 20])
            _ = consume before
            _ = consume after
            for _ in 0..<3 { #expect(MemoryRegion.offset(of: try filled(5 << 20, with: 1)) == 7 << 20) }
            #expect(IdleMemory.byteCount == 8 << 20)
            let next = try WipedAllocation(byteCount: 5 << 20)
            #expect(next.baseAddress == region.baseAddress + (7 << 20))
            #expect(region.residentByteCount == 9 << 20)
            withExtendedLifetime(pinned) {}
        }
    }

    @Test("a block that goes back leaves no page behind, and one that is kept is found again, holding zeros")
    func pages() throws {
        try withRegion(of: 64 << 20) { region in
            let offset = MemoryRegion.offset(of: try filled(1 << 20, with: 1))
            #expect(IdleMemory.byteCount == 1 << 20)
            let kept = try WipedAllocation(byteCount: 1 << 20)
            #expect(kept.baseAddress == region.baseAddress + (offset ?? -1))
            #expect(UnsafeRawBufferPointer(start: kept.baseAddress, count: 1 << 20).allSatisfy { $0 == 0 })
            #expect(region.residentByteCount == 1 << 20)
            _ = consume kept
            IdleMemory.byteLimit = 0
            #expect(region.residentByteCount == 0)
            _ = try filled(1 << 20, with: 1)
            #expect(region.residentByteCount == 0)
        }
    }

    @Test("a part of a block that is given back before the rest is no longer in the file of the region")
    func discarding() throws {
        try withRegion(of: 64 << 20) { region in
            IdleMemory.byteLimit = 0
            let block = try WipedAllocation(byteCount: 8 << 20)
            block.baseAddress.initializeMemory(as: UInt8.self, repeating: 0xAB, count: 8 << 20)
            #expect(region.residentByteCount == 8 << 20)
            #expect(block.discardable.discard(1 << 20..<5 << 20))
            #expect(region.residentByteCount == 4 << 20)
            let bytes = UnsafeRawBufferPointer(start: block.baseAddress, count: block.byteCount)
            #expect(bytes[1 << 20..<5 << 20].allSatisfy { $0 == 0 })
            #expect(bytes[5 << 20] == 0xAB)
        }
    }

    @Test("memory from before there was a region goes back to the system, and a region in use stays")
    func installing() throws {
        let before = try filled(1 << 20, with: 1)
        let region = try SharedMemory(byteCount: 4 << 20, receivers: .readWrite)
        #expect(MemoryRegion.install(region, byteLimit: 4 << 20))
        #expect(IdleMemory.byteCount == 0)
        #expect(MemoryRegion.offset(of: before) == nil)
        _ = consume before
        #expect(IdleMemory.byteCount == 0)
        do {
            let inside = try filled(1 << 20, with: 1)
            #expect(!MemoryRegion.remove())
            #expect(!MemoryRegion.install(try SharedMemory(byteCount: 1 << 20), byteLimit: 1 << 20))
            #expect(MemoryRegion.offset(of: inside) == 0)
        }
        #expect(MemoryRegion.remove())
        #expect(throws: OutOfMemory.self) { try MemoryRegion.place(SecureBytes()) }
        #expect(MemoryRegion.offset(of: try filled(1 << 20, with: 1)) == nil)
    }

    @Test("no two threads ever have the same block, and what each wrote is wiped")
    func threads() throws {
        try withRegion(of: 16 << 20, byteLimit: 4 << 20) { region in
            let limit = IdleMemory.byteLimit
            defer { IdleMemory.byteLimit = limit }
            IdleMemory.byteLimit = 1 << 20
            let mixed = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for round in 0..<300 {
                    let size = (64 + (thread + round) % 5 * 40) << 10
                    guard let block = try? WipedAllocation(byteCount: size) else {
                        mixed.add(1, ordering: .relaxed)
                        continue
                    }
                    let words = block.baseAddress.bindMemory(to: Int.self, capacity: size / 8)
                    if words[0] != 0 || words[size / 8 - 1] != 0 { mixed.add(1, ordering: .relaxed) }
                    (words[0], words[size / 8 - 1]) = (thread + 1, thread + 1)
                    sched_yield()
                    if words[0] != thread + 1 || words[size / 8 - 1] != thread + 1 { mixed.add(1, ordering: .relaxed) }
                }
            }
            #expect(mixed.load(ordering: .relaxed) == 0)
            #expect(IdleMemory.byteCount <= 1 << 20)
            #expect(region.residentByteCount <= 1 << 20)
        }
    }

    /// Has large memory come from a region meanwhile.
    private func withRegion(
        of byteCount: Int,
        byteLimit: Int = .max,
        _ body: (SharedMemory) throws -> Void
    ) throws {
        let idleLimit = IdleMemory.byteLimit
        let region = try SharedMemory(byteCount: byteCount, receivers: .readWrite)
        #expect(MemoryRegion.install(region, byteLimit: byteLimit))
        defer {
            IdleMemory.byteLimit = idleLimit
            #expect(MemoryRegion.remove())
        }
        try body(region)
    }

    private func filled(_ count: Int, with value: UInt8) throws -> SecureBytes {
        let allocation = try WipedAllocation(byteCount: count)
        allocation.baseAddress.initializeMemory(as: UInt8.self, repeating: value, count: count)
        return SecureBytes(allocation, count: count)
    }
}
