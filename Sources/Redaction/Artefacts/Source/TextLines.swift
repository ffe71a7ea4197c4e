/// The numbers of the lines of a text, from 1, in which ascending places lie.
struct LineNumbers {
    private let text: UnsafeRawBufferPointer
    private var (position, line) = (0, 1)

    init(of text: UnsafeRawBufferPointer) {
        self.text = text
    }

    /// The number of the line of a place that is no earlier than the last one.
    mutating func line(of place: Int) -> Int {
        line += text[position..<place].count { $0 == UInt8(ascii: "\n") }
        position = place
        return line
    }
}

/// The ranges of the lines of a text, without their ends.
struct TextLines: Sequence, IteratorProtocol {
    private let text: UnsafeRawBufferPointer
    private var start = 0

    init(of text: UnsafeRawBufferPointer) {
        self.text = text
    }

    mutating func next() -> Range<Int>? {
        guard start <= text.count else { return nil }
        let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        defer { start = end + 1 }
        let hasReturn = end > start && text[end - 1] == UInt8(ascii: "\r")
        return start..<(hasReturn ? end - 1 : end)
    }
}
