import BoundedWork
import Glibc
import HTTPParsing
import HTTPTypes
import SecureMemory

/// The bytes of a client: read from its socket into a buffer, and from the buffer through the parser; those of a body go
/// straight into its memory.
final class ConnectionReader {
    private let channel: Channel
    private var parser: RequestParser
    private var buffer = ReadBuffer()

    /// Whether the last read may have left bytes in the socket, so that reading again comes before waiting.
    private(set) var mayHaveMore = true
    /// Whether the client has sent all that it will.
    private(set) var hasEnded = false

    init(_ channel: Channel, limits: MessageLimits) {
        self.channel = channel
        parser = RequestParser(limits: limits)
    }

    /// Whether no byte of a next request has been parsed yet.
    var isBetweenRequests: Bool { parser.isBetweenRequests }

    /// Bytes that come next and belong to the body: the rest of it, or of the chunk.
    var contiguousBodyBytes: Int { parser.contiguousBodyBytes }

    /// Whether all that was read into the buffer was parsed.
    var bufferIsEmpty: Bool { buffer.isEmpty }

    /// Whether more can be read into the buffer before anything of it is parsed.
    var bufferHasRoom: Bool { buffer.hasRoom }

    func releaseBuffer() {
        buffer.release()
    }

    /// The next event in the bytes that were read. Bytes of a body are given to `takeBody`.
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

    /// Reads available bytes into the buffer; whether there were any. Notes the end in ``hasEnded``.
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

    /// The number of bytes received; nil for none.
    private func note(_ received: Socket.Received) throws(Interruption) -> Int? {
        switch received {
        case .bytes(let count): return count
        case .nothingYet: mayHaveMore = false
        case .end: hasEnded = true
        case .failed: throw .gone
        }
        return nil
    }

    /// Reads the bytes that the client sends while its request is handled; false if it has left.
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

    /// Takes bytes as they come, unparsed; empty at the end, and nil if there are none yet.
    func takeBytes() throws(Interruption) -> SecureBytes? {
        if buffer.isEmpty, try !receiveIntoBuffer() { return hasEnded ? SecureBytes() : nil }
        let bytes = buffer.withBytes { (bytes) in bytes.withUnsafeBytes { try? SecureBytes(copying: $0) } }
        guard let bytes else { throw Interruption.outOfMemory }
        buffer.take(bytes.count)
        buffer.release()
        return bytes
    }

    /// Reads into the buffer, waiting for bytes or the end; false if the deadline passed.
    func fillBuffer(until deadline: ContinuousClock.Instant) async throws(Interruption) -> Bool {
        while true {
            if mayHaveMore, try receiveIntoBuffer() || hasEnded { return true }
            guard try await awaitBytes(until: deadline) else { return false }
        }
    }

    /// Waits until there is something to read; false if the deadline passed.
    /// - Parameter upload: The lease of the body that is read, if it is one: the wait fails if others need its memory more.
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

/// Bytes that were read but not taken yet: heads, chunk lines, and the bytes behind them in the same read.
///
/// It holds memory only while it holds bytes, so that a connection that waits costs none. The memory is wiped, because the
/// beginning of an upload passes through it.
struct ReadBuffer: ~Copyable {
    /// Upper bound on its bytes: 8 KiB, a few heads. Bodies are read past it.
    static let capacity = 8 * 1024

    private var allocation: WipedAllocation?
    /// The first byte of the allocation, as long as there is one.
    private var base: UnsafeMutableRawPointer?
    private var start = 0
    private var end = 0

    var isEmpty: Bool { start == end }

    /// Whether more can be read without taking anything.
    var hasRoom: Bool { end - start < Self.capacity }

    /// Lets `read` write behind the bytes that are there; there is room for at least one byte if ``hasRoom``.
    mutating func fill(
        _ read: (UnsafeMutableRawBufferPointer) -> Socket.Received
    ) throws(OutOfMemory) -> Socket.Received {
        let base = try memory()
        if start > 0 {
            if !isEmpty { base.copyMemory(from: base + start, byteCount: end - start) }
            (start, end) = (0, end - start)
        }
        let received = read(UnsafeMutableRawBufferPointer(start: base + end, count: Self.capacity - end))
        if case .bytes(let count) = received { end += count }
        return received
    }

    private mutating func memory() throws(OutOfMemory) -> UnsafeMutableRawPointer {
        if let base { return base }
        let fresh = try WipedAllocation(byteCount: Self.capacity)
        let address = fresh.baseAddress
        allocation = consume fresh
        base = address
        return address
    }

    func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let unread = UnsafeRawBufferPointer(start: base.map { $0 + start }, count: end - start)
        return try unread.withMemoryRebound(to: UInt8.self) { (bytes) throws(Failure) in try body(bytes.span) }
    }

    /// Takes `count` bytes off the front, at most those that are there.
    mutating func take(_ count: Int) {
        start += min(count, end - start)
        if isEmpty { (start, end) = (0, 0) }
    }

    /// Gives the memory back if it holds nothing.
    mutating func release() {
        guard isEmpty else { return }
        allocation = nil
        base = nil
    }
}
