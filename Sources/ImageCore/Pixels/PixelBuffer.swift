public import SecureMemory

/// A picture of 8-bit RGB or RGBA samples in memory of its own, wiped when it is released.
///
/// Rows are ``rowStride`` bytes apart and start on cache lines. Alpha is not premultiplied, and a pixel with alpha 0 is
/// `0, 0, 0, 0` in a decoded picture.
public struct PixelBuffer: ~Copyable, Sendable {
    /// Width and height in pixels.
    public let size: PixelSize
    /// Samples of a pixel.
    public let format: PixelFormat
    /// Bytes from a row to the next, at least `size.width * format.channels`.
    public let rowStride: Int

    private let allocation: WipedAllocation

    /// Takes memory for a picture; its samples are uninitialised until they are written.
    ///
    /// - Throws: ``OutOfMemory``.
    init(uninitialized size: PixelSize, format: PixelFormat) throws(OutOfMemory) {
        let rowBytes = size.width * format.channels
        let rowStride = (rowBytes + WipedAllocation.alignment - 1) & ~(WipedAllocation.alignment - 1)
        let (byteCount, overflow) = rowStride.multipliedReportingOverflow(by: size.height)
        guard !overflow else { throw OutOfMemory(byteCount: .max) }
        self.allocation = try WipedAllocation(byteCount: byteCount)
        self.size = size
        self.format = format
        self.rowStride = rowStride
    }

    /// A picture of one opaque colour.
    ///
    /// - Throws: ``OutOfMemory``.
    public init(_ size: PixelSize, format: PixelFormat, filledWith color: Color) throws(OutOfMemory) {
        try self.init(uninitialized: size, format: format)
        Fill(color: color).paint(PixelRect(size), of: &self)
    }

    /// The first sample of row `y`, 0 to `size.height - 1`. The row holds `size.width * format.channels` samples.
    func row(_ y: Int) -> UnsafePointer<UInt8> {
        UnsafePointer(mutableBase + y * rowStride)
    }

    /// As ``row(_:)``, to write to.
    mutating func mutableRow(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        mutableBase + y * rowStride
    }

    private var mutableBase: UnsafeMutablePointer<UInt8> {
        allocation.baseAddress.assumingMemoryBound(to: UInt8.self)
    }

    /// The samples of the pixel at `x`, `y`: three, or four with alpha. For looking at single pixels, not for loops.
    ///
    /// - Precondition: The pixel is within ``size``.
    public func samples(x: Int, y: Int) -> [UInt8] {
        precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "the pixel is outside the picture")
        return Array(UnsafeBufferPointer(start: row(y) + x * format.channels, count: format.channels))
    }
}
