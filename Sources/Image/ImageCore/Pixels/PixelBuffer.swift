public import BoundedWork
public import SecureMemory

/// A picture of 8-bit RGB or RGBA samples in memory of its own, wiped when it is released.
///
/// Rows are ``rowStride`` bytes apart and start at any address; bytes between them belong to no pixel. Alpha is not
/// premultiplied, and a pixel with alpha 0 is `0, 0, 0, 0` in a decoded picture.
public struct PixelBuffer: ~Copyable, Sendable {
    /// Width and height in pixels.
    public let size: PixelSize
    /// Layout of the samples of a pixel.
    public let format: PixelFormat
    /// Bytes from a row to the next, at least `size.width * format.channels`.
    public let rowStride: Int

    /// The rows in memory: all, but for a band of a picture that an effect works on.
    let rows: Range<Int>

    private var allocation: WipedAllocation
    let firstRow: Int

    /// Takes memory for some or all rows of a picture, uninitialised. Rows start on cache lines.
    init(uninitialized size: PixelSize, format: PixelFormat, rows: Range<Int>? = nil) throws(OutOfMemory) {
        let rows = rows?.clamped(to: 0..<size.height) ?? 0..<size.height
        let rowBytes = size.width * format.channels
        let rowStride = (rowBytes + WipedAllocation.alignment - 1) & ~(WipedAllocation.alignment - 1)
        let (byteCount, overflow) = rowStride.multipliedReportingOverflow(by: rows.count)
        guard !overflow else { throw OutOfMemory(byteCount: .max) }
        self.allocation = try WipedAllocation(byteCount: byteCount)
        self.size = size
        self.format = format
        self.rows = rows
        self.rowStride = rowStride
        self.firstRow = 0
    }

    /// Takes over memory of all rows of a picture, the first one `firstRow` bytes from its start.
    init(
        _ allocation: consuming WipedAllocation,
        firstRow: Int,
        rowStride: Int,
        size: PixelSize,
        format: PixelFormat
    ) {
        let rowByteCount = size.width * format.channels
        precondition(rowStride >= rowByteCount, "rows overlap")
        precondition(
            firstRow + (size.height - 1) * rowStride + rowByteCount <= allocation.byteCount,
            "rows end beyond the allocation"
        )
        self.allocation = allocation
        self.firstRow = firstRow
        self.rows = 0..<size.height
        self.size = size
        self.format = format
        self.rowStride = rowStride
    }

    consuming func reinterpreted(as format: PixelFormat) -> PixelBuffer {
        let (size, firstRow, rowStride) = (size, firstRow, rowStride)
        return PixelBuffer(allocation, firstRow: firstRow, rowStride: rowStride, size: size, format: format)
    }

    /// A picture of one opaque colour, which does not fill it once the work is cancelled.
    public init(
        _ size: PixelSize,
        format: PixelFormat,
        filledWith color: Color,
        _ cancellation: Cancellation = Cancellation()
    ) throws(OutOfMemory) {
        try self.init(uninitialized: size, format: format)
        fill(PixelRect(size), with: color, cancellation)
    }

    /// Fills `rect`, within the picture: its first row by pixels, the others by copies of it. Stops early once it is cancelled.
    mutating func fill(_ rect: PixelRect, with color: Color, _ cancellation: Cancellation) {
        let channels = format.channels
        let offset = rect.x * channels
        let first = mutableRow(rect.y) + offset
        for x in 0..<rect.width {
            let pixel = first + x &* channels
            pixel[0] = color.red
            pixel[1] = color.green
            pixel[2] = color.blue
            if channels == 4 { pixel[3] = 255 }
        }
        for y in rect.rows.dropFirst().whileWanted(cancellation) {
            (mutableRow(y) + offset).update(from: first, count: rect.width * channels)
        }
    }

    /// A picture of `size.area * format.channels` samples, row by row without padding.
    public init(_ size: PixelSize, format: PixelFormat, samples: [UInt8]) throws(OutOfMemory) {
        let rowCount = size.width * format.channels
        precondition(samples.count == rowCount * size.height, "the samples do not fit the size")
        try self.init(uninitialized: size, format: format)
        samples.withUnsafeBufferPointer { samples in
            guard let base = samples.baseAddress else { return }
            for y in 0..<size.height { mutableRow(y).update(from: base + y * rowCount, count: rowCount) }
        }
    }

    /// A picture whose rows `writeRow` writes whole, from the top; not all once the work is cancelled.
    public static func rows(
        of size: PixelSize,
        format: PixelFormat,
        _ cancellation: Cancellation = Cancellation(),
        _ writeRow: (_ y: Int, _ samples: UnsafeMutableBufferPointer<UInt8>) throws(OutOfMemory) -> Void
    ) throws(OutOfMemory) -> PixelBuffer {
        var pixels = try PixelBuffer(uninitialized: size, format: format)
        for y in (0..<size.height).whileWanted(cancellation) {
            try writeRow(
                y,
                UnsafeMutableBufferPointer(start: pixels.mutableRow(y), count: size.width * format.channels)
            )
        }
        return pixels
    }

    /// Notes that only the first `count` rows were written and need wiping.
    mutating func wasWritten(rows count: Int) {
        allocation.writtenByteCount = min(firstRow + count * rowStride, allocation.byteCount)
    }

    /// The memory of the rows, the first of which begins ``firstRow`` bytes from its start.
    var discardable: DiscardableMemory { allocation.discardable }

    /// The first of `size.width * format.channels` samples of row `y`, one of ``rows``.
    func row(_ y: Int) -> UnsafePointer<UInt8> {
        UnsafePointer(mutableBase + (y - rows.lowerBound) * rowStride)
    }

    mutating func mutableRow(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        mutableBase + (y - rows.lowerBound) * rowStride
    }

    private var mutableBase: UnsafeMutablePointer<UInt8> {
        (allocation.baseAddress + firstRow).assumingMemoryBound(to: UInt8.self)
    }

    /// The samples of the pixel at `x`, `y` within ``size``: three, or four with alpha. For single pixels, not for loops.
    public func samples(x: Int, y: Int) -> [UInt8] {
        precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "the pixel is outside the picture")
        return Array(UnsafeBufferPointer(start: row(y) + x * format.channels, count: format.channels))
    }

    /// The samples of the pixels in `rect`, within ``size``, row by row without padding. The copy is not wiped: not for secrets.
    public func samples(in rect: PixelRect) -> [UInt8] {
        precondition(PixelRect(size).contains(rect), "the rectangle is outside the picture")
        let channels = format.channels
        let rows = rect.rows.map { y in
            UnsafeBufferPointer(start: row(y) + rect.x * channels, count: rect.width * channels)
        }
        return Array(rows.joined())
    }
}

/// The rows of a picture for threads that change their own at the same time. Valid as long as the picture, of which nothing else
/// touches these rows meanwhile.
struct SharedRows {
    let size: PixelSize
    let format: PixelFormat
    let stride: Int
    fileprivate let base: UnsafeMutablePointer<UInt8>

    func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { base + y * stride }
}

extension PixelBuffer {
    var sharedRows: SharedRows {
        mutating get {
            SharedRows(
                size: size,
                format: format,
                stride: rowStride,
                base: mutableRow(rows.lowerBound) - rows.lowerBound * rowStride
            )
        }
    }
}

/// Layout of the samples of a pixel: 8 bits each, interleaved, alpha not premultiplied.
public enum PixelFormat: Int, Sendable, CaseIterable {
    /// Three samples: red, green, blue.
    case rgb = 3
    /// Four samples: red, green, blue, alpha.
    case rgba = 4

    /// Samples, and bytes, of a pixel.
    public var channels: Int { rawValue }
}
