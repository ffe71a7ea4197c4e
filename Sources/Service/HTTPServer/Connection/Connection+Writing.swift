import HTTPParsing
import HTTPTypes
import SecureMemory

/// Writing responses, and taking leave.
extension Connection {
    /// Writes a whole response.
    ///
    /// - Parameter reply: What the response has of the memory for replies; nil for a short refusal.
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

    /// Writes `head` and `body` without joining them, waiting for room as long as the client keeps pace and nobody
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
                // Nothing tells that the client has taken more, as long as the kernel has no room.
                let isSlow = wakeups.contains(.deadline) && pace.deadline(after: self.taken(of: written)) <= .now
                guard !wakeups.contains(.abort), !isSlow, reply?.isEnded != true else {
                    // What the kernel has of the reply goes as well.
                    Socket.resetOnClose(channel.descriptor)
                    throw .gone
                }
            case .failed:
                throw .gone
            }
        }
    }

    /// Bytes that the client has, of those that were written: the others wait in the kernel, which takes megabytes at once.
    private func taken(of written: Int) -> Int { max(written - Socket.unsentByteCount(channel.descriptor), 0) }

    /// Sends what is left behind the first `written` bytes of both.
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

    /// Ends the sending half, then reads and drops what the client still sends, within bounds.
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
