/// The members of a JSON object, found by its brackets and quotation marks alone, at any depth and without memory. The
/// values are not checked; a parser does that.
struct ObjectMembers: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    private(set) var isComplete = false

    struct Member {
        let name: Range<Int>
        /// The place of the value; that of a string includes its quotation marks.
        let value: Range<Int>
    }

    /// - Precondition: `bytes` is an object with nothing in front of it.
    init(of bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func next() -> Member? {
        let isFirst = offset == 0
        guard !isComplete, take(isFirst ? "{" : ",") else {
            end(isFirst: isFirst)
            return nil
        }
        skipSpace()
        let nameStart = offset + 1
        guard nextByte == UInt8(ascii: "\"") else {
            end(isFirst: isFirst)
            return nil
        }
        skipString()
        let name = nameStart..<Swift.max(offset - 1, nameStart)
        skipSpace()
        guard take(":") else { return nil }
        skipSpace()
        let valueStart = offset
        skipValue()
        guard offset > valueStart else { return nil }
        let value = valueStart..<offset
        skipSpace()
        return Member(name: name, value: value)
    }

    private mutating func end(isFirst: Bool) {
        guard take("}") else { return }
        skipSpace()
        isComplete = offset == bytes.count
    }

    private var nextByte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard nextByte == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = nextByte, byte.isXMLSpace { offset += 1 }
    }

    private mutating func skipString() {
        offset += 1
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                offset += 1
                return
            case UInt8(ascii: "\\"): offset = Swift.min(offset + 2, bytes.count)
            default: offset += 1
            }
        }
    }

    private mutating func skipValue() {
        var depth = 0
        while let byte = nextByte {
            switch byte {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return }
                depth -= 1
                offset += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard depth > 0 else { return }
                offset += 1
            default:
                guard depth > 0 || !byte.isXMLSpace else { return }
                offset += 1
            }
        }
    }
}
