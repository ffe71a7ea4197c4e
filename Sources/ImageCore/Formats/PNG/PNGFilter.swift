/// What a sample is predicted from before the difference is written (PNG, section 9.2).
enum PNGFilter: UInt8, CaseIterable, Sendable {
    case none = 0
    case sub = 1
    case up = 2
    case average = 3
    case paeth = 4

    /// Writes the number of the filter and the filtered row.
    ///
    /// - Parameters:
    ///   - row: `count` bytes.
    ///   - above: The row before.
    ///   - count: At least `pixel`.
    ///   - pixel: Bytes of a pixel.
    ///   - target: Room for `count` + 1 bytes.
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

    /// Of `left`, `up` and `upLeft` the one that is nearest to their plane. Written without branches, for vectors.
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
