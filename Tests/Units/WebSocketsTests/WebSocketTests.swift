import HTTPTypes
import SecureMemory
import SeededRandom
import Testing

@testable import WebSockets

@Suite("Web sockets")
struct WebSocketTests {
    private func request(_ fields: [String: String] = [:], method: HTTPRequest.Method = .get) throws -> HTTPRequest {
        var head = HTTPRequest(method: method, scheme: "http", authority: "a", path: "/")
        let standard = [
            "Upgrade": "websocket", "Connection": "keep-alive, Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ]
        for (name, value) in standard.merging(fields, uniquingKeysWith: { $1 }) where !value.isEmpty {
            head.headerFields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        return head
    }

    @Test("RFC 6455 section 1.3: the proof that a key was read")
    func handshake() throws {
        let reply = try WebSocketHandshake.reply(to: request())
        #expect(reply.status == .switchingProtocols)
        #expect(reply.headerFields[.secWebSocketAccept] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(reply.headerFields[.upgrade] == "websocket")
        #expect(reply.headerFields[.secWebSocketExtensions] == nil)
    }

    @Test(
        "RFC 6455 section 4.2.1: what is no opening is refused",
        arguments: [
            (["Connection": "close"], 400), (["Sec-WebSocket-Version": "8"], 426), (["Sec-WebSocket-Version": ""], 426),
            (["Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25j"], 400), (["Sec-WebSocket-Key": "?"], 400),
            (["Sec-WebSocket-Key": ""], 400),
        ]
    )
    func refused(fields: [String: String], status: Int) throws {
        let head = try request(fields)
        #expect(WebSocketHandshake.isAsked(by: head))
        #expect { try WebSocketHandshake.reply(to: head) } throws: { error in
            (error as? WebSocketHandshake.Refusal)?.status.code == status
        }
        #expect(try !WebSocketHandshake.isAsked(by: request(["Upgrade": "h2c, x"])))
        let post = try request(method: .post)
        #expect(throws: WebSocketHandshake.Refusal.self) { try WebSocketHandshake.reply(to: post) }
    }

    /// A frame as a client sends it.
    private func frame(_ first: UInt8, _ payload: [UInt8], lengthBytes: Int? = nil, mask: [UInt8] = [1, 2, 3, 255])
        -> [UInt8]
    {
        let bytes = lengthBytes ?? (payload.count < 126 ? 0 : payload.count <= 0xFFFF ? 2 : 8)
        let length = bytes == 0 ? UInt8(payload.count) : bytes == 2 ? 126 : 127
        return [first, 0x80 | length]
            + (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) } + mask
            + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    /// What is read of bytes that come in pieces of a size: kinds and payloads.
    private func events(in bytes: [UInt8], pieces size: Int = .max, limit: Int = 1000) throws -> [String] {
        var reader = try WebSocketReader(limit: limit)
        var events: [String] = []
        for start in stride(from: 0, to: bytes.count, by: min(size, bytes.count)) {
            try bytes[start..<min(start + min(size, bytes.count), bytes.count)].withUnsafeBytes { piece in
                var position = 0
                while let event = try reader.next(in: piece, at: &position) {
                    switch event {
                    case .message(let opcode, let payload), .control(let opcode, let payload):
                        events.append("\(opcode) \(payload.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })")
                    }
                }
                #expect(position == piece.count)
            }
        }
        return events
    }

    @Test("messages are put together of their frames, with what is said between them", arguments: [1, 2, 5, 13, .max])
    func messages(size: Int) throws {
        let long = [UInt8](repeating: 97, count: 300)
        let bytes =
            frame(0x81, [UInt8]("Hello".utf8)) + frame(0x01, [UInt8]("a".utf8)) + frame(0x89, [UInt8]("p".utf8))
            + frame(0x00, []) + frame(0x80, [UInt8]("b".utf8)) + frame(0x82, long) + frame(0x88, []) + frame(0x81, [])
        #expect(
            try events(in: bytes, pieces: size)
                == [
                    "text Hello", "ping p", "text ab", "binary " + String(repeating: "a", count: 300), "close ",
                    "text ",
                ]
        )
    }

    @Test("a message has up to the limit of bytes, and 64 bits may say so")
    func longest() throws {
        let payload = [UInt8](repeating: 98, count: 70_000)
        #expect(try events(in: frame(0x81, payload), pieces: 999, limit: 70_000).first?.utf8.count == 70_005)
        #expect(throws: WebSocketReader.Failure.tooLarge) { try events(in: frame(0x81, payload), limit: 69_999) }
        let parts = frame(0x01, Array(payload.prefix(600))) + frame(0x80, Array(payload.prefix(600)))
        #expect(throws: WebSocketReader.Failure.tooLarge) { try events(in: parts) }
        #expect(throws: WebSocketReader.Failure.tooLarge) {
            try events(in: [0x81, 0xFF] + [UInt8](repeating: 255, count: 12))
        }
    }

    @Test("RFC 6455 section 5: frames that no client may send end the connection")
    func malformed() throws {
        let frames: [(String, [UInt8])] = [
            ("bits of extensions", frame(0xC1, [])), ("unknown kind", frame(0x83, [])),
            ("unknown control", frame(0x8B, [])),
            ("nothing to continue", frame(0x80, [])), ("a message within another", frame(0x01, []) + frame(0x81, [])),
            ("a control frame in parts", frame(0x09, [])),
            ("a long control frame", frame(0x89, [UInt8](repeating: 0, count: 126))),
            ("a length that is longer than it needs to be", frame(0x81, [1], lengthBytes: 2)),
            ("a length of 64 bits for 16", frame(0x81, [UInt8](repeating: 0, count: 200), lengthBytes: 8)),
        ]
        for (name, bytes) in frames {
            #expect(throws: WebSocketReader.Failure.malformed, "\(name)") { try events(in: bytes) }
        }
        #expect(throws: WebSocketReader.Failure.masked) { try events(in: [0x81, 0x01, 97]) }
    }

    @Test("frames of a server say how long they are in the shortest way")
    func written() throws {
        for (count, head) in [
            (0, [0x81, 0]), (125, [0x81, 125]), (126, [0x81, 126, 0, 126]), (65_535, [0x81, 126, 255, 255]),
            (65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] as [(Int, [UInt8])] {
            let payload = try SecureBytes(copying: [UInt8](repeating: 120, count: count))
            let bytes = try WebSocketFrame.bytes(.text, payload).withUnsafeBytes { Array($0) }
            #expect(bytes.prefix(head.count).elementsEqual(head) && bytes.count == head.count + count)
        }
        let close = try WebSocketFrame.close(.tooLarge, String(repeating: "é", count: 90)).withUnsafeBytes { Array($0) }
        #expect(close.prefix(4) == [0x88, 124, 0x03, 0xF1] && close.count == 126)
        #expect([1005, 1006, 999, 1015, 2999, 5000].allSatisfy { !WebSocketCloseCode($0).isSendable })
        #expect([1000, 1011, 3000, 4999].allSatisfy { WebSocketCloseCode($0).isSendable })
    }
}
