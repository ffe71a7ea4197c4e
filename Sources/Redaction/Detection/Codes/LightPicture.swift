import BoundedWork
import ImageCore
import SecureMemory

/// The light of the pixels of a part of a picture, in rows without padding.
final class LightPicture {
    let width: Int
    let height: Int
    let base: UnsafeMutablePointer<UInt8>
    /// Where it begins in the picture that it is a part of, and how many pixels of that a pixel is wide and high.
    let (origin, scale): (Point, Double)

    private let allocation: WipedAllocation

    private init(width: Int, height: Int, at origin: Point, scale: Double) throws(OutOfMemory) {
        allocation = try WipedAllocation(byteCount: width * height)
        base = allocation.baseAddress.bindMemory(to: UInt8.self, capacity: width * height)
        (self.width, self.height) = (width, height)
        (self.origin, self.scale) = (origin, scale)
    }

    /// The light of the pixels, over white where they are translucent; not all once it is cancelled.
    convenience init(
        _ pixels: borrowing PixelBuffer,
        _ area: PixelRect,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) {
        let origin = Point(x: Double(area.x), y: Double(area.y))
        try self.init(width: area.width, height: area.height, at: origin, scale: 1)
        let channels = pixels.format.channels
        for y in (0..<height).whileWanted(cancellation) {
            let row = base + y * width
            pixels.withRow(area.y + y) { samples in
                guard let samples = samples.baseAddress else { return }
                let first = samples + area.x * channels
                if channels == 3 {
                    Self.write(first, row, width)
                } else {
                    Self.writeOverWhite(first, row, width)
                }
            }
        }
    }

    private static func write(_ pixels: UnsafePointer<UInt8>, _ row: UnsafeMutablePointer<UInt8>, _ count: Int) {
        for x in 0..<count { row[x] = light(pixels + x &* 3) }
    }

    private static func writeOverWhite(
        _ pixels: UnsafePointer<UInt8>,
        _ row: UnsafeMutablePointer<UInt8>,
        _ count: Int
    ) {
        for x in 0..<count {
            let alpha = UInt32(pixels[x &* 4 &+ 3])
            let sum = UInt32(light(pixels + x &* 4)) &* alpha &+ 255 &* (255 &- alpha)
            row[x] = UInt8(truncatingIfNeeded: sum / 255)
        }
    }

    /// Luma of ITU-R BT.601.
    private static func light(_ pixel: UnsafePointer<UInt8>) -> UInt8 {
        let sum = UInt32(pixel[0]) &* 306 &+ UInt32(pixel[1]) &* 601 &+ UInt32(pixel[2]) &* 117
        return UInt8(truncatingIfNeeded: sum >> 10)
    }

    /// The picture with light for dark; not all once it is cancelled.
    func inverted(_ cancellation: Cancellation) throws(OutOfMemory) -> LightPicture {
        let inverted = try LightPicture(width: width, height: height, at: origin, scale: scale)
        for y in (0..<height).whileWanted(cancellation) {
            let (source, row) = (base + y * width, inverted.base + y * width)
            for x in 0..<width { row[x] = ~source[x] }
        }
        return inverted
    }

    /// Paints the bounds of a code white.
    func clear(_ code: Quadrilateral) {
        guard let size = PixelSize(width: width, height: height), let rect = code.boundingRect(in: size) else { return }
        for y in rect.rows { (base + y * width + rect.x).update(repeating: 255, count: rect.width) }
    }

    func copied() throws(OutOfMemory) -> LightPicture { try part(columns: 0..<width, rows: 0..<height) }

    func part(columns: Range<Int>, rows: Range<Int>) throws(OutOfMemory) -> LightPicture {
        let corner = Point(x: Double(columns.lowerBound), y: Double(rows.lowerBound))
        let part = try LightPicture(width: columns.count, height: rows.count, at: corner * scale + origin, scale: scale)
        for (y, row) in rows.enumerated() {
            let source = base + row * width + columns.lowerBound
            (part.base + y * part.width).update(from: source, count: part.width)
        }
        return part
    }

    /// A picture of half the width and height, of the means of four pixels; not all once it is cancelled.
    func halved(_ cancellation: Cancellation) throws(OutOfMemory) -> LightPicture {
        let half = try LightPicture(width: width / 2, height: height / 2, at: origin, scale: 2 * scale)
        for y in (0..<half.height).whileWanted(cancellation) {
            let (upper, lower, row) = (base + 2 * y * width, base + (2 * y + 1) * width, half.base + y * half.width)
            for x in 0..<half.width {
                let sum = UInt32(upper[2 &* x]) &+ UInt32(upper[2 &* x &+ 1]) &+ UInt32(lower[2 &* x])
                row[x] = UInt8(truncatingIfNeeded: (sum &+ UInt32(lower[2 &* x &+ 1]) &+ 2) >> 2)
            }
        }
        return half
    }
}
