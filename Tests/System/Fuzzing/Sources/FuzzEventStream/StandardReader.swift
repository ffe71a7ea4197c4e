/// A reader of events as the HTML Standard (section 9.2.6) describes it, of a stream that is there as a whole. It keeps what a
/// guard passes on: blocks without data, too.
enum StandardReader {
    static func events(in stream: [UInt8]) -> [PlainEvent] {
        var event = PlainEvent()
        var events: [PlainEvent] = []
        for line in lines(of: withoutMark(stream)) {
            guard !line.isEmpty else {
                events.append(event)
                event = PlainEvent()
                continue
            }
            let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
            var value = line[min(colon + 1, line.endIndex)...]
            if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
            switch String(decoding: line[..<colon], as: UTF8.self) {
            case "data": event.data = event.data.map { $0 + [UInt8(ascii: "\n")] + value } ?? Array(value)
            case "event": event.name = Array(value)
            case "id": event.id = Array(value)
            case "retry": event.retry = Array(value)
            default: break
            }
        }
        return events
    }

    /// The stream without a byte order mark, or the beginning of one, which is no text either.
    private static func withoutMark(_ stream: [UInt8]) -> ArraySlice<UInt8> {
        let count = zip(stream, [0xEF, 0xBB, 0xBF]).prefix { $0 == $1 }.count
        return stream[count...]
    }

    /// The lines that have an end: a carriage return, a line feed, or both.
    private static func lines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes
        while let end = rest.firstIndex(where: { $0 == 13 || $0 == 10 }) {
            lines.append(rest[..<end])
            rest = rest[(end + 1)...]
            if bytes[end] == 13, rest.first == 10 { rest = rest.dropFirst() }
        }
        return lines
    }
}
