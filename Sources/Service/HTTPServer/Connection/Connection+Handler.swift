import SecureMemory
import Synchronization

/// Running the handler, while watching the clock and the client.
extension Connection {
    /// What the handler makes of a body.
    ///
    /// - Parameters:
    ///   - upload: What the body has of the memory for uploads. A handler that outlasts its deadline keeps it.
    ///   - respond: The handler's part.
    func response(
        to body: SecureBytes,
        _ upload: ByteLease,
        _ respond: @escaping @Sendable (SecureBytes) async -> HTTPServerResponse
    ) async throws(Interruption) -> HTTPServerResponse {
        let reply = Reply()
        let handling = Task(priority: .medium) { [channel] in
            reply.response = await respond(body)
            channel.signal(.reply)
            withExtendedLifetime(upload) {}
        }
        let deadline = ContinuousClock.now + configuration.requestTimeout
        var interest: Wakeups = reader.hasEnded ? .reply : [.reply, .readable]
        while true {
            let wakeups = await channel.wait(for: interest, until: deadline)
            if let response = reply.response { return response }
            if wakeups.contains(.abort) {
                handling.cancel()
                throw .gone
            }
            if wakeups.contains(.deadline) {
                handling.cancel()
                throw Interruption.handlerTooSlow
            }
            guard wakeups.contains(.readable) else { continue }
            // Bytes are the next request ahead of its time: they are kept, as far as the buffer goes, to see what is behind.
            if !reader.clientIsThere() { handling.cancel() }
            if reader.hasEnded || !reader.bufferHasRoom { interest.remove(.readable) }
            reader.releaseBuffer()
        }
    }
}

/// Where a handler leaves its response.
private final class Reply: Sendable {
    private let storage = Mutex<HTTPServerResponse?>(nil)

    var response: HTTPServerResponse? {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}
