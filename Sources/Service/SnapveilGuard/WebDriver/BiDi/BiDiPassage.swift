import HTTPServer
import HTTPTypes
import Logging
import NIOCore
import NIOWebSocket
import RedactionJobs
import SecureMemory
import Synchronization
import WebSockets

/// The way of the messages of a web socket of WebDriver BiDi: commands of a harness pass as they are, and what the server says when it
/// was made safe, in its order, as fast as the harness reads.
struct BiDiPassage: Sendable {
    let upstream: Upstream
    let messages: MessageWorkers
    let target: UpstreamSocket.Target
    let request: GuardRequest
    /// Upper bound on the bytes of a command.
    let longestCommand: Int
    /// What pages are asked before and after a picture; nil where the policy needs not know.
    let question: PageQuestion?

    /// The end of a web socket that one side closes: its code, for the other side.
    private struct Closed: Error {
        let code: WebSocketCloseCode
        var reason = ""
    }

    /// Bytes of commands and messages that are held.
    private final class Held: Sendable {
        let bytes = Mutex((commands: 0, messages: 0))
    }

    /// Passes messages on to the end of either side.
    func pass(_ harness: HTTPServerStream) async throws {
        let end: Closed
        do {
            try await upstream.openSocket(target, request.fields) { socket in
                try await pass(harness, socket)
            }
            return
        } catch let closed as Closed {
            end = closed
        } catch let failure as WebSocketReader.Failure {
            end = Closed(code: failure.code, reason: failure.reason)
        } catch is HTTPServerStream.Gone {
            throw HTTPServerStream.Gone()
        } catch {
            end = Closed(code: .internalError, reason: "\(UpstreamFailure(error))")
        }
        if end.code != .normal {
            let metadata: Logger.Metadata = [
                "id": "\(request.id)", "code": "\(end.code.number)", "reason": "\(end.reason)",
            ]
            messages.logger.info("web socket ended", metadata: metadata)
        }
        try await harness.write(WebSockets.WebSocketFrame.close(end.code, end.reason))
    }

    /// Passes on in both directions, each in a task of its own; the first to end ends the others. Pictures are taken in a third one, one
    /// after the other, because other commands go on meanwhile.
    private func pass(_ harness: HTTPServerStream, _ socket: UpstreamSocket) async throws {
        let held = Held()
        let captures = question.map { BiDiCaptures(messages.workers, socket, request, $0) }
        let (pictures, queue) = AsyncStream.makeStream(
            of: BiDiCaptures.Command.self,
            bufferingPolicy: .bufferingOldest(Self.mostPictures)
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            if let captures {
                tasks.addTask {
                    for await command in pictures {
                        let reply = try await captures.reply(to: command)
                        try await harness.write(WebSockets.WebSocketFrame.bytes(.text, reply))
                    }
                    throw CancellationError()
                }
            }
            tasks.addTask {
                try await passCommands(of: harness, held) { event in
                    if case .message(.text, let bytes) = event, let command = try await captures?.command(bytes) {
                        guard case .enqueued = queue.yield(command) else {
                            throw Closed(code: .tooLarge, reason: "snapveil: too many pictures are asked for at a time")
                        }
                    } else {
                        try await pass(event, to: socket, harness)
                    }
                }
            }
            tasks.addTask { try await passMessages(of: socket, to: harness, captures, held) }
            defer { tasks.cancelAll() }
            try await tasks.next()
        }
    }

    /// Pictures that wait for each other, at most.
    private static let mostPictures = 64

    // MARK: - From the harness

    private func passCommands(
        of harness: HTTPServerStream,
        _ held: Held,
        _ pass: (WebSocketReader.Event) async throws -> Void
    ) async throws {
        var reader = try WebSocketReader(limit: longestCommand)
        while let bytes = try await harness.read() {
            var position = 0
            while let event = try bytes.withUnsafeBytes({ (bytes) throws(WebSocketReader.Failure) in
                try reader.next(in: bytes, at: &position)
            }) {
                try await pass(event)
            }
            try reserve(held) { $0.commands = reader.heldBytes }
        }
        throw HTTPServerStream.Gone()
    }

    private func pass(
        _ event: WebSocketReader.Event,
        to socket: UpstreamSocket,
        _ harness: HTTPServerStream
    ) async throws {
        switch event {
        case .message(.text, let command): try await socket.send(.text, command)
        case .message: throw Closed(code: .unsupportedData, reason: "snapveil: messages of BiDi are text")
        case .control(.ping, let payload): try await harness.write(WebSockets.WebSocketFrame.bytes(.pong, payload))
        case .control(.close, let payload):
            try await socket.send(.connectionClose, payload)
            throw Closed(code: Self.code(in: payload.withUnsafeBytes { Array($0.prefix(2)) }))
        case .control: break
        }
    }

    // MARK: - From the server

    private func passMessages(
        of socket: UpstreamSocket,
        to harness: HTTPServerStream,
        _ captures: BiDiCaptures?,
        _ held: Held
    ) async throws {
        for try await frame in socket.inbound {
            let data = frame.unmaskedData
            switch frame.opcode {
            case .text:
                try reserve(held) { $0.messages = data.readableBytes }
                let message = try Self.bytes(data, in: messages.memory)
                if await captures?.take(message) != true { try await pass(message, to: harness) }
                try reserve(held) { $0.messages = 0 }
            case .ping: try await socket.send(.pong, Self.bytes(data))
            case .pong: break
            case .connectionClose:
                try await socket.send(.connectionClose, Self.bytes(data))
                throw Closed(code: Self.code(in: Array(data.readableBytesView.prefix(2))))
            default: throw Closed(code: .unsupportedData, reason: "snapveil: the upstream sends what is no text")
            }
        }
        throw UpstreamFailure.broken
    }

    /// Passes on a message that was made safe, or an error in its place.
    private func pass(_ message: SecureBytes, to harness: HTTPServerStream) async throws {
        switch await messages.outcome(of: message, for: request) {
        case .client(let message, _): try await harness.write(WebSockets.WebSocketFrame.bytes(.text, message))
        case .nobody, .server: break
        case .failed: throw Closed(code: .internalError, reason: "snapveil: a message cannot be made safe")
        }
    }

    // MARK: - Bytes

    private static func bytes(_ data: ByteBuffer, in memory: MemorySource = .process) throws -> SecureBytes {
        var builder = try SecureBytesBuilder(capacity: data.readableBytes, in: memory)
        try data.withUnsafeReadableBytes { try builder.append($0) }
        return builder.finish()
    }

    /// The code that the other side is told: that of a frame if it may be sent.
    private static func code(in payload: [UInt8]) -> WebSocketCloseCode {
        guard payload.count == 2 else { return .normal }
        let code = WebSocketCloseCode(UInt16(payload[0]) << 8 | UInt16(payload[1]))
        return code.isSendable ? code : .normal
    }

    private func reserve(_ held: Held, _ change: (inout (commands: Int, messages: Int)) -> Void) throws {
        let count = held.bytes.withLock { held in
            change(&held)
            return held.commands + held.messages
        }
        guard request.room.reserve(count) else { throw UpstreamFailure.noRoom }
    }
}
