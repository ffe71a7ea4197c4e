import SecureMemory

/// The rows of a PNG, each after the byte of its filter type, that become samples in place: those of a picture from ``room(_:_:)``,
/// which lives as long as this value.
struct InflatedRows {
    private let size: PixelSize
    private let format: PixelFormat
    private let rowByteCount: Int
    /// The filter type of the first row.
    private let base: UnsafeMutablePointer<UInt8>
    /// The number of rows that are samples.
    private(set) var readCount = 0

    static let slack = 8
    /// Bytes of a row before its samples: the filter type.
    static let bytesBefore = 1

    /// A picture with room for a row of zeros, which the first one is filtered against, then the rows, then ``slack``.
    static func room(_ size: PixelSize, _ format: PixelFormat) throws(OutOfMemory) -> PixelBuffer {
        let stride = size.width * format.channels + 1
        let (byteCount, overflow) = stride.multipliedReportingOverflow(by: size.height + 1)
        guard !overflow else { throw OutOfMemory(byteCount: .max) }
        let allocation = try WipedAllocation(byteCount: byteCount + slack)
        allocation.baseAddress.initializeMemory(as: UInt8.self, repeating: 0, count: stride)
        (allocation.baseAddress + byteCount).initializeMemory(as: UInt8.self, repeating: 0, count: slack)
        return PixelBuffer(allocation, firstRow: stride + 1, rowStride: stride, size: size, format: format)
    }

    /// The rows of `picture`, which comes from ``room(_:_:)``.
    init(of picture: inout PixelBuffer) {
        size = picture.size
        format = picture.format
        rowByteCount = size.width * format.channels
        base = picture.mutableRow(0) - 1
    }

    private var stride: Int { rowByteCount + 1 }

    var filtered: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: base, count: stride * size.height)
    }

    /// The number of rows that have some of the first `byteCount` bytes of ``filtered``, and maybe one more.
    func rowCount(_ byteCount: Int) -> Int { min(byteCount / stride + 1, size.height) }

    /// The number of first rows that do not change any more: the last that was read may have colour beneath alpha 0, and the next
    /// one is filtered against it.
    var settledCount: Int { readCount == size.height ? readCount : max(readCount - 1, 0) }

    /// Turns the rows within the first `byteCount` bytes of ``filtered`` into samples, with zeros for filter types and no colour
    /// beneath alpha 0, but in the last of them, which the next one is filtered against. False for an unknown filter type. Up to
    /// ``slack`` bytes after them are read, and may be changed for a moment.
    mutating func reverseFilters(ofFirst byteCount: Int) -> Bool {
        let settled = min(byteCount / stride, size.height)
        while readCount < settled {
            let first = row(readCount)
            guard let filter = PNGFilter(rawValue: first[-1]) else { return false }
            let isPair = filter == .paeth && readCount + 1 < settled && first[rowByteCount] == filter.rawValue
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
            let end = readCount + (isPair ? 2 : 1)
            clearInvisibleColor(above: readCount..<end)
            readCount = end
        }
        return true
    }

    private func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        base + y * stride + 1
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
}
