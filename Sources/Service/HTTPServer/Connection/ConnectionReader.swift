import BoundedWork
import Glibc
import HTTPParsing
import HTTPTypes
import SecureMemory

/// What a client sends: read from its socket into a buffer, and from the buffer through the parser. The bytes of a body go
/// straight where they belong.
final class ConnectionReader {
    private let channel: Channel
    private var parser: RequestParser
    private var buffer = ReadBuffer()

    /// Whether the last read may have left bytes in the socket, so that reading again comes before waiting.
    private(set) var mayHaveMore = true
    /// Whether the client has sent all that it will.
    private(set) var hasEnded = false

    /// A reader at the start of a connection.
    init(_ channel: Channel, limits: MessageLimits) {
        self.channel = channel
        parser = RequestParser(limits: limits)
    }

    /// Whether no byte of a next request has been parsed yet.
    var isBetweenRequests: Bool { parser.isBetweenRequests }

    /// Bytes that come next and belong to the body, whatever they are: the rest of it, or of the chunk.
    var contiguousBodyBytes: Int { parser.contiguousBodyBytes }

    /// Whether all that was read into the buffer was parsed.
    var bufferIsEmpty: Bool { buffer.isEmpty }

    /// Whether more can be read into the buffer before anything of it is parsed.
    var bufferHasRoom: Bool { buffer.hasRoom }

    /// Gives the memory of the buffer back if it holds nothing.
    func releaseBuffer() {
        buffer.release()
    }

    /// The next event in what has been read. Bytes of a body are given to `takeBody`.
    func nextEvent(
        _ takeBody: (UnsafeRawBufferPointer) throws(Interruption) -> Void = { _ in }
    ) throws(Interruption) -> ParserEvent {
        var position = 0
        defer { buffer.take(position) }
        return try buffer.withBytes { (bytes) throws(Interruption) in
            let event = try mapError(parser.next(in: bytes, at: &position), Interruption.request)
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

    /// Reads up to `count` bytes of the body straight into `builder`, as many as have room; whether any came.
    func receive(_ count: Int, into builder: inout SecureBytesBuilder) throws -> Bool {
        var received = Socket.Received.nothingYet
        try builder.appendInPlace(minimum: 0) { free in
            let room = UnsafeMutableRawBufferPointer(rebasing: free.prefix(count))
            received = Socket.receive(channel.descriptor, into: room)
            return if case .bytes(let count) = received { count } else { 0 }
        }
        guard let count = try note(received) else { return false }
        parser.skipBody(count)
        return true
    }

    /// The bytes received, or nil if none were.
    private func note(_ received: Socket.Received) throws(Interruption) -> Int? {
        switch received {
        case .bytes(let count): return count
        case .nothingYet: mayHaveMore = false
        case .end: hasEnded = true
        case .failed: throw .gone
        }
        return nil
    }

    /// Reads what the client sends while its request is handled; false if it has left.
    ///
    /// A client that only closes its sending half looks the same and is taken for gone. The reply, if there still is one,
    /// is written all the same.
    func clientIsThere() -> Bool {
        do throws(Interruption) {
            while try receiveIntoBuffer() {}
        } catch {
            hasEnded = true
        }
        return !hasEnded
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
    /// - Parameter upload: What the body has of the memory for bodies, if it is one that is read: the wait fails if
    ///   others need that more.
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
