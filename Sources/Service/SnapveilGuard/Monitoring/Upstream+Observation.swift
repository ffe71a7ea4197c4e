import HTTPTypes
import SecureMemory

extension Upstream {
    /// Sends a request and receives all of the reply, as a call of the request that the task works on.
    ///
    /// - Parameters:
    ///   - fields: The fields of the request but those of its framing.
    ///   - time: The time that the whole may take; nil for no end.
    ///   - memory: The memory for the body of the reply.
    ///   - reserve: Asked for room before more of it is taken: whether there is room for so many bytes in all.
    func send(
        _ request: UpstreamRequest,
        fields: HTTPFields,
        within time: Duration? = nil,
        in memory: MemorySource = .process,
        reserving reserve: (Int) -> Bool = { _ in true }
    ) async throws(UpstreamFailure) -> UpstreamReply {
        var fields = fields
        let call = Observation.current?.beginCall(request.method, &fields)
        do throws(UpstreamFailure) {
            let reply = try await deliver(request, fields: fields, within: time, in: memory, reserving: reserve)
            call?.end(status: reply.status, byteCount: reply.body.count)
            return reply
        } catch {
            call?.end(error)
            throw error
        }
    }
}
