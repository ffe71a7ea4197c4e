import SecureMemory

/// The rows of a picture, convolved along themselves, as many as the convolution down the columns looks at.
struct BlurRing: ~Copyable {
    /// The row that comes next.
    private(set) var next: Int

    private let kernel: PairKernel
    /// Pixels of a row.
    private let width: Int
    private let channels: Int
    /// The last rows, each at its number modulo those that fit.
    private let ring: WipedBuffer<UInt16>
    /// A row with its ends repeated.
    private let padded: WipedBuffer<UInt16>

    /// - Parameters:
    ///   - kernel: For both directions.
    ///   - width: Pixels of a row.
    ///   - channels: Samples of a pixel.
    ///   - first: The number of the first row.
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

    /// Samples of a row.
    private var count: Int { width * channels }
    /// How many rows fit in the ring.
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

    /// Convolves down the columns around row `y`.
    ///
    /// - Parameters:
    ///   - rows: All rows of the picture, of which the first and last are repeated.
    ///   - output: The samples of a row, in units of ``PairKernel``.
    func convolve(around y: Int, of rows: Range<Int>, into output: UnsafeMutablePointer<UInt16>) {
        let taps = (y - kernel.radius...y + kernel.radius).map { tap in
            UnsafePointer(row(min(max(tap, rows.lowerBound), rows.upperBound - 1))) as UnsafePointer<UInt16>?
        }
        kernel.sum(taps, count: count, into: output)
    }
}
