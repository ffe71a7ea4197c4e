import AsyncHTTPClient
import HTTPServer
import HTTPTypes
import Logging
import NIOCore
import SecureMemory

/// The way of a stream of events from an MCP server to an agent: one event after the other, each when its message has been made safe,
/// as fast as the agent reads.
final class EventPassage: Sendable {
    private let upstream: Upstream
    private let messages: MessageWorkers
    private let longestMessage: Int
    private let request: GuardRequest

    init(_ upstream: Upstream, _ messages: MessageWorkers, _ longestMessage: Int, _ request: GuardRequest) {
        (self.upstream, self.messages) = (upstream, messages)
        (self.longestMessage, self.request) = (longestMessage, request)
    }

    /// The reason why a stream cannot go on.
    private enum Failure: Error, CustomStringConvertible {
        /// The agent is told to turn to another server.
        case elsewhere
        case unsafe

        var description: String {
            switch self {
            case .elsewhere: "the server names an address of another server to send messages to"
            case .unsafe: "a message of it cannot be made safe"
            }
        }
    }

    /// Passes on a stream to its end.
    ///
    /// - Throws: What the agent sees as a broken connection.
    func pass(_ response: UpstreamResponse, to agent: HTTPServerStream) async throws {
        do {
            try await withThrowingDiscardingTaskGroup { errors in
                var reader = try EventStreamReader(limit: longestMessage + Self.framingBytes)
                var replies = request.target
                for try await chunk in response.body {
                    guard request.room.reserve(reader.heldBytes + chunk.readableBytes) else {
                        throw UpstreamFailure.noRoom
                    }
                    var position = 0
                    while let event = try chunk.withUnsafeReadableBytes({ try reader.next(in: $0, at: &position) }) {
                        try await pass(event, to: agent, repliesTo: &replies, &errors)
                    }
                }
            }
        } catch {
            if !Task.isCancelled, !(error is HTTPServerStream.Gone) { note(error) }
            throw error
        }
    }

    /// Bytes of an event besides its message, at most.
    private static let framingBytes = 4096

    private func note(_ error: any Error) {
        let reason = (error as? Failure)?.description ?? (error as? EventStreamReader.TooLong)?.description
        let metadata: Logger.Metadata = [
            "id": "\(request.id)", "reason": "\(reason ?? UpstreamFailure(error).description)",
        ]
        messages.logger.warning("stream ended", metadata: metadata)
    }

    /// Passes on one event.
    ///
    /// - Parameters:
    ///   - repliesTo: The place where the server takes messages, which an event may name.
    ///   - errors: Tasks that tell the server of its requests that were refused; the stream does not wait for them.
    private func pass(
        _ event: ServerSentEvent,
        to agent: HTTPServerStream,
        repliesTo: inout String,
        _ errors: inout ThrowingDiscardingTaskGroup<any Error>
    ) async throws {
        var event = event
        if let data = event.data {
            guard data.count <= longestMessage else { throw EventStreamReader.TooLong() }
            if event.isEndpoint {
                repliesTo = try local(data)
                event.data = try SecureBytes(copying: repliesTo.utf8)
            } else {
                switch await messages.outcome(of: data, for: request) {
                case .client(let message, _): event.data = message
                case .nobody: event.data = nil
                case .failed: throw Failure.unsafe
                case .server(let error):
                    event.data = nil
                    errors.addTask { [repliesTo] in await self.tell(error, at: repliesTo) }
                }
            }
        }
        try await agent.write(event.bytes())
    }

    /// Tells the server that a request of its own was refused. It has a while to take that.
    private func tell(_ error: SecureBytes, at target: String) async {
        var fields = request.fields
        fields[.contentType] = "application/json"
        fields[.accept] = "application/json, text/event-stream"
        let message = UpstreamRequest(method: .post, target: target, body: error)
        do throws(UpstreamFailure) {
            _ = try await upstream.send(message, fields: fields, within: Self.patience)
        } catch {
            messages.logger.warning("the server was not told", metadata: ["id": "\(request.id)", "reason": "\(error)"])
        }
    }

    private static let patience = Duration.seconds(30)

    /// The place where the server takes messages as the agent has it, which may be none of another server.
    private func local(_ data: SecureBytes) throws(Failure) -> String {
        let text = data.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        guard text.utf8.count <= Self.longestEndpoint, let reference = upstream.address.reference(text) else {
            throw .elsewhere
        }
        return reference
    }

    private static let longestEndpoint = 2048
}

extension ServerSentEvent {
    /// Whether it names the place for messages (MCP 2024-11-05, HTTP with SSE).
    fileprivate var isEndpoint: Bool {
        name?.withUnsafeBytes { $0.elementsEqual("endpoint".utf8) } ?? false
    }
}
