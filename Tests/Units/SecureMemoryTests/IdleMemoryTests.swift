import Dispatch
import Glibc
import SecureMemory
import Synchronization
import Testing

@Suite("Large blocks are kept for their next use, within a bound", .serialized)
struct IdleMemoryTests {
    @Test("a block that was released is the next of about its size, and holds nothing but zeros")
    func reuse() throws {
        try withByteLimit(4 << 20) {
            let address = try touched(1 << 20)
            let next = try WipedAllocation(byteCount: (1 << 20) - 100_000)
            #expect(UInt(bitPattern: next.baseAddress) == address)
            let bytes = UnsafeRawBufferPointer(start: next.baseAddress, count: next.byteCount)
            #expect(bytes.allSatisfy { $0 == 0 })
        }
    }

    @Test("blocks are cut from one that was larger, and neighbours are one block again, without a page more")
    func otherSizes() throws {
        try withByteLimit(4 << 20) {
            let address = try touched(4 << 20)
            do {
                let parts = try megabytes(4)
                #expect(parts.map(address(of:)).sorted() == (0..<4).map { address + UInt($0) << 20 })
                withExtendedLifetime(parts) { #expect(IdleMemory.byteCount == 0) }
            }
            let whole = try WipedAllocation(byteCount: 4 << 20)
            #expect(UInt(bitPattern: whole.baseAddress) == address)
            #expect(residentPages(whole.baseAddress, 4 << 20) == 1024)
            let bytes = UnsafeRawBufferPointer(start: whole.baseAddress, count: 4 << 20)
            #expect(bytes.allSatisfy { $0 == 0 })
        }
    }

    @Test("what is beyond the limit makes way for what comes, the highest addresses first")
    func highestFirst() throws {
        try withByteLimit(2 << 20) {
            let released = try addressesOfReleased(3)
            let kept = [min(released[0], released[1]), released[2]].sorted()
            #expect(IdleMemory.byteCount == 2 << 20)
            let blocks = try megabytes(2)
            #expect(blocks.map(address(of:)) == kept)
            withExtendedLifetime(blocks) { #expect(IdleMemory.byteCount == 0) }
        }
    }

    @Test("a lower limit takes effect at once, and a limit of 0 keeps nothing")
    func lowerLimit() throws {
        try withByteLimit(4 << 20) {
            _ = try addressesOfReleased(3)
            #expect(IdleMemory.byteCount == 3 << 20)
            IdleMemory.byteLimit = 1 << 20
            #expect(IdleMemory.byteCount == 1 << 20)
            IdleMemory.byteLimit = 0
            #expect(IdleMemory.byteCount == 0)
            _ = try touched(1 << 20)
            #expect(IdleMemory.byteCount == 0)
        }
    }

    @Test("a block larger than the limit is not kept, and leaves the others alone")
    func largerThanLimit() throws {
        try withByteLimit(2 << 20) {
            _ = try touched(1 << 20)
            _ = try touched(3 << 20)
            #expect(IdleMemory.byteCount == 1 << 20)
        }
    }

    @Test("no two threads ever have the same block")
    func threads() {
        withByteLimit(1 << 20) {
            let mixed = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for round in 0..<300 {
                    let size = (64 + (thread + round) % 5 * 40) << 10
                    guard let block = try? WipedAllocation(byteCount: size) else { continue }
                    let words = block.baseAddress.bindMemory(to: Int.self, capacity: size / 8)
                    if words[0] != 0 { mixed.add(1, ordering: .relaxed) }
                    (words[0], words[size / 8 - 1]) = (thread + 1, thread + 1)
                    sched_yield()
                    if words[0] != thread + 1 || words[size / 8 - 1] != thread + 1 { mixed.add(1, ordering: .relaxed) }
                }
            }
            #expect(mixed.load(ordering: .relaxed) == 0)
            #expect(IdleMemory.byteCount <= 1 << 20)
        }
    }

    @Test("a part of a block that will not be kept is wiped and given back before the rest, where it is asked for")
    func discarding() throws {
        for (limit, byteCount, isDiscarded) in [
            (1 << 20, 8 << 20, true), (1 << 20, 1 << 20, false),
            (128 << 20, 49 << 20, true), (128 << 20, 48 << 20, false),
        ] {
            try withByteLimit(limit) {
                let block = try WipedAllocation(byteCount: byteCount)
                block.baseAddress.initializeMemory(as: UInt8.self, repeating: 0xAB, count: byteCount)
                let part = 100_001..<800_003
                #expect(block.discardable.discard(part) == isDiscarded)
                let bytes = UnsafeRawBufferPointer(start: block.baseAddress, count: byteCount)
                #expect(residentPages(block.baseAddress + 102_400, 600_000) == (isDiscarded ? 0 : 147))
                #expect(bytes[..<part.lowerBound].allSatisfy { $0 == 0xAB })
                #expect(bytes[part].allSatisfy { $0 == (isDiscarded ? 0 : 0xAB) })
                #expect(bytes[part.upperBound...].allSatisfy { $0 == 0xAB })
            }
        }
    }

    /// The number of pages in memory of those that hold `byteCount` bytes from the first one of a page on.
    private func residentPages(_ address: UnsafeMutableRawPointer, _ byteCount: Int) -> Int {
        var pages = [UInt8](repeating: 0, count: (byteCount + 4095) / 4096)
        guard mincore(address, byteCount, &pages) == 0 else { return -1 }
        return pages.count { $0 & 1 == 1 }
    }

    /// Starts with no idle block, and leaves the limit as it was.
    private func withByteLimit(_ byteLimit: Int, _ body: () throws -> Void) rethrows {
        let before = IdleMemory.byteLimit
        defer { IdleMemory.byteLimit = before }
        IdleMemory.byteLimit = 0
        IdleMemory.byteLimit = byteLimit
        try body()
    }

    /// Fills a block of `byteCount` bytes and releases it; where it was.
    private func touched(_ byteCount: Int) throws -> UInt {
        let block = try WipedAllocation(byteCount: byteCount)
        block.baseAddress.initializeMemory(as: UInt8.self, repeating: 0xAB, count: byteCount)
        return UInt(bitPattern: block.baseAddress)
    }

    /// `count` blocks of 1 MiB.
    private func megabytes(_ count: Int) throws -> [SecureBytes] {
        try (0..<count).map { _ in SecureBytes(try WipedAllocation(byteCount: 1 << 20), count: 1 << 20) }
    }

    private func address(of bytes: SecureBytes) -> UInt { bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }

    /// Takes `count` blocks of 1 MiB and releases them one after the other; where they were.
    private func addressesOfReleased(_ count: Int) throws -> [UInt] {
        var blocks = try megabytes(count)
        let addresses = blocks.map(address(of:))
        while !blocks.isEmpty { blocks.removeFirst() }
        return addresses
    }
}
