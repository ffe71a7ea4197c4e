import HTTPParsing
import HTTPTypes
import SecureMemory
import Synchronization

extension Connection {
    /// The response of the handler to a body, while the clock and the client are watched. `upload` stays with one
    /// that outlasts its deadline.
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
            // Bytes are the next request ahead of its time: they are kept, as far as the buffer goes, to see the bytes behind.
            if !reader.clientIsThere() { handling.cancel() }
            if reader.hasEnded || !reader.bufferHasRoom { interest.remove(.readable) }
            reader.releaseBuffer()
        }
    }
}

private final class Reply: Sendable {
    private let storage = Mutex<HTTPServerResponse?>(nil)

    var response: HTTPServerResponse? {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}

extension Connection {
    /// Writes a whole response; `reply` is its part of the memory for replies, nil for a short refusal.
    func write(
        _ response: HTTPServerResponse,
        _ persistence: ResponseHead.Persistence,
        _ reply: ByteLease?
    ) async throws(Interruption) {
        let head = ResponseHead(response.head, body: .bytes(response.body.count), to: request?.method)
        let bytes = head.bytes(persistence, date: context.clock.text)
        let body = head.isFollowedByBody ? response.body : SecureBytes()
        try await write(Delivery(.writing(configuration), bytes, body), reply)
    }

    /// Asks the client to send the body, with `100 Continue`.
    func writeContinue() async throws(Interruption) {
        try await write(Delivery(.writing(configuration), ResponseHead.continue), nil)
    }

    /// Writes all of a delivery, waiting for room while the client keeps pace and nobody waits for the memory of one that does not.
    func write(_ delivery: Delivery, _ reply: ByteLease?) async throws(Interruption) {
        var delivery = delivery
        while try !delivery.proceed(on: channel.descriptor) {
            reply?.note(transferred: delivery.taken(on: channel.descriptor))
            let deadline = delivery.deadline(on: channel.descriptor)
            try check(delivery, await channel.wait(for: [.writable, .ended], until: deadline), reply)
        }
    }

    /// Ends the connection of a client that is too slow.
    func check(_ delivery: Delivery, _ wakeups: Wakeups, _ reply: ByteLease?) throws(Interruption) {
        // No event says that the client has taken more while the kernel has no room.
        let isSlow = wakeups.contains(.deadline) && delivery.deadline(on: channel.descriptor) <= .now
        guard !wakeups.contains(.abort), !isSlow, reply?.isEnded != true else { throw gone() }
    }

    /// Ends the connection so that the client sees that its reply is not whole. The part of it in the kernel goes as well.
    func gone() -> Interruption {
        Socket.resetOnClose(channel.descriptor)
        return .gone
    }
}
