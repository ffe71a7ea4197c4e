/// All places of a text where a file in base64 may be, in ascending order.
struct FilesInText: IteratorProtocol {
    private let text: UnsafeRawBufferPointer
    private var offset = 0

    /// Characters of a line that another may follow, at least.
    private static let shortestLine = 56

    /// Reads `text`, which stays valid until the last place is read.
    init(in text: UnsafeRawBufferPointer) {
        self.text = text
    }

    mutating func next() -> FileInText? {
        while let start = nextStart() {
            let run = run(from: start)
            offset = max(run.range.upperBound, start + 1)
            if run.range.count >= FileInText.shortest { return run }
        }
        offset = text.count
        return nil
    }

    /// The next character of base64, as it is or escaped, behind all other escapes.
    private mutating func nextStart() -> Int? {
        while let start = text[offset...].firstIndex(where: Base64Symbols.mayBegin) {
            guard Base64Symbols.value(of: text[start]) > Base64Symbols.padding,
                let escape = Base64Symbols.escape(at: start, in: text)
            else {
                guard Base64Symbols.value(of: text[start]) < Base64Symbols.padding else {
                    offset = start + 1
                    continue
                }
                return start
            }
            if let symbol = escape.symbol, symbol < Base64Symbols.padding { return start }
            offset = start + escape.count
        }
        return nil
    }

    private func run(from start: Int) -> FileInText {
        var (end, lineStart) = (start, start)
        var (isPlain, isPadded) = (true, false)
        while end < text.count {
            let value = Base64Symbols.value(of: text[end])
            if value < Base64Symbols.padding, !isPadded {
                end = Base64Symbols.end(of: text, from: end)
                continue
            }
            if value == Base64Symbols.padding {
                isPadded = true
                end += 1
                continue
            }
            guard let escape = Base64Symbols.escape(at: end, in: text) else { break }
            switch escape.symbol {
            case nil:
                // A line goes on only if it is long, and what follows it is base64.
                let next = end + escape.count
                guard !isPadded, end - lineStart >= Self.shortestLine, next < text.count,
                    Base64Symbols.isOfLine(text[next])
                else { return FileInText(range: start..<end, isPlain: isPlain) }
                lineStart = next
            case Base64Symbols.padding?: isPadded = true
            case _? where isPadded: return FileInText(range: start..<end, isPlain: isPlain)
            default: break
            }
            isPlain = false
            end += escape.count
        }
        return FileInText(range: start..<end, isPlain: isPlain)
    }
}
