import Crypto
import Glibc
import SecureMemory

/// The first sixteen bytes of a secret, which this value remembers inverted, to find copies of them in the process.
struct SearchedBytes: Sendable {
    private let inverted: (UInt64, UInt64)
    /// Inverted bytes in the order that SHA-256 keeps words in.
    private let swapped: (UInt64, UInt64)

    /// Remembers the first sixteen of `bytes`.
    init(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count >= 16, "sixteen bytes are searched for")
        func words(at offset: Int) -> (UInt64, UInt64) {
            let word = ~bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let swapped = word.byteSwapped
            return (word, swapped << 32 | swapped >> 32)
        }
        let (first, second) = (words(at: 0), words(at: 8))
        inverted = (first.0, second.0)
        swapped = (first.1, second.1)
    }

    init(_ bytes: SecureBytes) {
        self = bytes.withUnsafeBytes { SearchedBytes($0) }
    }

    init(_ key: SymmetricKey) {
        self = key.withUnsafeBytes { SearchedBytes($0) }
    }

    /// How often the bytes stand in the writable memory of this process; -1 if that cannot be read.
    @inline(never)
    func occurrences() -> Int {
        let memory = open("/proc/self/mem", O_RDONLY)
        defer { close(memory) }
        // A shared mapping is not among the private ones that are searched.
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
