import SecureMemory

/// Cuts lines that end with CR LF out of bytes that arrive in pieces.
///
/// Each byte is looked at once, and judged in the order of arrival, so that the outcome is the same however the bytes were
/// split. A line that is there in one piece is not copied; the kept parts of others are wiped, because they may hold a key.
struct LineReader: ~Copyable, Sendable {
    /// The part of a line that arrived with earlier pieces, without its CR.
    private var partial: SecureBytesBuilder?
    private var partialCount = 0
    private var endsInCarriageReturn = false

    /// Whether some of a line, but not all of it, has been taken.
    var holdsPartialLine: Bool { partialCount > 0 || endsInCarriageReturn }

    /// The next line, without its line end and without control characters but tabs, as `parse` reads it; nil if its end has not
    /// arrived: then all input has been taken. `position` is moved behind the bytes that were taken.
    mutating func next<Line>(
        in input: Span<UInt8>,
        at position: inout Int,
        limit: (bytes: Int, error: RequestError),
        _ parse: (Span<UInt8>) throws(RequestError) -> Line
    ) throws(RequestError) -> Line? {
        let start = position
        while position < input.count {
            let byte = input[position]
            if endsInCarriageReturn {
                guard byte == .lineFeed else { throw .bareCarriageReturn }
                return try end(of: input, from: start, at: &position, parse)
            }
            if byte.isLineText {
                guard partialCount + (position - start) < limit.bytes else { throw limit.error }
            } else if byte == .carriageReturn {
                endsInCarriageReturn = true
            } else {
                throw byte == .lineFeed ? .bareLineFeed : .controlCharacter
            }
            position += 1
        }
        try keep(input, from: start)
        return nil
    }

    /// Parses the line whose LF is at `position`.
    private mutating func end<Line>(
        of input: Span<UInt8>,
        from start: Int,
        at position: inout Int,
        _ parse: (Span<UInt8>) throws(RequestError) -> Line
    ) throws(RequestError) -> Line {
        // The CR is the byte before, or was the last one of an earlier piece.
        let content = input.extracting(start..<max(start, position - 1))
        position += 1
        endsInCarriageReturn = false
        guard partialCount > 0 else { return try parse(content) }
        try append(content)
        // Let go, not emptied: a connection that waits for its next request holds no buffer.
        guard let line = partial.take()?.finish() else { return try parse(content) }
        partialCount = 0
        return try line.withUnsafeBytes { (bytes) throws(RequestError) in
            try parse(bytes.bindMemory(to: UInt8.self).span)
        }
    }

    private mutating func keep(_ input: Span<UInt8>, from start: Int) throws(RequestError) {
        let end = endsInCarriageReturn && input.count > start ? input.count - 1 : input.count
        try append(input.extracting(start..<end))
    }

    private mutating func append(_ bytes: Span<UInt8>) throws(RequestError) {
        guard !bytes.isEmpty else { return }
        do throws(OutOfMemory) {
            let earlier = partial.take()
            var line = if let earlier { earlier } else { try SecureBytesBuilder(capacity: bytes.count) }
            try bytes.withUnsafeBytes { (bytes) throws(OutOfMemory) in try line.append(bytes) }
            partialCount = line.count
            partial = consume line
        } catch {
            throw .outOfMemory
        }
    }
}
