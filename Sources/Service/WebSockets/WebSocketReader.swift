public import SecureMemory

/// Reads what a client sends on a web socket (RFC 6455, section 5): messages, put together of their frames, and what is said of the
/// connection between them.
public struct WebSocketReader: ~Copyable {
    /// What a client says.
    public enum Event: Sendable {
        /// A message, text or binary, whole. Whether text is UTF-8 is not checked.
        case message(WebSocketOpcode, SecureBytes)
        /// A frame about the connection.
        case control(WebSocketOpcode, SecureBytes)
    }

    /// The reason why the connection cannot go on.
    public struct Failure: Error, Sendable, Hashable {
        /// The code that the client is told.
        public let code: WebSocketCloseCode
        /// A sentence without a full stop.
        public let reason: String

        static let masked = Failure(code: .protocolError, reason: "frames of a client are masked")
        static let malformed = Failure(code: .protocolError, reason: "a frame is malformed")
        static let tooLarge = Failure(code: .tooLarge, reason: "a message is too large")
        static let outOfMemory = Failure(code: .internalError, reason: "there is no memory")
    }

    private struct Frame {
        let opcode: WebSocketOpcode
        let isFinal: Bool
        let mask: [UInt8]
        /// Bytes of the payload that have not come yet.
        var remaining: Int
        /// Bytes of it that have.
        var received = 0
    }

    /// Upper bound on the bytes of a message.
    private let limit: Int
    /// The beginning of a frame whose head is not whole.
    private var head: [UInt8] = []
    private var frame: Frame?
    /// The kind of the message whose frames come; nil between two.
    private var message: WebSocketOpcode?
    private var payload: SecureBytesBuilder
    private var control: [UInt8] = []

    /// Reads messages of at most `limit` bytes.
    public init(limit: Int) throws(OutOfMemory) {
        self.limit = limit
        payload = try SecureBytesBuilder()
    }

    /// Bytes of the message that is on its way.
    public var heldBytes: Int { payload.count + (message == nil ? 0 : frame?.remaining ?? 0) }

    /// The next event in bytes from `position` on, which is behind what was read then; nil if more are needed.
    public mutating func next(
        in bytes: UnsafeRawBufferPointer,
        at position: inout Int
    ) throws(Failure) -> Event? {
        while true {
            if frame == nil {
                guard try readHead(bytes, &position) else { return nil }
            }
            guard var current = frame else { return nil }
            let count = min(current.remaining, bytes.count - position)
            try take(bytes[position..<position + count], of: &current)
            position += count
            frame = current
            guard current.remaining == 0 else { return nil }
            frame = nil
            if let event = try finish(current) { return event }
        }
    }

    /// Reads the head of a frame byte by byte; whether it is whole.
    private mutating func readHead(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) throws(Failure) -> Bool {
        while position < bytes.count {
            head.append(bytes[position])
            position += 1
            guard head.count >= 2 else { continue }
            let lengthBytes = head[1] & 0x7F == 126 ? 2 : head[1] & 0x7F == 127 ? 8 : 0
            guard head[1] & 0x80 != 0 else { throw .masked }
            guard head.count == 2 + lengthBytes + 4 else { continue }
            let length = head[2..<2 + lengthBytes].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            try begin(length: lengthBytes == 0 ? UInt64(head[1] & 0x7F) : length, lengthBytes)
            head = []
            return true
        }
        return false
    }

    private mutating func begin(length: UInt64, _ lengthBytes: Int) throws(Failure) {
        let isShortest = lengthBytes == 0 || length > (lengthBytes == 2 ? 125 : 0xFFFF)
        // Bits of extensions that nobody agreed on.
        guard head[0] & 0x70 == 0, isShortest, let opcode = WebSocketOpcode(rawValue: head[0] & 0x0F) else {
            throw .malformed
        }
        let isFinal = head[0] & 0x80 != 0
        if opcode.isControl {
            guard isFinal, length <= 125 else { throw .malformed }
        } else {
            guard (opcode == .continuation) == (message != nil) else { throw .malformed }
            guard length <= UInt64(limit - payload.count) else { throw .tooLarge }
            if opcode != .continuation { message = opcode }
        }
        frame = Frame(opcode: opcode, isFinal: isFinal, mask: Array(head.suffix(4)), remaining: Int(length))
    }

    /// Takes a part of a payload without its mask.
    private mutating func take(_ part: Slice<UnsafeRawBufferPointer>, of frame: inout Frame) throws(Failure) {
        guard !part.isEmpty else { return }
        let (mask, start) = (frame.mask, frame.received)
        frame.received += part.count
        frame.remaining -= part.count
        guard !frame.opcode.isControl else {
            for (index, byte) in part.enumerated() { control.append(byte ^ mask[(start + index) & 3]) }
            return
        }
        do {
            try payload.appendInPlace(minimum: part.count) { free in
                for (index, byte) in part.enumerated() { free[index] = byte ^ mask[(start + index) & 3] }
                return part.count
            }
        } catch {
            throw .outOfMemory
        }
    }

    /// The event that a frame completes; nil if more frames belong to its message.
    private mutating func finish(_ frame: Frame) throws(Failure) -> Event? {
        do {
            guard !frame.opcode.isControl else {
                defer { control = [] }
                return .control(frame.opcode, try SecureBytes(copying: control))
            }
            guard frame.isFinal, let opcode = message else { return nil }
            var finished = try SecureBytesBuilder()
            swap(&finished, &payload)
            message = nil
            return .message(opcode, finished.finish())
        } catch {
            throw .outOfMemory
        }
    }
}
