import SecureMemory
import Testing

@testable import SnapveilGuard

@Suite("Events of a stream")
struct EventStreamTests {
    /// The events of bytes that come in pieces of a size, each as a guard writes it.
    private func events(in text: String, pieces size: Int = .max, limit: Int = 4096) throws -> [String] {
        var reader = try EventStreamReader(limit: limit)
        var events: [String] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: min(size, bytes.count)) {
            try bytes[start..<min(start + min(size, bytes.count), bytes.count)].withUnsafeBytes { piece in
                var position = 0
                while let event = try reader.next(in: piece, at: &position) {
                    events.append(try event.bytes().withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
                }
                #expect(position == piece.count)
            }
        }
        return events
    }

    @Test("events end with an empty line, however lines end and bytes come", arguments: [1, 2, 3, 7, .max])
    func ends(size: Int) throws {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["id: 1", "event:e", "data: a", "", ": comment", "", "data", "", "retry: 5", ""].map { $0 + end }
                .joined()
            #expect(
                try events(in: text, pieces: size)
                    == ["event: e\nid: 1\ndata: a\n\n", ":\n\n", "data: \n\n", "retry: 5\n\n"]
            )
        }
    }

    @Test("a byte order mark at the start does not count", arguments: [1, 2, .max])
    func mark(size: Int) throws {
        #expect(try events(in: "\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", pieces: size) == ["data: a\n\n", ":\n\n"])
    }

    @Test("lines of data are one text, and stay lines; what clients do not know, and comments, do not go on")
    func lines() throws {
        #expect(try events(in: "data:a\ndata:  b\nx: picture\n: picture\n\n") == ["data: a\ndata:  b\n\n"])
        #expect(try events(in: "data: a\n") == [])
        var event = ServerSentEvent()
        event.data = try SecureBytes(copying: "a\r\n\rb".utf8)
        #expect(
            try event.bytes().withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == "data: a\ndata: \ndata: b\n\n"
        )
    }

    @Test("an event that is too long, or has a name that is, ends the stream")
    func tooLong() throws {
        #expect(throws: EventStreamReader.TooLong.self) {
            try events(in: "data: " + String(repeating: "a", count: 4096))
        }
        for field in ["id", "event", "retry"] {
            #expect(throws: EventStreamReader.TooLong.self) {
                try events(in: "\(field): " + String(repeating: "a", count: 1025) + "\n\n")
            }
        }
        #expect(
            try events(in: String(repeating: "data: " + String(repeating: "a", count: 4000) + "\n\n", count: 9)).count
                == 9
        )
    }
}
