import CPixelKernels

extension PNGFilter {
    /// Turns a row into samples, in place.
    ///
    /// - Parameters:
    ///   - row: `count` bytes; four more are read, and the one after the row may be overwritten.
    ///   - above: The samples of the row above; four more bytes are read.
    ///   - count: A multiple of `channels`.
    ///   - channels: 3 or 4.
    func reverse(
        _ row: UnsafeMutablePointer<UInt8>,
        above: UnsafePointer<UInt8>,
        count: Int,
        channels: Int
    ) {
        switch self {
        case .none: break
        case .sub: Self.reverseSub(row, count: count, channels: channels)
        case .up: Self.reverseUp(row, above: above, count: count)
        case .average: Self.reverseAverage(row, above: above, count: count, channels: channels)
        case .paeth: png_reverse_paeth(row, above, count, channels)
        }
    }

    private static func reverseUp(_ row: UnsafeMutablePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int) {
        for offset in 0..<count { row[offset] &+= above[offset] }
    }

    private typealias Pixel = SIMD4<UInt8>

    private static func reverseSub(_ row: UnsafeMutablePointer<UInt8>, count: Int, channels: Int) {
        var position = row
        var left = Pixel.zero
        // Read before the write, which for three channels reaches into the next pixel.
        var residual = load(row)
        for _ in 0..<count / channels {
            left = left &+ residual
            residual = load(position + channels)
            store(left, to: position)
            position += channels
        }
    }

    /// The average rounds down, that of vector instructions up; so they are given complements and return one.
    private static func reverseAverage(
        _ row: UnsafeMutablePointer<UInt8>,
        above: UnsafePointer<UInt8>,
        count: Int,
        channels: Int
    ) {
        typealias Wide = SIMD4<UInt16>
        var (position, positionAbove) = (row, above)
        var leftComplement = Pixel(repeating: .max)
        var residual = load(row)
        for _ in 0..<count / channels {
            let upComplement = ~load(positionAbove)
            let sum = Wide(truncatingIfNeeded: leftComplement) &+ Wide(truncatingIfNeeded: upComplement)
            leftComplement = Pixel(truncatingIfNeeded: (sum &+ 1) &>> 1) &- residual
            residual = load(position + channels)
            store(~leftComplement, to: position)
            position += channels
            positionAbove += channels
        }
    }

    private static func load(_ bytes: UnsafePointer<UInt8>) -> Pixel {
        UnsafeRawPointer(bytes).loadUnaligned(as: Pixel.self)
    }

    private static func store(_ pixel: Pixel, to bytes: UnsafeMutablePointer<UInt8>) {
        UnsafeMutableRawPointer(bytes).storeBytes(of: pixel, as: Pixel.self)
    }
}
