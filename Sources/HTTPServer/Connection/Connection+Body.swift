import HTTPParsing
import HTTPTypes
import SecureMemory

/// Reading a body into one buffer.
///
/// A body of known length is read into memory of its size; what came with the head is copied there first, the rest goes
/// from the socket straight in. A chunked one grows in doubling steps, and large chunks are read straight in as well.
extension Connection {
    /// The least that is worth reading straight into the body. Smaller chunks are read several at a time.
    private static let directReadBytes = 4 * 1024

    /// What a chunked body begins with.
    private static let firstChunkedCapacity = 64 * 1024

    /// The whole body.
    ///
    /// - Parameter upload: Takes the memory that it needs, which stays taken until the lease is over.
    func readBody(_ head: RequestHead, _ upload: UploadLease) async throws(Interruption) -> SecureBytes {
        let limit = configuration.maximumBodyBytes
        let expected: Int
        switch head.framing {
        case .none: expected = 0
        case .length(let length): expected = length
        case .chunked: expected = min(Self.firstChunkedCapacity, limit)
        }
        guard expected <= limit else { throw .request(.bodyTooLarge(limit: limit)) }
        if expected > 0 {
            guard await upload.take(expected, for: channel, until: .now + configuration.uploadAdmissionTimeout) else {
                throw Interruption.tooManyUploads
            }
        }
        if head.expectsContinue, buffer.isEmpty { try await writeContinue() }
        do {
            return try await receiveBody(SecureBytesBuilder(capacity: expected), upload)
        } catch let interruption as Interruption {
            throw interruption
        } catch {
            throw Interruption.outOfMemory
        }
    }

    /// Fills `builder` to the end of the request.
    private func receiveBody(
        _ builder: consuming SecureBytesBuilder,
        _ upload: UploadLease
    ) async throws -> SecureBytes {
        let pace = BodyPace(configuration)
        while true {
            let event = try nextEvent { (bytes) throws(Interruption) in
                try makeRoom(for: bytes.count, in: &builder, upload)
                do throws(OutOfMemory) { try builder.append(bytes) } catch { throw Interruption.outOfMemory }
            }
            if case .end = event { return builder.finish() }
            guard case .needsMoreBytes = event else { continue }

            guard !hasEnded else { throw Interruption.gone }
            let direct = parser.contiguousBodyBytes
            // Announced is as good as sent: a chunk that would pass the limit is refused at its first line.
            try makeRoom(for: min(direct, Self.directReadBytes), in: &builder, upload, announced: direct)
            if mayHaveMore {
                if direct >= Self.directReadBytes || direct == builder.capacity - builder.count, direct > 0 {
                    if try receive(direct, into: &builder) { continue }
                } else if try receiveIntoBuffer() {
                    continue
                }
                guard !hasEnded else { throw Interruption.gone }
            }
            guard try await awaitBytes(until: pace.deadline(after: builder.count)) else {
                throw Interruption.request(.bodyTooSlow)
            }
        }
    }

    /// Reads up to `count` bytes of the body straight into `builder`, as many as have room; whether any came.
    private func receive(_ count: Int, into builder: inout SecureBytesBuilder) throws -> Bool {
        var received = Socket.Received.nothingYet
        var room = 0
        try builder.appendInPlace(minimum: 0) { free in
            room = min(count, free.count)
            received = Socket.receive(channel.descriptor, into: UnsafeMutableRawBufferPointer(rebasing: free[..<room]))
            return if case .bytes(let count) = received { count } else { 0 }
        }
        guard let count = try note(received) else { return false }
        parser.skipBody(count)
        return true
    }

    /// Makes room for `count` more bytes, within the limit of a body and the memory of all.
    ///
    /// - Parameter announced: Bytes that are known to come, of which the `count` are the first.
    private func makeRoom(
        for count: Int,
        in builder: inout SecureBytesBuilder,
        _ upload: UploadLease,
        announced: Int = 0
    ) throws(Interruption) {
        let limit = configuration.maximumBodyBytes
        guard max(count, announced) <= limit - builder.count else { throw .request(.bodyTooLarge(limit: limit)) }
        let missing = builder.count + count - builder.capacity
        guard missing > 0 else { return }
        // Only a chunked body comes here: the room of the other was taken before its first byte.
        let growth = min(max(missing, builder.capacity), limit - builder.capacity)
        guard upload.take(growth) else {
            throw Interruption.tooManyUploads
        }
        do throws(OutOfMemory) {
            try builder.reserve(builder.capacity - builder.count + growth)
        } catch {
            throw Interruption.outOfMemory
        }
    }
}
