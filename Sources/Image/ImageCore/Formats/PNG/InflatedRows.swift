import SecureMemory

/// The rows of a PNG, each after the byte of its filter type, that become pixels where they stand.
struct InflatedRows: ~Copyable {
    private let size: PixelSize
    private let format: PixelFormat
    /// Bytes of the samples of a row.
    private let rowByteCount: Int
    /// The first row that has not become samples.
    private var nextRow = 0
    /// A row of zeros, which the first one is filtered against, then the rows, then ``slack``.
    private var allocation: WipedAllocation

    /// Bytes beyond the last row that are read and written with it.
    private static let slack = 8

    /// Takes memory for all rows, uninitialised.
    ///
    /// - Throws: `OutOfMemory`.
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

    /// Bytes from a row to the next.
    private var stride: Int { rowByteCount + 1 }

    /// Where the inflated image data belongs.
    var filtered: UnsafeMutableRawBufferPointer {
        mutating get {
            UnsafeMutableRawBufferPointer(start: allocation.baseAddress + stride, count: stride * size.height)
        }
    }

    /// Turns the rows that end within the first `byteCount` bytes of ``filtered`` into samples, with zeros for filter types,
    /// and with no colour beneath alpha 0: in all but the last of them, which the next one is filtered against, unless it
    /// is the last of all.
    ///
    /// - Returns: False if there is a filter type that PNG does not have.
    mutating func reverseFilters(ofFirst byteCount: Int) -> Bool {
        let start = allocation.baseAddress.assumingMemoryBound(to: UInt8.self)
        while nextRow < size.height, (nextRow + 1) * stride <= byteCount {
            let row = start + (nextRow + 1) * stride + 1
            guard let filter = PNGFilter(rawValue: row[-1]) else { return false }
            row[-1] = 0
            // The byte after the row may be overwritten; it is the next row's filter type.
            let next = row[rowByteCount]
            filter.reverse(row, above: row - stride, count: rowByteCount, channels: format.channels)
            row[rowByteCount] = next
            nextRow += 1
            guard format == .rgba else { continue }
            // As late as this, as the row below is filtered against the colour.
            PixelBuffer.clearInvisibleColor(row - stride, count: size.width)
            if nextRow == size.height { PixelBuffer.clearInvisibleColor(row, count: size.width) }
        }
        return true
    }

    /// Tells that of ``filtered`` only the first `byteCount` bytes were written, so that no others have to be wiped.
    mutating func wasWritten(_ byteCount: Int) {
        allocation.writtenByteCount = min(stride + byteCount, allocation.byteCount)
    }

    /// The rows, which must have become samples, in the same memory.
    consuming func takePixels() -> PixelBuffer {
        let (size, format, stride) = (size, format, stride)
        return PixelBuffer(allocation, firstRow: stride + 1, rowStride: stride, size: size, format: format)
    }
}
