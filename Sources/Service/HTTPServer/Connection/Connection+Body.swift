import BoundedWork
import HTTPParsing
import HTTPTypes
import SecureMemory

/// Reading a body into one buffer.
///
/// The bytes behind the head are copied there first; the rest goes from the socket straight in. The memory is charged as bytes
/// arrive, not by the announcement: room that nothing is written to costs nothing.
extension Connection {
    /// Least size of a read straight into the body: smaller chunks are read several at a time.
    private static let directReadBytes = 4 * 1024

    /// Bytes of the buffer that a chunked body begins with.
    private static let firstChunkedCapacity = 64 * 1024

    /// Most bytes of the buffer that a body of known length begins with where room costs something: a larger one is copied
    /// once, when this much has come.
    private static let firstCapacity = 1 << 20

    /// Bytes that a body of known length takes of the memory for bodies before any of it has come. Then it takes all the
    /// rest, so that bodies never have a part each and wait for each other.
    private static let firstStep = 2 * ReadBuffer.capacity

    /// Most bytes that a chunked body takes of the memory for bodies at a time.
    private static let longestStep = 1 << 20

    /// Bytes that are read before others on the same executor have their turn: a client that sends fast would keep it.
    private static let longestTurn = 1 << 20

    /// Reads the whole body into memory of `source`. The bytes that it needs of the budget stay taken until the lease is over.
    func readBody(
        _ head: RequestHead,
        in source: MemorySource,
        _ upload: ByteLease
    ) async throws(Interruption) -> SecureBytes {
        let limit = configuration.maximumBodyBytes
        let expected: Int?
        let capacity: Int
        switch head.framing {
        case .none: (expected, capacity) = (0, 0)
        case .length(let length):
            (expected, capacity) = (length, source.isSparse ? length : min(length, Self.firstCapacity))
        case .chunked: (expected, capacity) = (nil, min(Self.firstChunkedCapacity, limit))
        }
        guard expected ?? 0 <= limit else { throw .request(.bodyTooLarge(limit: limit)) }
        // Before the client is asked to send.
        var pace = TransferPace.reading(configuration)
        try await charge(upload, for: 0, of: expected, &pace)
        if head.expectsContinue, reader.bufferIsEmpty { try await writeContinue() }
        do {
            return try await receiveBody(SecureBytesBuilder(capacity: capacity, in: source), of: expected, upload, pace)
        } catch let interruption as Interruption {
            throw interruption
        } catch {
            throw Interruption.outOfMemory
        }
    }

    /// Fills `builder` to the end of the request; `expected` bytes were announced, nil for a chunked body.
    private func receiveBody(
        _ builder: consuming SecureBytesBuilder,
        of expected: Int?,
        _ upload: ByteLease,
        _ pace: TransferPace
    ) async throws -> SecureBytes {
        var pace = pace
        var turnEnd = Self.longestTurn
        defer { upload.note(transferred: nil) }
        while true {
            if builder.count >= turnEnd {
                turnEnd = builder.count + Self.longestTurn
                await Task.yield()
            }
            // The bytes in the read buffer have room then, and can be taken without waiting.
            try await charge(upload, for: builder.count, of: expected, &pace)
            let event = try reader.nextEvent { (bytes) throws(Interruption) in
                try makeRoom(for: bytes.count, in: &builder, of: expected)
                try mapError(builder.append(bytes)) { (_: OutOfMemory) in Interruption.outOfMemory }
            }
            if case .end = event { return builder.finish() }
            guard case .needsMoreBytes = event else { continue }

            guard !reader.hasEnded else { throw Interruption.gone }
            let direct = reader.contiguousBodyBytes
            guard direct == 0 || upload.bytes > builder.count else { continue }
            // Announced is as good as sent: a chunk that would pass the limit is refused at its first line.
            try makeRoom(for: min(direct, Self.directReadBytes), in: &builder, of: expected, announced: direct)
            if reader.mayHaveMore {
                if direct >= Self.directReadBytes || expected != nil, direct > 0 {
                    if try reader.receive(min(direct, upload.bytes - builder.count), into: &builder) { continue }
                } else if try reader.receiveIntoBuffer() {
                    continue
                }
                guard !reader.hasEnded else { throw Interruption.gone }
            }
            upload.note(transferred: builder.count)
            guard try await reader.awaitBytes(until: pace.deadline(after: builder.count), orEndOf: upload) else {
                throw Interruption.request(.bodyTooSlow)
            }
        }
    }

    /// Takes memory for the next bytes of a body, if it has none left: for all of it once it is known to come, and of a chunked
    /// one as much again as has arrived.
    /// - Parameters:
    ///   - count: Bytes that have arrived.
    ///   - expected: Bytes that were announced; nil for a chunked body.
    private func charge(
        _ upload: ByteLease,
        for count: Int,
        of expected: Int?,
        _ pace: inout TransferPace
    ) async throws(Interruption) {
        let remaining = expected.map { $0 - count } ?? .max
        let free = upload.bytes - count
        guard free < min(remaining, ReadBuffer.capacity) else { return }
        let step = min(max(ReadBuffer.capacity, count), Self.longestStep)
        let needed = expected.map { count == 0 ? min(Self.firstStep, $0) : $0 } ?? count + step
        let missing = needed - upload.bytes
        upload.note(transferred: count)
        guard !upload.take(missing) else { return }
        let start = ContinuousClock.now
        let patience = configuration.uploadAdmissionTimeout - pace.paused
        guard await upload.take(missing, until: start + patience) else {
            throw upload.isEnded ? Interruption.uploadTooSlow : Interruption.tooManyUploads
        }
        pace.pause(since: start)
        upload.note(transferred: nil)
    }

    /// Makes room in `builder` for `count` more bytes, within the limit of a body.
    ///
    /// - Parameters:
    ///   - expected: Bytes that were announced for the whole body; nil for a chunked one.
    ///   - announced: Bytes that are known to come; the `count` bytes are the first of them.
    private func makeRoom(
        for count: Int,
        in builder: inout SecureBytesBuilder,
        of expected: Int?,
        announced: Int = 0
    ) throws(Interruption) {
        let limit = configuration.maximumBodyBytes
        guard max(count, announced) <= limit - builder.count else { throw .request(.bodyTooLarge(limit: limit)) }
        let missing = builder.count + count - builder.capacity
        guard missing > 0 else { return }
        let capacity = expected ?? min(max(builder.capacity + missing, builder.capacity * 2), limit)
        try mapError(builder.reserve(capacity - builder.count)) { (_: OutOfMemory) in Interruption.outOfMemory }
    }
}
