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

/// The rows of a PNG, each after the byte of its filter type, that become pixels in place.
struct InflatedRows: ~Copyable {
    private let size: PixelSize
    private let format: PixelFormat
    private let rowByteCount: Int
    private var nextRow = 0
    /// A row of zeros, which the first one is filtered against, then the rows, then ``slack``.
    private var allocation: WipedAllocation

    static let slack = 8

    init(_ size: PixelSize, _ format: PixelFormat) throws(OutOfMemory) {
        self.size = size
        self.format = format
        rowByteCount = size.width * format.channels
        let (byteCount, overflow) = (rowByteCount + 1).multipliedReportingOverflow(by: size.height + 1)
        guard !overflow else { throw OutOfMemory(byteCount: .max) }
        allocation = try WipedAllocation(byteCount: byteCount + Self.slack)
        allocation.baseAddress.initializeMemory(as: UInt8.self, repeating: 0, count: stride)
        (allocation.baseAddress + byteCount).initializeMemory(as: UInt8.self, repeating: 0, count: Self.slack)
    }

    private var stride: Int { rowByteCount + 1 }

    var filtered: UnsafeMutableRawBufferPointer {
        mutating get {
            UnsafeMutableRawBufferPointer(start: allocation.baseAddress + stride, count: stride * size.height)
        }
    }

    /// Turns the rows within the first `byteCount` bytes of ``filtered`` into samples, with zeros for filter types and no colour
    /// beneath alpha 0, but in the last of them, which the next one is filtered against. False for an unknown filter type. Up to
    /// ``slack`` bytes after them are read, and may be changed for a moment.
    mutating func reverseFilters(ofFirst byteCount: Int) -> Bool {
        let settled = min(byteCount / stride, size.height)
        while nextRow < settled {
            let first = row(nextRow)
            guard let filter = PNGFilter(rawValue: first[-1]) else { return false }
            let isPair = filter == .paeth && nextRow + 1 < settled && first[rowByteCount] == filter.rawValue
            let last = isPair ? first + stride : first
            // The byte after a row may be overwritten; it is the next row's filter type.
            let next = last[rowByteCount]
            if isPair {
                PNGFilter.reversePaethPair(
                    first,
                    below: last,
                    above: first - stride,
                    count: rowByteCount,
                    channels: format.channels
                )
            } else {
                filter.reverse(first, above: first - stride, count: rowByteCount, channels: format.channels)
            }
            (first[-1], last[-1], last[rowByteCount]) = (0, 0, next)
            let end = nextRow + (isPair ? 2 : 1)
            clearInvisibleColor(above: nextRow..<end)
            nextRow = end
        }
        return true
    }

    private func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        allocation.baseAddress.assumingMemoryBound(to: UInt8.self) + (y + 1) * stride + 1
    }

    /// Clears the rows above each of `rows`, and the last one of all: as late as this, because a row is filtered against the colour
    /// of the one above it.
    private func clearInvisibleColor(above rows: Range<Int>) {
        guard format == .rgba else { return }
        let end = rows.upperBound == size.height ? size.height : rows.upperBound - 1
        for y in max(rows.lowerBound - 1, 0)..<max(end, 0) {
            PixelBuffer.clearInvisibleColor(row(y), count: size.width)
        }
    }

    /// Notes that only the first `byteCount` bytes of ``filtered`` were written and need wiping.
    mutating func wasWritten(_ byteCount: Int) {
        allocation.writtenByteCount = min(stride + byteCount, allocation.byteCount)
    }

    /// The picture, once all rows have become samples.
    consuming func takePixels() -> PixelBuffer {
        let (size, format, stride) = (size, format, stride)
        return PixelBuffer(allocation, firstRow: stride + 1, rowStride: stride, size: size, format: format)
    }
}
