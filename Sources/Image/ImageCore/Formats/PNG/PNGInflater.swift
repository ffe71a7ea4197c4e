import CLibDeflate
import CPixelKernels
import SecureMemory

/// Inflates the zlib stream of a PNG (RFC 1950) piece by piece, with tables that are wiped when they are released.
struct PNGInflater: ~Copyable {
    private let stream: UnsafeRawBufferPointer
    private let output: UnsafeMutableRawBufferPointer
    private let memory: WipedAllocation
    /// Adler-32 of what was written.
    private var checksum: UInt32 = 1
    /// Bytes that were written.
    private(set) var writtenByteCount = 0

    /// Bytes beyond what was written that may have been written, too.
    static let surplus = 512

    /// How far back in what was written a stream may look, in bytes.
    static let window = 1 << 15

    /// How far it has come.
    enum Progress {
        /// There is more to do.
        case paused
        /// The stream has ended, fills the output, has a right checksum and nothing after it.
        case finished
        /// The stream is damaged, or of another length than the output.
        case refused
    }

    /// Nil for what is no zlib stream with a window of 32 KiB; libpng is left to judge one with a smaller window.
    ///
    /// - Parameters:
    ///   - stream: All of it, valid as long as this value.
    ///   - output: What it is to fill, valid as long as this value.
    /// - Throws: `OutOfMemory`.
    init?(_ stream: UnsafeRawBufferPointer, filling output: UnsafeMutableRawBufferPointer) throws(OutOfMemory) {
        guard Self.isHeader(stream.prefix(2)) else { return nil }
        memory = try WipedAllocation(byteCount: png_inflater_size())
        self.stream = stream
        self.output = output
        let deflated = UnsafeRawBufferPointer(rebasing: stream[2...]).assumingMemoryBound(to: UInt8.self)
        let target = output.assumingMemoryBound(to: UInt8.self)
        png_inflater_start(inflater, deflated.baseAddress, deflated.count, target.baseAddress, target.count)
    }

    /// Inflates some `byteCount` bytes more. Takes some milliseconds at most for each 100 000 bytes, whatever they are.
    mutating func inflate(_ byteCount: Int) -> Progress {
        let result = png_inflater_run(inflater, byteCount)
        let end = png_inflater_written(inflater)
        let piece = UnsafeRawBufferPointer(rebasing: output[writtenByteCount..<end])
        checksum = UInt32(truncatingIfNeeded: libdeflate_adler32(checksum, piece.baseAddress, piece.count))
        writtenByteCount = end
        switch result {
        case PNG_INFLATION_PAUSED: return .paused
        case PNG_INFLATION_ENDED: return isWhole ? .finished : .refused
        default: return .refused
        }
    }

    /// Whether all of the output was written, and its checksum is all that follows the end of the stream.
    private var isWhole: Bool {
        writtenByteCount == output.count && png_inflater_unread(inflater) == 4
            && stream.bigEndianInteger(at: stream.count - 4) == checksum
    }

    private var inflater: OpaquePointer { OpaquePointer(memory.baseAddress) }

    /// Method 8 with a window of 32 KiB, no dictionary, and a remainder of 0 (section 2.2).
    private static func isHeader(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard bytes.count == 2, let method = bytes.first, let flags = bytes.last else { return false }
        return method == 0x78 && flags & 0x20 == 0 && (Int(method) << 8 | Int(flags)) % 31 == 0
    }
}
