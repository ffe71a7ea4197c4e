import Glibc

/// Finds where in the source the attributes of a start tag have their values.
///
/// The tag has passed a parser already, so only what is needed to walk it is looked at. It is still walked with care,
/// as a slip would replace the wrong bytes.
struct StartTag {
    /// The whole tag, from `<` to `>`.
    private let bytes: Slice<UnsafeRawBufferPointer>
    private var offset: Int

    /// Begins in front of the attributes of a tag. Nil if the range holds no tag.
    ///
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

    /// Where the first tag starts that has more than `limit` values. It is looked for in front of the parser, so what is found may
    /// be no tag where the source is none that the parser takes.
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
    /// The first place at or after `start` that holds `byte`.
    fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count, let base = baseAddress else { return nil }
        return memchr(base + start, Int32(byte), count - start).map { UnsafeRawPointer($0) - base }
    }
}
