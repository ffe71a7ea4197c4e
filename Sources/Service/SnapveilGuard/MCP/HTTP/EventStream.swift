import SecureMemory

/// An event of a stream of events (HTML Standard, section 9.2), or what stands between two of them.
struct ServerSentEvent {
    /// The name of its kind; nil for none.
    var name: SecureBytes?
    /// Its identifier, and the time after which a client connects again; nil for none.
    var id, retry: SecureBytes?
    /// What it tells; nil if it only keeps the connection alive, or has an identifier alone.
    var data: SecureBytes?

    /// The event with its end, each line of the data in a field of its own.
    func bytes() throws(OutOfMemory) -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: (data?.count ?? 0) + 64)
        for (field, value) in [("event", name), ("id", id), ("retry", retry)] {
            if let value { try Self.append(field, value, to: &builder) }
        }
        if let data {
            for line in data.lines { try Self.append("data", data[line], to: &builder) }
        }
        try builder.append(builder.count == 0 ? ":\n\n" : "\n")
        return builder.finish()
    }

    private static func append(
        _ field: String,
        _ value: SecureBytes,
        to builder: inout SecureBytesBuilder
    ) throws(OutOfMemory) {
        try builder.append("\(field): ")
        try builder.append(value)
        try builder.append("\n")
    }
}

extension SecureBytes {
    /// The places of its lines, however they end; at least one.
    fileprivate var lines: [Range<Int>] {
        withUnsafeBytes { bytes in
            var lines: [Range<Int>] = []
            var start = 0
            while let end = bytes[start...].firstIndex(where: \.isLineEnd) {
                lines.append(start..<end)
                let isPair = bytes[end] == .carriageReturn && end + 1 < count && bytes[end + 1] == .lineFeed
                start = end + (isPair ? 2 : 1)
            }
            return lines + [start..<count]
        }
    }
}

/// Reads events of a stream as their bytes come. An event is held as a whole, up to a limit.
struct EventStreamReader: ~Copyable {
    /// An event has more bytes than may be held, or a field that is no data has more than one of its kind needs.
    struct TooLong: Error, CustomStringConvertible {
        var description: String { "an event of the stream is too long" }
    }

    private let limit: Int
    /// The lines since the last event.
    private var block: SecureBytesBuilder
    /// Whether nothing of the next line has come.
    private var isAtLineStart = true
    /// Whether the last byte was a carriage return, which a line feed may complete.
    private var isAfterReturn = false
    /// Bytes of a byte order mark that may still come, at the start of the stream.
    private var mark = ArraySlice<UInt8>([0xEF, 0xBB, 0xBF])

    /// Bytes of a name, an identifier or a time, at most.
    private static let longestField = 1024

    init(limit: Int) throws(OutOfMemory) {
        self.limit = limit
        block = try SecureBytesBuilder()
    }

    /// Bytes that are held.
    var heldBytes: Int { block.count }

    /// Takes bytes from `position` on up to the end of an event; that event, or nil if they do not reach it.
    mutating func next(
        in bytes: UnsafeRawBufferPointer,
        at position: inout Int
    ) throws -> ServerSentEvent? {
        while let byte = mark.first, position < bytes.count {
            mark = bytes[position] == byte ? mark.dropFirst() : []
            position += bytes[position] == byte ? 1 : 0
        }
        while position < bytes.count {
            let isRestOfEnd = isAfterReturn && bytes[position] == .lineFeed
            isAfterReturn = false
            guard !isRestOfEnd else {
                position += 1
                continue
            }
            let end = bytes[position...].firstIndex(where: \.isLineEnd)
            let line = UnsafeRawBufferPointer(rebasing: bytes[position..<(end ?? bytes.count)])
            guard block.count + line.count <= limit else { throw TooLong() }
            try block.append(line)
            isAtLineStart = isAtLineStart && line.isEmpty
            guard let end else {
                position = bytes.count
                return nil
            }
            position = end + 1
            isAfterReturn = bytes[end] == .carriageReturn
            guard !isAtLineStart else { return try takeEvent() }
            try block.append("\n")
            isAtLineStart = true
        }
        return nil
    }

    private mutating func takeEvent() throws -> ServerSentEvent {
        var finished = try SecureBytesBuilder()
        swap(&finished, &block)
        let block = finished.finish()
        var event = ServerSentEvent()
        var data: [SecureBytes] = []
        for range in block.lines.dropLast() {
            let (field, value) = Self.field(block[range])
            switch field {
            case "data": data.append(value)
            case "event": event.name = try Self.short(value)
            case "id": event.id = try Self.short(value)
            case "retry": event.retry = try Self.short(value)
            // Clients leave out comments and what they do not know.
            default: break
            }
        }
        event.data = try Self.joined(data)
        return event
    }

    /// The name of a field and its value, without the space in front.
    private static func field(_ line: SecureBytes) -> (name: String, value: SecureBytes) {
        line.withUnsafeBytes { bytes in
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
            // A name is told by its first bytes, whatever else there is.
            let name = String(decoding: bytes[..<min(colon, 8)], as: UTF8.self)
            let start = min(colon + 1, bytes.count)
            let hasSpace = start < bytes.count && bytes[start] == .space
            return (name, line[min(start + (hasSpace ? 1 : 0), line.count)..<line.count])
        }
    }

    private static func short(_ value: SecureBytes) throws(TooLong) -> SecureBytes {
        guard value.count <= longestField else { throw TooLong() }
        return value
    }

    private static func joined(_ lines: [SecureBytes]) throws(OutOfMemory) -> SecureBytes? {
        guard lines.count > 1 else { return lines.first }
        var builder = try SecureBytesBuilder(capacity: lines.reduce(lines.count) { $0 + $1.count })
        for (index, line) in lines.enumerated() {
            if index > 0 { try builder.append("\n") }
            try builder.append(line)
        }
        return builder.finish()
    }
}

extension UInt8 {
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
    fileprivate static let space = UInt8(ascii: " ")

    fileprivate var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }
}
