import SecureMemory

/// Reads packets and frames from a source, through a small buffer except for the bytes of frames that it does not hold.
struct PacketSource<Source: ByteSource>: ~Copyable {
    private var source: Source
    private let buffer: WipedAllocation
    private var start = 0
    private var end = 0
    /// Checksum of the single bytes since it was last set.
    private(set) var checksum = NUTChecksum()
    /// Bytes that packets between frames may still have, which bounds the wait for a frame. An index of days fits.
    private var remainingByteCount: UInt64 = 64 << 20

    private static var bufferByteCount: Int { 16 << 10 }

    init(_ source: Source) throws(RawVideoError) {
        self.source = source
        do throws(OutOfMemory) {
            buffer = try WipedAllocation(byteCount: Self.bufferByteCount)
        } catch {
            throw .outOfMemory(error)
        }
    }

    // MARK: - Bytes

    mutating func restartChecksum() { checksum = NUTChecksum() }

    /// Reads a byte; nil at the end.
    mutating func byteUnlessEnded() throws(RawVideoError) -> UInt8? {
        if start == end {
            start = 0
            end = try read(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: buffer.byteCount))
            guard end > 0 else { return nil }
        }
        let byte = buffer.baseAddress.load(fromByteOffset: start, as: UInt8.self)
        start += 1
        checksum.append(byte)
        return byte
    }

    mutating func byte() throws(RawVideoError) -> UInt8 {
        guard let byte = try byteUnlessEnded() else { throw .truncated }
        return byte
    }

    mutating func number(in part: NUTPart) throws(RawVideoError) -> UInt64 {
        var number = NUTNumber()
        while try !number.append(byte(), in: part) {}
        return number.value
    }

    /// Reads the checksum of the bytes since ``restartChecksum()``.
    mutating func checkBytes(of part: NUTPart) throws(RawVideoError) {
        for _ in 0..<NUT.checksumByteCount { _ = try byte() }
        guard checksum.value == 0 else { throw .wrongChecksum(part) }
    }

    /// Fills `frame`, past the buffer as far as that is empty.
    mutating func read(into frame: UnsafeMutableRawBufferPointer) throws(RawVideoError) {
        let buffered = min(frame.count, end - start)
        frame.copyMemory(from: UnsafeRawBufferPointer(start: buffer.baseAddress + start, count: buffered))
        start += buffered
        var rest = frame[buffered...]
        while !rest.isEmpty {
            let count = try read(UnsafeMutableRawBufferPointer(rebasing: rest))
            guard count > 0 else { throw .truncated }
            rest = rest.dropFirst(count)
        }
    }

    private mutating func read(_ buffer: UnsafeMutableRawBufferPointer) throws(RawVideoError) -> Int {
        do throws(StreamError) {
            let count = try source.read(into: buffer)
            precondition(count >= 0 && count <= buffer.count, "a source read more bytes than there was room for")
            return count
        } catch {
            throw .stream(error)
        }
    }

    // MARK: - Packets

    /// Reads the rest of a start code, whose first byte was read last, the first since ``restartChecksum()``.
    mutating func startedPart() throws(RawVideoError) -> NUTPart {
        var code = UInt64(NUT.startByte)
        for _ in 1..<8 { code = code << 8 | UInt64(try byte()) }
        guard let part = NUTPart.allCases.first(where: { $0.startCode == code }) else { throw .malformed(.frameHeader) }
        return part
    }

    /// Reads the payload of a packet, right after its start code.
    mutating func fields(of part: NUTPart) throws(RawVideoError) -> HeaderFields {
        let count = try payloadByteCount(of: part)
        guard count <= Self.bufferByteCount else { throw .tooLong(part) }
        var payload: [UInt8] = []
        payload.reserveCapacity(Int(count))
        for _ in 0..<count { payload.append(try byte()) }
        try checkBytes(of: part)
        return HeaderFields(payload, of: part)
    }

    /// Passes over the payload of a packet, right after its start code.
    mutating func skipFields(of part: NUTPart) throws(RawVideoError) {
        let count = try payloadByteCount(of: part)
        for _ in 0..<count { _ = try byte() }
        try checkBytes(of: part)
    }

    private mutating func payloadByteCount(of part: NUTPart) throws(RawVideoError) -> UInt64 {
        let count = try number(in: part)
        guard count >= NUT.checksumByteCount else { throw .malformed(part) }
        // A frame follows each syncpoint.
        if part != .syncpoint {
            guard count <= remainingByteCount else { throw .tooLong(part) }
            remainingByteCount -= count
        }
        if count > NUT.longestUncheckedPayload { try checkBytes(of: part) }
        restartChecksum()
        return count - UInt64(NUT.checksumByteCount)
    }
}
