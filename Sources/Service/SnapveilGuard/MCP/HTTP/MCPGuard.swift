import HTTPServer
import HTTPTypes
import RedactionJobs
import SecureMemory
import SnapveilService

/// The way of a request of an agent to an MCP server behind, over HTTP, and of its reply back: a message, or a stream of events with a
/// message each.
struct MCPGuard: GuardedProtocol {
    let upstream: Upstream
    let messages: MessageWorkers
    /// Upper bound on the bytes of a message.
    let longestMessage: Int

    func kind(of head: HTTPRequest) -> GuardedCommand { .message }

    func answer(_ request: GuardRequest) async throws(GuardError) -> GuardAnswer {
        var fields = request.fields
        let call = Observation.current?.beginCall(request.method, &fields)
        let reply: UpstreamReply
        do throws(UpstreamFailure) {
            let response = try await upstream.open(UpstreamRequest(request), fields: fields)
            guard !PassedFields.arePacked(response.fields) else { throw .packed }
            guard !Self.isEventStream(response.fields) else {
                call?.end(status: response.status, byteCount: 0)
                let passage = EventPassage(upstream, messages, longestMessage, request)
                let head = PassedFields.head(response.status, response.fields, of: upstream.address)
                return GuardAnswer(
                    response: HTTPServerResponse(head: head) { try await passage.pass(response, to: $0) }
                )
            }
            reply = try await upstream.receive(response, in: messages.memory) { request.room.reserve($0) }
            call?.end(status: reply.status, byteCount: reply.body.count)
        } catch {
            call?.end(error)
            throw .upstream(error)
        }
        return try await answer(reply, request)
    }

    private static func isEventStream(_ fields: HTTPFields) -> Bool {
        fields[.contentType]?.lowercased().hasPrefix("text/event-stream") ?? false
    }

    /// The answer with a message, or with whatever else a server tells, as a whole.
    private func answer(_ reply: UpstreamReply, _ request: GuardRequest) async throws(GuardError) -> GuardAnswer {
        guard case .client(let message, let outcome) = await messages.outcome(of: reply.body, for: request) else {
            throw .unsafe("the log of the guard says why")
        }
        let head = PassedFields.head(reply.status, reply.fields, of: upstream.address)
        return GuardAnswer(response: HTTPServerResponse(head: head, body: message), outcome: outcome)
    }

    // MARK: - Errors

    /// An error of JSON-RPC (JSON-RPC 2.0, section 5.1), without the number of a request, which was not read.
    private struct Body: Encodable {
        struct Failure: Encodable {
            let code = -32_000
            let message: String
        }
        let jsonrpc = "2.0"
        let id: Int? = nil
        let error: Failure

        enum CodingKeys: CodingKey {
            case jsonrpc, id, error
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(jsonrpc, forKey: .jsonrpc)
            try container.encodeNil(forKey: .id)
            try container.encode(error, forKey: .error)
        }
    }

    func response(to error: GuardError) -> HTTPServerResponse {
        var head = HTTPResponse(status: error.status)
        head.headerFields[.cacheControl] = "no-store"
        if error.status == .unauthorized { head.headerFields[.wwwAuthenticate] = "Bearer realm=\"snapveil\"" }
        return JSONText.response(
            head,
            type: "application/json",
            Body(error: Body.Failure(message: "snapveil: \(error.message)"))
        )
    }
}
