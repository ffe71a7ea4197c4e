import Glibc
import HTTPParsing
import HTTPTypes
import SecureMemory

/// Reading from the socket into the buffer, and from the buffer through the parser.
extension Connection {
    /// The next event in what has been read. Bytes of a body are given to `takeBody`.
    func nextEvent(
        _ takeBody: (UnsafeRawBufferPointer) throws(Interruption) -> Void = { _ in }
    ) throws(Interruption) -> ParserEvent {
        var position = 0
        defer { buffer.take(position) }
        return try buffer.withBytes { (bytes) throws(Interruption) in
            let event: ParserEvent
            do throws(RequestError) {
                event = try parser.next(in: bytes, at: &position)
            } catch {
                throw .request(error)
            }
            if case .body(let range) = event {
                try bytes.extracting(range).withUnsafeBytes { (body) throws(Interruption) in try takeBody(body) }
            }
            return event
        }
    }

    /// Reads what is there into the buffer; whether anything was. Notes the end in ``hasEnded``.
    func receiveIntoBuffer() throws(Interruption) -> Bool {
        guard !hasEnded, buffer.hasRoom else { return false }
        var room = 0
        let received: Socket.Received
        do {
            received = try buffer.fill { free in
                room = free.count
                return Socket.receive(channel.descriptor, into: free)
            }
        } catch {
            throw Interruption.outOfMemory
        }
        guard let count = try note(received) else { return false }
        mayHaveMore = count == room
        return true
    }

    /// The bytes received, or nil if none were.
    func note(_ received: Socket.Received) throws(Interruption) -> Int? {
        switch received {
        case .bytes(let count): return count
        case .nothingYet: mayHaveMore = false
        case .end: hasEnded = true
        case .failed: throw .gone
        }
        return nil
    }

    /// Reads into the buffer, waiting for bytes or the end; false if the deadline passed.
    func fillBuffer(until deadline: ContinuousClock.Instant) async throws(Interruption) -> Bool {
        while true {
            if mayHaveMore, try receiveIntoBuffer() || hasEnded { return true }
            guard try await awaitBytes(until: deadline) else { return false }
        }
    }

    /// Waits until there is something to read; false if the deadline passed.
    ///
    /// - Parameter upload: What the body has of the memory for bodies, if it is one that is read: the wait fails if others need
    ///   that more.
    func awaitBytes(
        until deadline: ContinuousClock.Instant,
        orEndOf upload: ByteLease? = nil
    ) async throws(Interruption) -> Bool {
        buffer.release()
        let wakeups = await channel.wait(for: [.readable, .ended], until: deadline)
        guard !wakeups.contains(.abort) else { throw .gone }
        guard upload?.isEnded != true else { throw Interruption.uploadTooSlow }
        mayHaveMore = true
        return !wakeups.contains(.deadline)
    }
}
