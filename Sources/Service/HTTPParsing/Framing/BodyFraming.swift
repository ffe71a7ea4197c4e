/// The way in which the end of a body is found (RFC 9112, section 6.3).
public enum BodyFraming: Sendable, Hashable {
    /// There is no body.
    case none
    /// The body is this many bytes.
    case length(Int)
    /// The body comes in chunks.
    case chunked

    /// Whether there may be a byte of a body.
    public var mayHaveBytes: Bool {
        switch self {
        case .none: false
        case .length(let count): count > 0
        case .chunked: true
        }
    }
}

/// `chunk-size [ chunk-ext ]` (RFC 9112, section 7.1).
struct ChunkLine {
    /// Bytes of the chunk; 0 for the last one.
    let size: Int

    /// Bytes of the line that are extensions, which are checked and ignored.
    let extensionBytes: Int

    init(parsing line: Span<UInt8>) throws(RequestError) {
        var position = 0
        var size = 0
        while position < line.count, let digit = line[position].hexadecimalValue {
            guard size <= Int.max >> 4 else { throw .malformedChunkSize }
            size = size << 4 | digit
            position += 1
        }
        guard position > 0, position == line.count || line[position] == UInt8(ascii: ";") else {
            throw .malformedChunkSize
        }
        self.size = size
        extensionBytes = line.count - position
        while position < line.count {
            position = try Self.endOfExtension(in: line, from: position)
        }
    }

    /// The place after `";" name [ "=" value ]`. The bad whitespace that section 7.1.1 mentions for historical reasons is
    /// refused: a reader that skips it and one that does not would disagree on the size.
    private static func endOfExtension(in line: Span<UInt8>, from start: Int) throws(RequestError) -> Int {
        guard line[start] == UInt8(ascii: ";") else { throw .malformedChunkExtension }
        var position = endOfToken(in: line, from: start + 1)
        guard position > start + 1 else { throw .malformedChunkExtension }
        guard position < line.count, line[position] == UInt8(ascii: "=") else { return position }
        position += 1
        guard position < line.count else { throw .malformedChunkExtension }
        if line[position] == UInt8(ascii: "\"") { return try endOfQuotedString(in: line, from: position) }
        let end = endOfToken(in: line, from: position)
        guard end > position else { throw .malformedChunkExtension }
        return end
    }

    private static func endOfToken(in line: Span<UInt8>, from start: Int) -> Int {
        var position = start
        while position < line.count, line[position].isTokenCharacter { position += 1 }
        return position
    }

    /// The place after a quoted string (RFC 9110, section 5.6.4) of ASCII.
    private static func endOfQuotedString(in line: Span<UInt8>, from start: Int) throws(RequestError) -> Int {
        var position = start + 1
        while position < line.count {
            if line[position] == UInt8(ascii: "\"") { return position + 1 }
            if line[position] == UInt8(ascii: "\\") { position += 1 }
            guard position < line.count, line[position] < 0x80 else { throw .malformedChunkExtension }
            position += 1
        }
        throw .malformedChunkExtension
    }
}
