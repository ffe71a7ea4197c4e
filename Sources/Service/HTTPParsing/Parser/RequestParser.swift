public import HTTPTypes

/// A strict parser of HTTP/1.1 requests: bytes in, events out, no I/O.
///
/// Bytes may arrive in any pieces; the events are the same but for where ``ParserEvent/body(_:)`` is cut. Time is linear
/// in the bytes and memory is bounded by the ``MessageLimits``, because each line is judged when it is complete or too long
/// and only the part of a line is ever kept. Requests may follow each other without waiting (pipelining).
/// ```swift
/// var parser = RequestParser()
/// var position = 0
/// while position < bytes.count {
///     switch try parser.next(in: bytes.span, at: &position) { … }
/// }
/// ```
/// A body of known length need not pass through here: read ``contiguousBodyBytes`` bytes to where they belong and note that
/// with ``skipBody(_:)``.
public struct RequestParser: ~Copyable, Sendable {
    private let limits: MessageLimits
    private var state = State.requestLine(emptyLines: 0)
    private var lines = LineReader()
    private var requestLine: RequestLine?
    private var section = FieldSection()
    private var chunkExtensionBytes = 0

    /// The place of the next byte in a request. All that moves it is in this file.
    private enum State: Sendable {
        case requestLine(emptyLines: Int)
        case fields
        case body(remaining: Int)
        case chunkLine
        case chunk(remaining: Int)
        case chunkEnd
        case trailer
        case failed(RequestError)
    }

    /// A parser at the start of a connection.
    public init(limits: MessageLimits = MessageLimits()) {
        self.limits = limits
    }

    /// Whether no byte of a next request has been taken yet, empty lines ahead of it aside.
    public var isBetweenRequests: Bool {
        if case .requestLine = state { return !lines.holdsPartialLine }
        return false
    }

    /// Bytes that come next and belong to the body: the rest of it, or of the chunk.
    public var contiguousBodyBytes: Int {
        switch state {
        case .body(let remaining), .chunk(let remaining): remaining
        default: 0
        }
    }

    /// Takes note that the next `count` bytes of the body were read past the parser.
    ///
    /// - Parameter count: 0 to ``contiguousBodyBytes``; anything else is a programming error and traps.
    public mutating func skipBody(_ count: Int) {
        precondition(count >= 0 && count <= contiguousBodyBytes, "more bytes were skipped than belong to the body")
        switch state {
        case .body(let remaining): state = .body(remaining: remaining - count)
        case .chunk(let remaining): state = count == remaining ? .chunkEnd : .chunk(remaining: remaining - count)
        default: break
        }
    }

    /// The next event in `input` from `position` on, which is moved behind the bytes that were taken.
    ///
    /// - Throws: A ``RequestError``, and the same one on every later call.
    public mutating func next(in input: Span<UInt8>, at position: inout Int) throws(RequestError) -> ParserEvent {
        do {
            while true {
                if let event = try step(input, &position) { return event }
            }
        } catch {
            state = .failed(error)
            throw error
        }
    }

    /// One step of the state machine; nil if it only changed the state.
    private mutating func step(_ input: Span<UInt8>, _ position: inout Int) throws(RequestError) -> ParserEvent? {
        switch state {
        case .requestLine(let emptyLines):
            return try readRequestLine(input, &position, emptyLines)
        case .fields:
            guard let isLast = try readField(input, &position, headBounds) else { return .needsMoreBytes }
            return isLast ? try finishHead() : nil
        case .body(remaining: 0):
            return finishRequest()
        case .body, .chunk:
            return readBody(input, &position)
        case .chunkLine:
            return try readChunkLine(input, &position)
        case .chunkEnd:
            // The line after a chunk is empty; the first byte of anything else is one too many.
            let limit = (bytes: 0, error: RequestError.missingChunkEnd)
            guard try lines.next(in: input, at: &position, limit: limit, { _ in () }) != nil else {
                return .needsMoreBytes
            }
            state = .chunkLine
        case .trailer:
            guard let isLast = try readField(input, &position, trailerBounds) else { return .needsMoreBytes }
            return isLast ? try finishTrailer() : nil
        case .failed(let error):
            throw error
        }
        return nil
    }
}

// MARK: - Head

extension RequestParser {
    private var headBounds: FieldSection.Bounds {
        .init(lineBytes: limits.fieldLineBytes, sectionBytes: limits.fieldSectionBytes, count: limits.fieldCount)
    }

    private mutating func readRequestLine(
        _ input: Span<UInt8>,
        _ position: inout Int,
        _ emptyLines: Int
    ) throws(RequestError) -> ParserEvent? {
        let limit = (limits.requestLineBytes, RequestError.requestLineTooLong(limit: limits.requestLineBytes))
        let line: RequestLine?? = try lines.next(in: input, at: &position, limit: limit) {
            (line) throws(RequestError) in
            line.isEmpty ? nil : try RequestLine(parsing: line)
        }
        guard let line else { return .needsMoreBytes }
        guard let line else {
            // RFC 9112, section 2.2: some old clients end a body with one more CR LF than they count.
            guard emptyLines == 0 else { throw .malformedRequestLine }
            state = .requestLine(emptyLines: 1)
            return nil
        }
        requestLine = line
        state = .fields
        return nil
    }

    /// Whether the line read ended the section; nil if it has not arrived as a whole.
    private mutating func readField(
        _ input: Span<UInt8>,
        _ position: inout Int,
        _ bounds: FieldSection.Bounds
    ) throws(RequestError) -> Bool? {
        let limit = section.nextLineLimit(bounds)
        return try lines.next(in: input, at: &position, limit: limit) { (line) throws(RequestError) in
            guard !line.isEmpty else { return true }
            try section.append(line, bounds)
            return false
        }
    }

    private mutating func finishHead() throws(RequestError) -> ParserEvent {
        guard let line = requestLine else { throw .malformedRequestLine }
        let head = try RequestHead(line, section)
        requestLine = nil
        section = FieldSection()
        switch head.framing {
        case .none: state = .body(remaining: 0)
        case .length(let length): state = .body(remaining: length)
        case .chunked: state = .chunkLine
        }
        return .head(head)
    }
}

// MARK: - Body

extension RequestParser {
    /// Trailer fields are bounded like the others, but fewer.
    private var trailerBounds: FieldSection.Bounds {
        .init(lineBytes: limits.fieldLineBytes, sectionBytes: limits.trailerSectionBytes, count: limits.trailerCount)
    }

    private mutating func readBody(_ input: Span<UInt8>, _ position: inout Int) -> ParserEvent {
        let count = min(contiguousBodyBytes, input.count - position)
        guard count > 0 else { return .needsMoreBytes }
        defer { position += count }
        skipBody(count)
        return .body(position..<position + count)
    }

    private mutating func readChunkLine(
        _ input: Span<UInt8>,
        _ position: inout Int
    ) throws(RequestError) -> ParserEvent? {
        let limit = (limits.chunkLineBytes, RequestError.chunkLineTooLong(limit: limits.chunkLineBytes))
        let line = try lines.next(in: input, at: &position, limit: limit) { (line) throws(RequestError) in
            try ChunkLine(parsing: line)
        }
        guard let line else { return .needsMoreBytes }
        chunkExtensionBytes += line.extensionBytes
        guard chunkExtensionBytes <= limits.chunkExtensionBytes else {
            throw .chunkExtensionsTooLong(limit: limits.chunkExtensionBytes)
        }
        state = line.size == 0 ? .trailer : .chunk(remaining: line.size)
        return nil
    }

    /// Fields that must not come late (RFC 9110, section 6.5.1): their values have been acted on already.
    private static let forbiddenInTrailer: Set<String> = [
        "authorization", "connection", "content-encoding", "content-length", "content-type", "expect", "host", "te",
        "trailer", "transfer-encoding", "upgrade",
    ]

    private mutating func finishTrailer() throws(RequestError) -> ParserEvent {
        guard !section.fields.contains(where: { Self.forbiddenInTrailer.contains($0.name.canonicalName) }) else {
            throw .forbiddenTrailer
        }
        return finishRequest()
    }

    private mutating func finishRequest() -> ParserEvent {
        let trailer = section.fields
        section = FieldSection()
        chunkExtensionBytes = 0
        state = .requestLine(emptyLines: 0)
        return .end(trailer: trailer)
    }
}

/// An event of the parser.
///
/// A request is one `head`, any number of `body` and one `end`.
public enum ParserEvent: Sendable, Hashable {
    /// All input was taken and more is needed.
    case needsMoreBytes
    /// The head of a request was read whole.
    case head(RequestHead)
    /// Bytes of the body stand at these places of the input.
    case body(Range<Int>)
    /// The request is complete. The trailer is empty unless the body was chunked and had one.
    case end(trailer: HTTPFields)
}
