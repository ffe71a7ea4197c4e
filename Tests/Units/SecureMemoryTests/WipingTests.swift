import Glibc
import MemorySentinel
import SecureMemory
import Testing

@Suite("Memory that held a snapshot is wiped", .serialized)
struct WipingTests {
    @Test(
        "no byte of an allocation is left in the process once it is released, small or a block that is kept",
        arguments: [256, 20_000]
    )
    func releasedAllocationIsGone(copies: Int) throws {
        let sentinel = Sentinel()
        var bytes: SecureBytes? = try sentinel.planted(copies: copies)
        let neighbour = try SecureBytes(copying: [1])  // Keeps the allocator from unmapping what is freed.
        #expect(sentinel.occurrences() == copies)
        #expect(bytes?.count == copies * 16)
        bytes = nil
        #expect(neighbour.count == 1)
        #expect(sentinel.occurrences() == 0)
    }

    @Test("of a block that is given back to the kernel, what was never touched is not mapped to be wiped")
    func untouchedMemory() throws {
        func faults() -> Int {
            var usage = rusage()
            // RUSAGE_THREAD, which Glibc does not export to Swift.
            getrusage(1, &usage)
            return Int(usage.ru_minflt)
        }
        let size = 2 * max(IdleMemory.byteLimit, 1 << 20)
        let memory = try WipedAllocation(byteCount: size)
        memory.baseAddress.storeBytes(of: 1, as: UInt8.self)
        let before = faults()
        _ = consume memory
        #expect(faults() - before < size / 4096 / 10)
    }

    @Test("memory of the heap is wiped when it is freed, and when it grows elsewhere", arguments: [1, 100, 5000])
    func freedMemory(copies: Int) throws {
        let sentinel = Sentinel()
        try free(memory(with: sentinel, copies))
        #expect(sentinel.occurrences() == 0)
        let grown = try #require(realloc(memory(with: sentinel, copies), 64 * copies))
        #expect(sentinel.occurrences() == copies)
        free(grown)
        #expect(sentinel.occurrences() == 0)
    }

    @inline(never)
    private func memory(with sentinel: Sentinel, _ copies: Int) throws -> UnsafeMutableRawPointer {
        let planted = try sentinel.planted(copies: copies)
        let memory = try #require(malloc(planted.count))
        // What lies behind it keeps it from growing in its place.
        free(malloc(64 * copies))
        planted.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: memory, count: $0.count).copyMemory(from: $0) }
        return memory
    }

    @Test("memory left behind when a builder grows is wiped")
    func outgrownMemoryIsGone() throws {
        let sentinel = Sentinel()
        var builder = try SecureBytesBuilder(capacity: 16)
        for _ in 0..<256 {
            try builder.append(sentinel.planted(copies: 1))
        }
        let bytes = builder.finish()
        #expect(sentinel.occurrences() == 256)
        #expect(bytes.count == 256 * 16)
    }
}

@Suite("Bytes are shared without copying")
struct SecureBytesTests {
    @Test("a slice of a slice names the same bytes")
    func slices() throws {
        let bytes = try SecureBytes(copying: Array(0..<100))
        let inner = bytes[10..<60][5..<8]
        #expect(inner == (try SecureBytes(copying: [15, 16, 17])))
        let sameMemory = bytes.withUnsafeBytes { whole in
            inner.withUnsafeBytes { whole.baseAddress.map { $0 + 15 } == $0.baseAddress }
        }
        #expect(sameMemory)
    }

    @Test("a builder keeps what was appended, in order, through any growth")
    func growth() throws {
        var builder = try SecureBytesBuilder()
        var expected: [UInt8] = []
        for length in [0, 1, 2, 63, 64, 65, 1000] {
            let chunk = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ length) }
            expected += chunk
            try chunk.withUnsafeBytes { try builder.append($0) }
        }
        try builder.append("é")
        expected += [0xC3, 0xA9]
        #expect(builder.finish().withUnsafeBytes(Array.init) == expected)
    }

    @Test("an impossible size is an error, not a crash")
    func impossibleSize() {
        #expect(throws: OutOfMemory.self) { _ = try WipedAllocation(byteCount: .max) }
        #expect(throws: OutOfMemory.self) { _ = try WipedAllocation(byteCount: -1) }
    }
}
