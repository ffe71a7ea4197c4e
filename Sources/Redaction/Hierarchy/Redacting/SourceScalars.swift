import TextAlgorithms

/// Offsets of the scalars of a value in its source, where some are escaped.
struct SourceScalars {
    private let bytes: UnsafeRawBufferPointer
    private let end: Int
    private let notation: SourceKind.Notation
    private var count = 0
    private var offset: Int

    /// Begins at the first scalar of the value in `range`, whose escapes are known to be valid.
    init(in bytes: UnsafeRawBufferPointer, range: Range<Int>, notation: SourceKind.Notation) {
        self.bytes = bytes
        self.end = range.upperBound
        self.notation = notation
        self.offset = range.lowerBound
    }

    /// The offset of the scalar that `count` others precede; `count` is no less than in the call before.
    mutating func offset(after count: Int) -> Int {
        while self.count < count, offset < end {
            offset = min(offset + length(at: offset), end)
            self.count += 1
        }
        return offset
    }

    private func length(at offset: Int) -> Int {
        switch bytes[offset] {
        case UInt8(ascii: "&") where notation == .xml:
            return (bytes[offset..<end].firstIndex(of: UInt8(ascii: ";")) ?? offset) + 1 - offset
        case 0x0D where offset + 1 < end && bytes[offset + 1] == 0x0A: return 2
        case UInt8(ascii: "\\") where notation == .json: return lengthOfJSONEscape(at: offset)
        default: return UTF8Scalars.decode(at: offset, in: bytes)?.byteCount ?? 1
        }
    }

    private func lengthOfJSONEscape(at offset: Int) -> Int {
        guard offset + 6 <= end, bytes[offset + 1] == UInt8(ascii: "u") else { return 2 }
        // D8 to DB are the first two digits of the first half of a pair, which stands for one scalar.
        let isPair = bytes[offset + 2] | 0x20 == UInt8(ascii: "d") && "89abAB".utf8.contains(bytes[offset + 3])
        return isPair ? 12 : 6
    }
}
