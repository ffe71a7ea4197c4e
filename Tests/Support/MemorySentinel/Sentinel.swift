import Glibc
public import SecureMemory

/// Sixteen bytes to be found in memory: random ones that the process holds only where they were planted, or a part of a secret. It
/// remembers them inverted.
public struct Sentinel: Sendable {
    private let inverted: (UInt64, UInt64)
    /// The inverted bytes in the order that SHA-256 keeps words in.
    private let swapped: (UInt64, UInt64)

    /// Chooses the bytes.
    public init() {
        self.init(inverted: (.random(in: .min ... .max), .random(in: .min ... .max)))
    }

    /// Chooses letters from a to p, as a value that texts hold.
    public static func letters() -> Sentinel {
        func eight() -> UInt64 { ~((.random(in: .min ... .max) & 0x0F0F_0F0F_0F0F_0F0F) + 0x6161_6161_6161_6161) }
        return Sentinel(inverted: (eight(), eight()))
    }

    /// The first sixteen of `bytes`.
    public init(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count >= 16, "sixteen bytes are searched for")
        let first = ~bytes.loadUnaligned(as: UInt64.self)
        self.init(inverted: (first, ~bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }

    /// The first sixteen of `bytes`.
    public init(_ bytes: SecureBytes) {
        self = bytes.withUnsafeBytes { Sentinel($0) }
    }

    private init(inverted: (UInt64, UInt64)) {
        func swapped(_ words: UInt64) -> UInt64 { words.byteSwapped << 32 | words.byteSwapped >> 32 }
        self.inverted = inverted
        self.swapped = (swapped(inverted.0), swapped(inverted.1))
    }

    /// The bytes, so many times one after the other.
    public func planted(copies: Int) throws -> SecureBytes {
        let allocation = try WipedAllocation(byteCount: copies * 16)
        for copy in 0..<copies {
            allocation.baseAddress.storeBytes(of: ~inverted.0, toByteOffset: copy * 16, as: UInt64.self)
            allocation.baseAddress.storeBytes(of: ~inverted.1, toByteOffset: copy * 16 + 8, as: UInt64.self)
        }
        let byteCount = allocation.byteCount
        return SecureBytes(allocation, count: byteCount)
    }

    /// How often the bytes stand in the writable memory of this process, as they are or in the order that SHA-256 keeps words in; -1
    /// if that cannot be read.
    @inline(never)
    public func occurrences() -> Int {
        let memory = open("/proc/self/mem", O_RDONLY)
        defer { close(memory) }
        // A shared mapping is not among the private ones that are searched, so the search does not find its own copy.
        let size = 1 << 20
        guard memory >= 0,
            let window = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0),
            window != MAP_FAILED
        else { return -1 }
        defer { munmap(window, size) }
        var found = 0
        for range in Self.privateWritableRanges() {
            var offset = range.lowerBound
            while offset < range.upperBound {
                let got = pread(memory, window, min(Int(range.upperBound - offset), size), off_t(offset))
                guard got >= 16 else { break }
                for place in 0...(got - 16) where isAt(window + place) { found += 1 }
                offset += UInt(got) - 15
            }
        }
        return found
    }

    private func isAt(_ place: UnsafeMutableRawPointer) -> Bool {
        let first = ~place.loadUnaligned(as: UInt64.self)
        guard first == inverted.0 || first == swapped.0 else { return false }
        let second = ~place.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        return second == (first == inverted.0 ? inverted.1 : swapped.1)
    }

    private static func privateWritableRanges() -> [Range<UInt>] {
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
