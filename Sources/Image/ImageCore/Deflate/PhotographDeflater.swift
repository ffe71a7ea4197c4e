import CISAL
import SecureMemory

/// Deflates by ISA-L, at a speed that hardly depends on how much repeats.
///
/// This is faster than a ``MatchFinder`` where little repeats, as in photographs and blurs. What is written depends on the
/// processor, what is read from it does not. ISA-L has no memory but what it is given.
struct PhotographDeflater: ~Copyable {
    private let stream: UnsafeMutablePointer<isal_zstream>
    private let state: WipedAllocation
    private let levelBuffer: WipedBuffer<UInt8>

    /// The first level whose blocks have codes of their own.
    private static let level: UInt32 = 1
    /// Bytes of room that the output gets at a time, at the least.
    private static let minimumRoom = 64 << 10

    /// What ends with the bytes that are appended.
    enum End {
        /// A strip, which ends on a byte: another can follow.
        case ofStrip
        case ofStream
    }

    /// - Throws: `OutOfMemory`.
    init() throws(OutOfMemory) {
        let state = try WipedAllocation(byteCount: MemoryLayout<isal_zstream>.size)
        let levelBuffer = try WipedBuffer<UInt8>(count: Int(isal_level_buffer_count))
        stream = state.baseAddress.bindMemory(to: isal_zstream.self, capacity: 1)
        isal_deflate_init(stream)
        stream.pointee.level = Self.level
        stream.pointee.level_buf = levelBuffer.base
        stream.pointee.level_buf_size = UInt32(levelBuffer.count)
        self.state = state
        self.levelBuffer = levelBuffer
    }

    /// Appends `bytes`, deflated, to `output`; some of them with the next ones, unless something ends with them.
    ///
    /// - Parameters:
    ///   - bytes: At least one, and less than 4 GiB; they are read alone.
    ///   - end: What ends with them; nothing follows it.
    ///   - output: Where the stream goes on.
    /// - Throws: `OutOfMemory`.
    mutating func append(
        _ bytes: UnsafeMutableBufferPointer<UInt8>,
        upTo end: End?,
        to output: inout SecureBytesBuilder
    ) throws(OutOfMemory) {
        let stream = self.stream
        stream.pointee.next_in = bytes.baseAddress
        stream.pointee.avail_in = UInt32(bytes.count)
        stream.pointee.flush = UInt16(end == .ofStrip ? SYNC_FLUSH : NO_FLUSH)
        stream.pointee.end_of_stream = end == .ofStream ? 1 : 0
        repeat {
            try output.appendInPlace(minimum: Self.minimumRoom) { free in
                let room = UInt32(clamping: free.count)
                stream.pointee.next_out = free.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_out = room
                let result = isal_deflate(stream)
                precondition(result == COMP_OK, "ISA-L refuses its settings")
                return Int(room - stream.pointee.avail_out)
            }
        } while stream.pointee.avail_out == 0
    }
}
