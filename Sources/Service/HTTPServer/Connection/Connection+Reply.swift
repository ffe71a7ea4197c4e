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
        let head = ResponseHead(response.head, bodyByteCount: response.body.count, to: request?.method)
        let bytes = head.bytes(persistence, date: context.clock.text)
        try await write(bytes, head.isFollowedByBody ? response.body : nil, reply)
    }

    /// Asks the client to send the body, with `100 Continue`.
    func writeContinue() async throws(Interruption) {
        try await write(ResponseHead.continue, nil, nil)
    }

    /// Writes `head` and `body` without joining them, waiting for room while the client keeps pace and nobody
    /// waits for the memory of one that does not.
    private func write(_ head: [UInt8], _ body: SecureBytes?, _ reply: ByteLease?) async throws(Interruption) {
        let pace = TransferPace.writing(configuration)
        let total = head.count + (body?.count ?? 0)
        var written = 0
        while true {
            switch send(head, body, from: written) {
            case .bytes(let count):
                written += count
                if written >= total { return }
            case .noRoomYet:
                let taken = taken(of: written)
                reply?.note(transferred: taken)
                let wakeups = await channel.wait(for: [.writable, .ended], until: pace.deadline(after: taken))
                // No event says that the client has taken more while the kernel has no room.
                let isSlow = wakeups.contains(.deadline) && pace.deadline(after: self.taken(of: written)) <= .now
                guard !wakeups.contains(.abort), !isSlow, reply?.isEnded != true else {
                    // The part of the reply in the kernel goes as well.
                    Socket.resetOnClose(channel.descriptor)
                    throw .gone
                }
            case .failed:
                throw .gone
            }
        }
    }

    /// Bytes of the written ones that the client has: the others wait in the kernel, which takes megabytes at once.
    private func taken(of written: Int) -> Int { max(written - Socket.unsentByteCount(channel.descriptor), 0) }

    /// Sends the rest after the first `written` bytes of both.
    private func send(_ head: [UInt8], _ body: SecureBytes?, from written: Int) -> Socket.Sent {
        head.withUnsafeBytes { head in
            let headRest = UnsafeRawBufferPointer(rebasing: head[min(written, head.count)...])
            guard let body else {
                return Socket.send(channel.descriptor, headRest, UnsafeRawBufferPointer(start: nil, count: 0))
            }
            return body.withUnsafeBytes { body in
                let bodyRest = UnsafeRawBufferPointer(rebasing: body[max(0, written - head.count)...])
                return Socket.send(channel.descriptor, headRest, bodyRest)
            }
        }
    }

    /// Ends the sending half, then reads and drops the bytes that the client still sends, within bounds.
    ///
    /// Closing a socket with unread bytes resets the connection, and a reset takes the reply away from a client that has
    /// not read it yet (RFC 9112, section 9.6).
    func linger() async {
        Socket.endSending(channel.descriptor)
        let deadline = ContinuousClock.now + configuration.lingerTimeout
        var remaining = configuration.lingerBytes
        while remaining > 0, !reader.hasEnded {
            switch Socket.discard(channel.descriptor, upTo: min(remaining, 1 << 20)) {
            case .bytes(let count):
                remaining -= count
                // Others on the same executor have their turn.
                await Task.yield()
            case .end, .failed: return
            case .nothingYet:
                let wakeups = await channel.wait(for: .readable, until: deadline)
                guard wakeups.isDisjoint(with: [.abort, .deadline]) else { return }
            }
        }
    }
}
