import CPixelKernels

/// Prediction of samples whose differences are written (PNG, section 9.2).
enum PNGFilter: UInt8, CaseIterable, Sendable {
    case none = 0
    case sub = 1
    case up = 2
    case average = 3
    case paeth = 4

    /// Writes the number of the filter and the filtered row, `count` + 1 bytes; `count` is at least `pixel`, the bytes of a pixel.
    func apply(
        to row: UnsafePointer<UInt8>,
        above: UnsafePointer<UInt8>,
        count: Int,
        pixel: Int,
        into target: UnsafeMutablePointer<UInt8>
    ) {
        target[0] = rawValue
        let target = target + 1
        switch self {
        case .none: target.update(from: row, count: count)
        case .sub:
            target.update(from: row, count: pixel)
            for index in pixel..<count { target[index] = row[index] &- row[index &- pixel] }
        case .up:
            for index in 0..<count { target[index] = row[index] &- above[index] }
        case .average:
            for index in 0..<pixel { target[index] = row[index] &- above[index] / 2 }
            for index in pixel..<count {
                let sum = UInt16(row[index &- pixel]) &+ UInt16(above[index])
                target[index] = row[index] &- UInt8(truncatingIfNeeded: sum &>> 1)
            }
        case .paeth:
            for index in 0..<pixel { target[index] = row[index] &- above[index] }
            for index in pixel..<count {
                let prediction = Self.paeth(row[index &- pixel], above[index], above[index &- pixel])
                target[index] = row[index] &- prediction
            }
        }
    }

    /// The one of `left`, `up` and `upLeft` nearest to their plane, without branches, for vectors.
    @inline(__always)
    private static func paeth(_ left: UInt8, _ up: UInt8, _ upLeft: UInt8) -> UInt8 {
        let fromLeft = Int16(up) &- Int16(upLeft)
        let fromUp = Int16(left) &- Int16(upLeft)
        let fromBoth = fromLeft &+ fromUp
        let (toLeft, toUp) = (max(fromLeft, 0 &- fromLeft), max(fromUp, 0 &- fromUp))
        let toUpLeft = max(fromBoth, 0 &- fromBoth)
        let other = toUp <= toUpLeft ? up : upLeft
        return toLeft <= min(toUp, toUpLeft) ? left : other
    }
}

extension PNGFilter {
    /// Turns a row of `count` bytes, a multiple of 3 or 4 `channels`, into samples in place. Four more bytes of it and of the row
    /// above are read; the one after the row may be overwritten.
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

    /// Does the same to a row of ``paeth`` and another one `below` it, of which what `reverse` says of a row holds, too.
    static func reversePaethPair(
        _ row: UnsafeMutablePointer<UInt8>,
        below: UnsafeMutablePointer<UInt8>,
        above: UnsafePointer<UInt8>,
        count: Int,
        channels: Int
    ) {
        png_reverse_paeth_pair(row, below, above, count, channels)
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

    /// The average rounds down, that of vector instructions up: so they get complements and return one.
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
