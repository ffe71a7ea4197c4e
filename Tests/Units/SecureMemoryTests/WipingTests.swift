import Glibc
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

/// Sixteen random bytes that the process holds only where they were planted: it remembers them inverted.
private struct Sentinel {
    private let inverted: (UInt64, UInt64) = (.random(in: .min ... .max), .random(in: .min ... .max))

    func planted(copies: Int) throws -> SecureBytes {
        let allocation = try WipedAllocation(byteCount: copies * 16)
        for copy in 0..<copies {
            allocation.baseAddress.storeBytes(of: ~inverted.0, toByteOffset: copy * 16, as: UInt64.self)
            allocation.baseAddress.storeBytes(of: ~inverted.1, toByteOffset: copy * 16 + 8, as: UInt64.self)
        }
        let byteCount = allocation.byteCount
        return SecureBytes(allocation, count: byteCount)
    }

    /// How often the bytes stand, 8-aligned, in the writable memory of this process.
    func occurrences() -> Int {
        let memory = open("/proc/self/mem", O_RDONLY)
        defer { close(memory) }
        // A shared mapping is not among the private ones that are searched, so the search does not find its own copy.
        let mapping = mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        guard let window = mapping?.bindMemory(to: UInt64.self, capacity: 1 << 17) else { return -1 }
        defer { munmap(mapping, 1 << 20) }
        var found = 0
        for range in privateWritableRanges() {
            var offset = range.lowerBound
            while offset < range.upperBound {
                let wanted = min(Int(range.upperBound - offset), 1 << 20)
                let got = pread(memory, window, wanted, off_t(offset))
                guard got > 16 else { break }
                for word in 0..<(got / 8 - 1) where window[word] == ~inverted.0 && window[word + 1] == ~inverted.1 {
                    found += 1
                }
                if got < 1 << 20 { break }
                offset += UInt(got) - 8
            }
        }
        return found
    }

    private func privateWritableRanges() -> [Range<UInt>] {
        guard let maps = fopen("/proc/self/maps", "r") else { return [] }
        defer { fclose(maps) }
        var ranges: [Range<UInt>] = []
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, Int32(line.count), maps) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            let fields = text.split(separator: " ", maxSplits: 2)
            let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            if fields.count > 1, fields[1].hasPrefix("rw-p"), bounds.count == 2 { ranges.append(bounds[0]..<bounds[1]) }
        }
        return ranges
    }
}
