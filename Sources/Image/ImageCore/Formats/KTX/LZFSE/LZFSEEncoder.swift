import BoundedWork
import SecureMemory

/// Writes a stream of LZFSE: what is the same as bytes before it is found by a hash of four bytes, and the longest such match is
/// taken at once.
struct LZFSEEncoder: ~Copyable {
    private let source: UnsafeRawBufferPointer
    private let cancellation: Cancellation
    private var block: LZFSEBlockWriter
    /// One more than the last place of each hash; 0 for none.
    private let lastPlaces: WipedBuffer<UInt32>

    private static let hashBits = 16
    private static let shortestMatch = 4
    /// Bytes between two questions whether the stream is still wanted.
    private static let bytesBetweenQuestions = 1 << 18

    /// - Parameters:
    ///   - source: What to compress, less than 4 GiB.
    ///   - cancellation: Whether it is still wanted.
    /// - Throws: `OutOfMemory`.
    init(_ source: UnsafeRawBufferPointer, _ cancellation: Cancellation) throws(OutOfMemory) {
        let block = try LZFSEBlockWriter(source)
        let lastPlaces = try WipedBuffer<UInt32>(count: 1 << Self.hashBits)
        lastPlaces.all.update(repeating: 0)
        self.block = block
        self.lastPlaces = lastPlaces
        self.source = source
        self.cancellation = cancellation
    }

    /// Appends the stream to a file; not all of it once it is cancelled.
    ///
    /// - Throws: `OutOfMemory`.
    mutating func encode(to file: inout SecureBytesBuilder) throws(OutOfMemory) {
        var (position, literalStart, nextQuestion) = (0, 0, 0)
        while position + 8 <= source.count {
            if position >= nextQuestion {
                guard !cancellation.isCancelled else { return }
                nextQuestion = position + Self.bytesBetweenQuestions
            }
            guard let match = match(at: position, after: literalStart) else {
                // The longer nothing was found, the fewer places are looked at.
                position += 1 + (position - literalStart) >> 6
                continue
            }
            try block.append(literals: literalStart..<position, match: match.length, distance: match.distance, &file)
            let end = position + match.length
            remember(position + 1, upTo: end)
            (position, literalStart) = (end, end)
        }
        try block.append(literals: literalStart..<source.count, match: 0, distance: 1, &file)
        try block.finish(&file)
    }

    /// The bytes before `position` that those from it on are the same as. Remembers the place.
    @inline(__always)
    private func match(at position: Int, after start: Int) -> (length: Int, distance: Int)? {
        let value = source.littleEndian(UInt32.self, at: position)
        let hash = Self.hash(value)
        let last = Int(lastPlaces.base[hash]) &- 1
        lastPlaces.base[hash] = UInt32(truncatingIfNeeded: position &+ 1)
        guard last >= 0, position &- last <= LZFSEFormat.maximumD else { return nil }
        guard source.littleEndian(UInt32.self, at: last) == value else { return nil }
        var length = Self.shortestMatch
        let most = min(source.count &- position, LZFSEFormat.maximumM)
        while length &+ 8 <= most {
            let difference =
                source.littleEndian(UInt64.self, at: position &+ length)
                ^ source.littleEndian(UInt64.self, at: last &+ length)
            guard difference == 0 else {
                return (length &+ difference.trailingZeroBitCount &>> 3, position &- last)
            }
            length &+= 8
        }
        while length < most, source[position &+ length] == source[last &+ length] { length &+= 1 }
        return (length, position &- last)
    }

    /// Remembers the places within a match, of a long one some.
    @inline(__always)
    private func remember(_ start: Int, upTo end: Int) {
        let last = min(end, source.count &- 4)
        var place = start
        while place < last {
            let hash = Self.hash(source.littleEndian(UInt32.self, at: place))
            lastPlaces.base[hash] = UInt32(truncatingIfNeeded: place &+ 1)
            place &+= end &- start > 64 ? 4 : 1
        }
    }

    @inline(__always)
    private static func hash(_ value: UInt32) -> Int {
        Int(truncatingIfNeeded: (value &* 2_654_435_761) &>> UInt32(32 &- hashBits))
    }
}
