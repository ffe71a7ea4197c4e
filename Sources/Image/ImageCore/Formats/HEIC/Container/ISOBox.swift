import BoundedWork

/// The four characters that name a box, an item or a brand (ISO/IEC 14496-12, section 4.2).
struct BoxType: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The characters, the first in the highest byte.
    let code: UInt32

    init(code: UInt32) {
        self.code = code
    }

    /// - Parameter value: Four characters of ASCII.
    init(stringLiteral value: StaticString) {
        code = value.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The characters, with escapes for those that do not print.
    var description: String {
        QuotedText.printing(String(decoding: code.bigEndianBytes, as: UTF8.self))
    }
}

/// A box of an ISO base media file.
struct ISOBox {
    let type: BoxType
    /// What it holds, within the bytes of the file.
    let content: UnsafeRawBufferPointer

    /// The boxes in it.
    var boxes: ISOBoxReader { ISOBoxReader(content) }
}

/// Reads boxes that stand one after the other. None is entered by itself, so that the depth of nesting costs nothing.
struct ISOBoxReader {
    private var reader: BigEndianReader
    private var count = 0

    /// Most boxes in one place: more than the properties of a picture of thousands of tiles.
    private static let maximumCount = 5000

    init(_ bytes: UnsafeRawBufferPointer) {
        reader = BigEndianReader(bytes)
    }

    /// The next box; nil after the last.
    ///
    /// - Throws: ``DecodingError/corrupt(_:)`` for one that is not all there.
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
