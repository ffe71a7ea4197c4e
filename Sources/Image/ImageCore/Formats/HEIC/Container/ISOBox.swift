import BoundedWork

/// The four characters that name a box, an item or a brand (ISO/IEC 14496-12, section 4.2).
struct BoxType: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The characters, the first in the highest byte.
    let code: UInt32

    init(code: UInt32) {
        self.code = code
    }

    init(stringLiteral value: StaticString) {
        code = value.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    var description: String {
        QuotedText.printing(String(decoding: code.bigEndianBytes, as: UTF8.self))
    }
}

struct ISOBox {
    let type: BoxType
    let content: UnsafeRawBufferPointer

    var boxes: ISOBoxReader { ISOBoxReader(content) }
}

/// Reader of successive boxes. None is entered by itself, so that the depth of nesting costs nothing.
struct ISOBoxReader {
    private var reader: BigEndianReader
    private var count = 0

    /// Bound on boxes in one place: more than the properties of a picture of thousands of tiles.
    private static let maximumCount = 5000

    init(_ bytes: UnsafeRawBufferPointer) {
        reader = BigEndianReader(bytes)
    }

    mutating func next() throws(DecodingError) -> ISOBox? {
        guard !reader.isAtEnd else { return nil }
        count += 1
        guard count <= Self.maximumCount else { throw .corrupt("there are too many boxes") }
        let start = reader.rest.count
        let stated = try reader.integer(4)
        let type = try reader.type()
        let size: Int
        switch stated {
        case 0: size = start
        case 1: size = try reader.integer(8)
        default: size = stated
        }
        let headerByteCount = start - reader.rest.count
        guard size >= headerByteCount else { throw .corrupt("a box is smaller than its header") }
        return ISOBox(type: type, content: try reader.take(size - headerByteCount))
    }
}

/// Reader of the fields of boxes; a missing one is damage.
struct BigEndianReader {
    private(set) var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ count: Int) throws(DecodingError) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= rest.count else { throw .corrupt("a box ends early") }
        defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
        return UnsafeRawBufferPointer(rebasing: rest[..<count])
    }

    mutating func skip(_ count: Int) throws(DecodingError) {
        _ = try take(count)
    }

    /// An unsigned integer of 0 to 8 bytes, at most 2^62, so that two can be added.
    mutating func integer(_ byteCount: Int) throws(DecodingError) -> Int {
        let value = try take(byteCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard value < 1 << 62 else { throw .corrupt("a box states an impossible number") }
        return Int(value)
    }

    mutating func signedInteger() throws(DecodingError) -> Int {
        Int(Int32(truncatingIfNeeded: try integer(4)))
    }

    mutating func type() throws(DecodingError) -> BoxType {
        BoxType(code: UInt32(truncatingIfNeeded: try integer(4)))
    }

    /// The version and the flags of a full box (ISO/IEC 14496-12, section 4.2).
    mutating func versionAndFlags() throws(DecodingError) -> (version: Int, flags: Int) {
        let word = try integer(4)
        return (word >> 24, word & 0xFF_FFFF)
    }
}
