import BoundedWork
import Glibc

/// Finds the places of the parts of a body (RFC 2046, section 5.1.1), and looks at nothing in them.
struct MultipartSplitter {
    private let bytes: UnsafeRawBufferPointer
    /// Two hyphens and the boundary.
    private let delimiter: [UInt8]
    /// The end of the delimiter that was read last.
    private var offset: Int
    private var partCount = 0
    private let cancellation: Cancellation

    /// Bytes between two looks whether anybody waits.
    private static let bytesOfStep = 64 << 10

    /// Passes the first delimiter of a body, which is valid for as long as the splitter is used.
    init(
        _ bytes: UnsafeRawBufferPointer,
        boundary: MultipartBoundary,
        _ cancellation: Cancellation
    ) throws(MultipartError) {
        self.cancellation = cancellation
        self.bytes = bytes
        self.delimiter = Array("--\(boundary.text)".utf8)
        let start = Self.isLineEnd(at: 0, in: bytes) ? 2 : 0
        guard bytes.dropFirst(start).starts(with: delimiter) else { throw .missingFirstDelimiter }
        self.offset = start + delimiter.count
    }

    /// The bytes of the next part, headers and content; nil behind the closing delimiter.
    mutating func nextPart() throws(MultipartError) -> Range<Int>? {
        if bytes.dropFirst(offset).starts(with: "--".utf8) {
            let end = offset + 2
            guard end == bytes.count || (end + 2 == bytes.count && Self.isLineEnd(at: end, in: bytes)) else {
                throw .bytesAfterEnd
            }
            return nil
        }
        guard Self.isLineEnd(at: offset, in: bytes) else {
            throw offset == bytes.count ? .missingClosingDelimiter : .malformedDelimiter(afterPart: partCount)
        }
        let start = offset + 2
        partCount += 1
        // From the line feed of the delimiter's own line on, so that another one right below it is not missed.
        guard let end = firstDelimiterLine(from: start - 1) else {
            throw cancellation.isCancelled ? .cancelled : .missingClosingDelimiter
        }
        guard bytes[end - 1] == UInt8.carriageReturn else { throw .lineFeedAlone(part: partCount) }
        offset = end + 1 + delimiter.count
        return start..<max(start, end - 1)
    }

    /// The first line feed at or after `start` that the delimiter follows. A line that begins with the delimiter either
    /// ends the part or is an error, so the search is over with the first.
    ///
    /// A delimiter holds no line feed, so a comparison never runs into the next one: time is linear for all bytes.
    private func firstDelimiterLine(from start: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        return delimiter.withUnsafeBytes { delimiter in
            guard let pattern = delimiter.baseAddress else { return nil }
            var (position, nextQuestion) = (start, start)
            while let match = memchr(base + position, Int32(UInt8.lineFeed), bytes.count - position) {
                let lineFeed = UnsafeRawPointer(match) - base
                position = lineFeed + 1
                if position >= nextQuestion {
                    guard !cancellation.isCancelled else { return nil }
                    nextQuestion = position + Self.bytesOfStep
                }
                guard bytes.count - position >= delimiter.count else { return nil }
                // The first byte is compared here, because most lines of a picture fail at it.
                if bytes[position] == delimiter[0], memcmp(base + position, pattern, delimiter.count) == 0 {
                    return lineFeed
                }
            }
            return nil
        }
    }

    private static func isLineEnd(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        offset + 2 <= bytes.count && bytes[offset] == .carriageReturn && bytes[offset + 1] == .lineFeed
    }
}
