/// Finds where in the source the attributes of a start tag have their values.
///
/// The tag has passed a parser already, so only what is needed to walk it is looked at. It is still walked with care,
/// as a slip would replace the wrong bytes.
struct StartTag {
    /// The whole tag, from `<` to `>`.
    private let bytes: Slice<UnsafeRawBufferPointer>
    private var offset: Int

    /// - Parameters:
    ///   - bytes: The source.
    ///   - range: Where the tag is.
    init?(in bytes: UnsafeRawBufferPointer, range: Range<Int>) {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count, !range.isEmpty,
            bytes[range.lowerBound] == UInt8(ascii: "<")
        else { return nil }
        self.bytes = bytes[range]
        self.offset = range.lowerBound
        skip { !Self.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    }

    /// Where the next value stands, between its quotation marks. Nil after the last one.
    mutating func nextValue() -> Range<Int>? {
        skip { !Self.isQuotationMark($0) }
        guard offset < bytes.endIndex else { return nil }
        let mark = bytes[offset]
        let start = offset + 1
        offset = start
        skip { $0 != mark }
        guard offset < bytes.endIndex else { return nil }
        defer { offset += 1 }
        return start..<offset
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while offset < bytes.endIndex, condition(bytes[offset]) { offset += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func isQuotationMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }
}
