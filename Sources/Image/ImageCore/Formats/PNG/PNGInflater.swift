import CLibDeflate
import SecureMemory

/// Inflater of the zlib stream of a PNG (RFC 1950), piece by piece.
struct PNGInflater: ~Copyable {
    private let stream: UnsafeRawBufferPointer
    private let output: UnsafeMutableRawBufferPointer
    private var inflater: Inflater
    private var checksum: UInt32 = 1
    private var isFinished = false

    enum Progress {
        case paused
        /// The stream has ended, fills the output, has a right checksum and nothing after it.
        case finished
        /// The stream is damaged, or of another length than the output.
        case refused
    }

    /// Nil for a stream that is no zlib stream with a window of 32 KiB; libpng judges smaller windows. Both buffers are valid as
    /// long as this value.
    init?(_ stream: UnsafeRawBufferPointer, filling output: UnsafeMutableRawBufferPointer) throws(OutOfMemory) {
        guard Self.isHeader(stream.prefix(2)) else { return nil }
        inflater = try Inflater(UnsafeRawBufferPointer(rebasing: stream[2...]), into: output)
        self.stream = stream
        self.output = output
    }

    var writtenByteCount: Int { inflater.writtenByteCount }

    /// First bytes of the output that are neither read nor written any more, nor is what ``InflatedRows`` touches beyond them.
    var settledByteCount: Int {
        isFinished ? writtenByteCount : max(writtenByteCount - Inflater.window - InflatedRows.slack, 0)
    }

    /// Inflates some `byteCount` bytes more, in some milliseconds at most for each 100 000 bytes.
    mutating func inflate(_ byteCount: Int) -> Progress {
        let start = writtenByteCount
        let progress = inflater.inflate(byteCount)
        let piece = UnsafeRawBufferPointer(rebasing: output[start..<writtenByteCount])
        checksum = UInt32(truncatingIfNeeded: libdeflate_adler32(checksum, piece.baseAddress, piece.count))
        switch progress {
        case .paused: return .paused
        case .ended:
            isFinished = true
            return isWhole ? .finished : .refused
        case .refused: return .refused
        }
    }

    /// Whether all of the output was written, and its checksum alone follows.
    private var isWhole: Bool {
        writtenByteCount == output.count && inflater.unreadByteCount == 4
            && stream.bigEndianInteger(at: stream.count - 4) == checksum
    }

    /// Method 8 with a window of 32 KiB, no dictionary, and a remainder of 0 (section 2.2).
    private static func isHeader(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard bytes.count == 2, let method = bytes.first, let flags = bytes.last else { return false }
        return method == 0x78 && flags & 0x20 == 0 && (Int(method) << 8 | Int(flags)) % 31 == 0
    }
}
