import TextAlgorithms

/// The tokens of a JSON text with their places, one after the other.
///
/// Reads more than `JSONValue` does, because a viewer of a report does: two members of one name, halves of surrogate pairs, and
/// any number of values. Nothing is copied, and the memory is a byte for each level.
struct JSONTokens {
    enum Token: Equatable {
        case beginObject
        case endObject
        case beginArray
        case endArray
        /// The name of a member: the place between the quotation marks.
        case name(Range<Int>)
        /// A string: the place between the quotation marks.
        case string(Range<Int>)
        case number(Range<Int>)
        /// `true`, `false` or `null`; and `NaN` and `Infinity`, which Python writes.
        case word(Range<Int>)
    }

    /// The text is not JSON from here on.
    struct Malformed: Error {}

    private enum Expected {
        case value
        case valueOrEnd
        case nameOrEnd
        case name
        case commaOrEnd
        case end
    }

    static let maximumDepth = 1_000

    private let bytes: UnsafeRawBufferPointer
    /// The place behind the token that was read last.
    private(set) var offset = 0
    private var expected = Expected.value
    /// Whether each container round the next token is an object.
    private var containers: [Bool] = []

    /// Upper bound on the containers round a token.
    private let depth: Int

    /// Reads `bytes`, which stay valid until the last token is read.
    init(_ bytes: UnsafeRawBufferPointer, depth: Int = maximumDepth) {
        (self.bytes, self.depth) = (bytes, depth)
    }

    /// The next token; nil behind the value that the text is.
    mutating func next() throws(Malformed) -> Token? {
        skipSpace()
        if expected == .commaOrEnd {
            guard skip(UInt8(ascii: ",")) else {
                return try end()
            }
            expected = containers.last == true ? .name : .value
            skipSpace()
        }
        switch expected {
        case .end:
            guard offset == bytes.count else { throw Malformed() }
            return nil
        case .nameOrEnd where peek == UInt8(ascii: "}"), .valueOrEnd where peek == UInt8(ascii: "]"): return try end()
        case .nameOrEnd, .name: return try name()
        default: return try value()
        }
    }

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    private mutating func begin(isObject: Bool) throws(Malformed) -> Token {
        guard containers.count < depth else { throw Malformed() }
        offset += 1
        containers.append(isObject)
        expected = isObject ? .nameOrEnd : .valueOrEnd
        return isObject ? .beginObject : .beginArray
    }

    private mutating func end() throws(Malformed) -> Token {
        guard let isObject = containers.popLast(), skip(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
            throw Malformed()
        }
        valueEnds()
        return isObject ? .endObject : .endArray
    }

    private mutating func valueEnds() { expected = containers.isEmpty ? .end : .commaOrEnd }

    private mutating func name() throws(Malformed) -> Token {
        let range = try string()
        skipSpace()
        guard skip(UInt8(ascii: ":")) else { throw Malformed() }
        expected = .value
        return .name(range)
    }

    private mutating func value() throws(Malformed) -> Token {
        switch peek {
        case UInt8(ascii: "{"): return try begin(isObject: true)
        case UInt8(ascii: "["): return try begin(isObject: false)
        case UInt8(ascii: "\""):
            let range = try string()
            valueEnds()
            return .string(range)
        case let byte?
        where byte.isASCIIDigit || byte == UInt8(ascii: "-") && !bytes[offset...].starts(with: Self.negative):
            let start = offset
            while let byte = peek, Self.isInNumber(byte) { offset += 1 }
            valueEnds()
            return .number(start..<offset)
        default:
            for word in ["true", "false", "null", "NaN", "Infinity", "-Infinity"]
            where bytes[offset...].starts(with: word.utf8) {
                let start = offset
                offset += word.utf8.count
                valueEnds()
                return .word(start..<offset)
            }
            throw Malformed()
        }
    }

    private mutating func string() throws(Malformed) -> Range<Int> {
        guard skip(UInt8(ascii: "\"")) else { throw Malformed() }
        let start = offset
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return start..<offset - 1
            case UInt8(ascii: "\\"): offset = min(offset + 2, bytes.count)
            case 0..<0x20: throw Malformed()
            default: offset += 1
            }
        }
        throw Malformed()
    }

    private static let negative = Array("-Infinity".utf8)

    private static func isInNumber(_ byte: UInt8) -> Bool { byte.isASCIIDigit || "+-.eE".utf8.contains(byte) }
}
