import SecureMemory

/// The rows of a picture, convolved along themselves, as many as the convolution down the columns needs.
struct BlurRing: ~Copyable {
    private(set) var next: Int

    private let kernel: PairKernel
    private let width: Int
    private let channels: Int
    /// The last rows, each at its number modulo the capacity.
    private let ring: WipedBuffer<UInt16>
    private let padded: WipedBuffer<UInt16>

    init(_ kernel: PairKernel, width: Int, channels: Int, first: Int = 0) throws(OutOfMemory) {
        let ring = try WipedBuffer<UInt16>(count: width * channels * (2 * kernel.radius + 1))
        let padded = try WipedBuffer<UInt16>(count: (width + 2 * kernel.radius) * channels)
        self.next = first
        self.kernel = kernel
        self.width = width
        self.channels = channels
        self.ring = ring
        self.padded = padded
    }

    private var count: Int { width * channels }
    private var capacity: Int { 2 * kernel.radius + 1 }

    private func row(_ y: Int) -> UnsafeMutablePointer<UInt16> { ring.base + y % capacity * count }

    /// Convolves a row and keeps it as row ``next``.
    mutating func append(_ samples: UnsafePointer<UInt8>) {
        let body = padded.base + kernel.radius * channels
        for index in 0..<count { body[index] = UInt16(samples[index]) &<< PairKernel.fractionBits }
        GaussianBlur.extendEnds(of: body, pixels: width, channels: channels, by: kernel.radius)
        let shifted = (0..<capacity).map { UnsafePointer(padded.base + $0 * channels) as UnsafePointer<UInt16>? }
        kernel.sum(shifted, count: count, into: row(next))
        next += 1
    }

    /// Convolves down the columns around row `y` of `rows`, whose ends are repeated, to samples in units of ``PairKernel``.
    func convolve(around y: Int, of rows: Range<Int>, into output: UnsafeMutablePointer<UInt16>) {
        let taps = (y - kernel.radius...y + kernel.radius).map { tap in
            UnsafePointer(row(min(max(tap, rows.lowerBound), rows.upperBound - 1))) as UnsafePointer<UInt16>?
        }
        kernel.sum(taps, count: count, into: output)
    }
}

struct FloatRows: ~Copyable {
    let rowCount: Int
    let rows: Int

    private let samples: WipedBuffer<Float>

    init(rowCount: Int, rows: Int) throws(OutOfMemory) {
        let (count, overflow) = rowCount.multipliedReportingOverflow(by: rows)
        guard !overflow else { throw OutOfMemory(byteCount: .max) }
        samples = try WipedBuffer(count: count)
        self.rowCount = rowCount
        self.rows = rows
    }

    subscript(index: Int) -> UnsafeMutablePointer<Float> { samples.base + index * rowCount }
}

extension Float {
    /// The nearest integer, ties to even, of a value within 0 and 255. At 2^23 the spacing of `Float` is 1, so the sum has the
    /// rounded integer in the low bits; unlike a conversion, which traps out of range, this compiles to vector instructions.
    @inline(__always)
    var roundedSample: UInt8 { UInt8(truncatingIfNeeded: (self + 8_388_608).bitPattern) }
}
