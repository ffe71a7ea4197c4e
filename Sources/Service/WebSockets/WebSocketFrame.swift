public import SecureMemory

/// A kind of frame (RFC 6455, section 5.2).
public enum WebSocketOpcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// Whether it speaks of the connection, and may stand between the frames of a message.
    public var isControl: Bool { rawValue >= 8 }
}

/// The reason why a web socket is closed (RFC 6455, section 7.4).
public struct WebSocketCloseCode: Sendable, Hashable {
    /// The number that is sent.
    public let number: UInt16

    /// The code of a number.
    public init(_ number: UInt16) {
        self.number = number
    }

    /// All was said.
    public static let normal = WebSocketCloseCode(1000)
    /// A frame is none that may be sent.
    public static let protocolError = WebSocketCloseCode(1002)
    /// The data are of a kind that is not taken.
    public static let unsupportedData = WebSocketCloseCode(1003)
    /// The message is too large.
    public static let tooLarge = WebSocketCloseCode(1009)
    /// The server cannot go on.
    public static let internalError = WebSocketCloseCode(1011)

    /// Whether it may be sent at all (RFC 6455, section 7.4.1).
    public var isSendable: Bool {
        switch number {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}

/// Frames of a server, which are not masked, each a message of its own.
public enum WebSocketFrame {
    /// A frame as it is sent.
    public static func bytes(_ opcode: WebSocketOpcode, _ payload: SecureBytes) throws(OutOfMemory) -> SecureBytes {
        var head: [UInt8] = [0x80 | opcode.rawValue]
        let count = payload.count
        let lengthBytes = count < 126 ? 0 : count <= 0xFFFF ? 2 : 8
        head.append(count < 126 ? UInt8(count) : lengthBytes == 2 ? 126 : 127)
        for shift in (0..<lengthBytes).reversed() { head.append(UInt8(truncatingIfNeeded: count >> (8 * shift))) }
        var builder = try SecureBytesBuilder(capacity: head.count + count)
        try builder.append(SecureBytes(copying: head))
        try builder.append(payload)
        return builder.finish()
    }

    /// A frame that closes a web socket.
    ///
    /// - Parameter reason: A sentence for people, of 123 bytes at most; the rest of a longer one is left out.
    public static func close(_ code: WebSocketCloseCode, _ reason: String = "") throws(OutOfMemory) -> SecureBytes {
        var payload = [UInt8(code.number >> 8), UInt8(truncatingIfNeeded: code.number)]
        for character in reason where payload.count + character.utf8.count <= 125 { payload += character.utf8 }
        return try bytes(.close, SecureBytes(copying: payload))
    }
}
