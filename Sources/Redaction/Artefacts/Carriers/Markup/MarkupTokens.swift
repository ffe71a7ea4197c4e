import TextAlgorithms

/// The parts of HTML or XML that hold texts, in the order in which they stand.
///
/// Every byte is in a text, in the value of an attribute, or part of a tag. Markup that is not well-formed is read as a browser
/// reads it, roughly: what looks like a tag and never ends is text.
struct MarkupTokens {
    enum Token: Equatable {
        /// Text between tags.
        case text(Range<Int>)
        /// The contents of a script, a style, a comment or CDATA: text that has no entities.
        case raw(Range<Int>)
        /// The value of an attribute, without quotation marks.
        case attribute(name: Range<Int>, value: Range<Int>)
        /// The beginning or end of an element, by its name.
        case tag(Range<Int>)
    }

    /// Elements whose contents are no markup.
    private static let rawElements = ["script", "style", "textarea", "title"].map { Array($0.utf8) }

    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    /// Whether the next token is within a tag.
    private var isInTag = false
    /// The name of the element whose contents are no markup, once its tag ends.
    private var rawElement: Range<Int>?

    /// Reads `bytes`, which stay valid until the last token is read.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func next() -> Token? {
        while offset < bytes.count {
            if isInTag {
                if let attribute = nextAttribute() { return attribute }
            } else if let element = rawElement {
                rawElement = nil
                if let token = rawText(of: element) { return token }
            } else if bytes[offset] == UInt8(ascii: "<"), let token = nextTag() {
                return token
            } else {
                return nextText()
            }
        }
        return nil
    }

    private mutating func nextText() -> Token {
        let start = offset
        offset = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return .text(start..<offset)
    }

    /// The tag, comment or declaration at the offset; nil if it is none.
    private mutating func nextTag() -> Token? {
        for (beginning, end) in [("<!--", "-->"), ("<![CDATA[", "]]>")] where has(beginning, at: offset) {
            let start = offset + beginning.utf8.count
            let close = index(of: end, from: start) ?? bytes.count
            offset = min(close + end.utf8.count, bytes.count)
            return .raw(start..<close)
        }
        var start = offset + 1
        if start < bytes.count, [UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?")].contains(bytes[start]) {
            start += 1
        }
        guard start < bytes.count, bytes[start].isASCIILetter else { return nil }
        let end = bytes[start...].firstIndex { !Self.isInName($0) } ?? bytes.count
        let isOpening = start == offset + 1
        offset = end
        isInTag = true
        let isRaw = isOpening && Self.rawElements.contains { bytes[start..<end].map { $0 | 0x20 } == $0 }
        rawElement = isRaw ? start..<end : nil
        return .tag(start..<end)
    }

    /// The next attribute with a value; nil at the end of the tag.
    private mutating func nextAttribute() -> Token? {
        while offset < bytes.count, bytes[offset] != UInt8(ascii: ">") {
            let start = offset
            offset = bytes[start...].firstIndex { !Self.isInName($0) } ?? bytes.count
            guard offset > start else {
                offset += 1
                continue
            }
            let name = start..<offset
            skipSpace()
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: "=") else { continue }
            offset += 1
            skipSpace()
            return .attribute(name: name, value: attributeValue())
        }
        offset = min(offset + 1, bytes.count)
        isInTag = false
        return nil
    }

    private mutating func attributeValue() -> Range<Int> {
        guard offset < bytes.count else { return offset..<offset }
        let quote = bytes[offset]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = offset
            offset = bytes[start...].firstIndex { $0.isASCIISpace || $0 == UInt8(ascii: ">") } ?? bytes.count
            return start..<offset
        }
        let start = offset + 1
        let end = bytes[start...].firstIndex(of: quote) ?? bytes.count
        offset = min(end + 1, bytes.count)
        return start..<end
    }

    /// The contents of an element up to its end tag; nil if there are none.
    private mutating func rawText(of element: Range<Int>) -> Token? {
        let start = offset
        var end = start
        while let next = index(of: "</", from: end) {
            let name = bytes[(next + 2)...].prefix(element.count)
            if name.elementsEqual(bytes[element], by: { $0 | 0x20 == $1 | 0x20 }) {
                offset = next
                return next > start ? .raw(start..<next) : nil
            }
            end = next + 2
        }
        offset = bytes.count
        return start < offset ? .raw(start..<offset) : nil
    }

    private mutating func skipSpace() {
        while offset < bytes.count, bytes[offset].isASCIISpace { offset += 1 }
    }

    private func has(_ text: String, at place: Int) -> Bool {
        place + text.utf8.count <= bytes.count && bytes[place..<place + text.utf8.count].elementsEqual(text.utf8)
    }

    private func index(of text: String, from start: Int) -> Int? {
        guard let first = text.utf8.first else { return nil }
        var place = start
        while let next = bytes[place...].firstIndex(of: first) {
            if has(text, at: next) { return next }
            place = next + 1
        }
        return nil
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "-_:.@".utf8.contains(byte) || byte >= 0x80
    }
}
