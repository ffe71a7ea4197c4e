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
            var reader = try EventStreamReader(limit: longestMessage)
            var replies = request.target
            for try await chunk in response.body {
                guard request.room.reserve(reader.heldBytes + chunk.readableBytes) else { throw UpstreamFailure.noRoom }
                var position = 0
                while let event = try chunk.withUnsafeReadableBytes({ try reader.next(in: $0, at: &position) }) {
                    try await pass(event, to: agent, repliesTo: &replies)
                }
            }
        } catch is HTTPServerStream.Gone {
            throw HTTPServerStream.Gone()
        } catch {
            let reason = (error as? Failure)?.description ?? (error as? EventStreamReader.TooLong)?.description
            let metadata: Logger.Metadata = [
                "id": "\(request.id)", "reason": "\(reason ?? UpstreamFailure(error).description)",
            ]
            messages.logger.warning("stream ended", metadata: metadata)
            throw error
        }
    }

    /// Passes on one event.
    ///
    /// - Parameter repliesTo: The place where the server takes messages, which an event may name.
    private func pass(
        _ event: ServerSentEvent,
        to agent: HTTPServerStream,
        repliesTo: inout String
    ) async throws {
        var event = event
        if let data = event.data {
            if event.isEndpoint {
                repliesTo = try local(data)
                event.data = try SecureBytes(copying: repliesTo.utf8)
            } else {
                event.data = try await safe(data, repliesTo: repliesTo)
            }
        }
        try await agent.write(event.bytes())
    }

    /// A message that was made safe, or an error in its place; nil if the agent is not to hear of it.
    private func safe(_ message: SecureBytes, repliesTo: String) async throws -> SecureBytes? {
        switch await messages.outcome(of: message, for: request) {
        case .client(let message): return message
        case .nobody: return nil
        case .failed: throw Failure.unsafe
        case .server(let error):
            var fields = request.fields
            fields[.contentType] = "application/json"
            fields[.accept] = "application/json, text/event-stream"
            _ = try await upstream.send(UpstreamRequest(method: .post, target: repliesTo, body: error), fields: fields)
            return nil
        }
    }

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
