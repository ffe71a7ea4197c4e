/// Lines of a base64 text (RFC 2045, section 6.8).
///
/// All lines but the last have the same length, a multiple of 4 and 76 at most, and are ended in the same way, by CRLF or by LF;
/// the last one is not longer, and may be ended by either. A text without line breaks is one line of any length.
struct Base64Lines {
    /// The text, without a line break at its end.
    let text: UnsafeRawBufferPointer
    /// Characters of each line but the last; if there is but one line, of that.
    let length: Int
    /// Bytes of the line break between two lines: 1 for LF, 2 for CRLF; 0 if there is but one line.
    private let breakLength: Int
    let count: Int

    private static let longest = 76

    /// Finds the lines of any text. It is taken for one line if its first line break is at a wrong place.
    init(of text: UnsafeRawBufferPointer) {
        let text = Self.withoutBreakAtEnd(text)
        let firstEnd = text.prefix(Self.longest + 2).firstIndex(of: UInt8(ascii: "\n"))
        let breakLength = firstEnd.map { $0 > 0 && text[$0 - 1] == UInt8(ascii: "\r") ? 2 : 1 } ?? 0
        let length = firstEnd.map { $0 + 1 - breakLength } ?? text.count
        self.text = text
        if firstEnd != nil, (4...Self.longest).contains(length), length.isMultiple(of: 4) {
            self.length = length
            self.breakLength = breakLength
            self.count = (text.count - 1) / (length + breakLength) + 1
        } else {
            self.length = text.count
            self.breakLength = 0
            self.count = 1
        }
    }

    private static func withoutBreakAtEnd(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard text.last == UInt8(ascii: "\n") else { return text }
        let isCRLF = text.dropLast().last == UInt8(ascii: "\r")
        return UnsafeRawBufferPointer(rebasing: text.dropLast(isCRLF ? 2 : 1))
    }

    func start(of line: Int) -> Int { line * (length + breakLength) }

    /// A line but the last, without its end.
    func line(_ line: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: text[start(of: line)..<start(of: line) + length])
    }

    /// The last line. It is longer than ``length`` if a line break is missing near the end.
    var lastLine: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: text[start(of: count - 1)...]) }

    /// Characters of all lines. No multiple of 4 if the last line is longer than the others.
    var characterCount: Int { (count - 1) * length + lastLine.count }

    func isEnded(_ line: Int) -> Bool {
        let end = start(of: line) + length
        return (end..<end + breakLength).allSatisfy { text[$0] == dueBreak(at: $0) }
    }

    /// The byte of a line break that is due at `offset` of the text; nil where a character of base64 is due.
    func dueBreak(at offset: Int) -> UInt8? {
        let column = offset % max(length + breakLength, 1)
        guard column >= length else { return nil }
        return breakLength == 2 && column == length ? UInt8(ascii: "\r") : UInt8(ascii: "\n")
    }
}
