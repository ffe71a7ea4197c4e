import Glibc

/// Search for the values of a start tag's attributes in the source.
///
/// The tag has passed a parser already, so only as much is checked as walking it needs. It is still walked with care, because a
/// slip would replace the wrong bytes.
struct StartTag {
    private let bytes: Slice<UnsafeRawBufferPointer>
    private var offset: Int

    /// Begins in front of the attributes of a tag; nil if the range holds no tag.
    init?(in bytes: UnsafeRawBufferPointer, range: Range<Int>) {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count, !range.isEmpty,
            bytes[range.lowerBound] == UInt8(ascii: "<")
        else { return nil }
        self.bytes = bytes[range]
        self.offset = range.lowerBound
        skip { !Self.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    }

    /// The range of the next value, between its quotation marks; nil after the last one.
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

    /// The start of the first tag with more than `limit` values. It is looked for in front of the parser, so it may be no tag
    /// where the parser refuses the source.
    static func first(in bytes: UnsafeRawBufferPointer, withMoreValuesThan limit: Int) -> Int? {
        var offset = 0
        while let start = bytes.firstIndex(of: UInt8(ascii: "<"), from: offset) {
            var count = 0
            offset = start + 1
            while offset < bytes.count, bytes[offset] != UInt8(ascii: ">") {
                let mark = bytes[offset]
                offset += 1
                guard isQuotationMark(mark) else { continue }
                count += 1
                guard count <= limit else { return start }
                guard let end = bytes.firstIndex(of: mark, from: offset) else { return nil }
                offset = end + 1
            }
        }
        return nil
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

extension UnsafeRawBufferPointer {
    fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count, let base = baseAddress else { return nil }
        return memchr(base + start, Int32(byte), count - start).map { UnsafeRawPointer($0) - base }
    }
}
