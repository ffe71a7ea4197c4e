import SecureMemory

/// Luma and chroma of a reduced picture, at its size, as rows of it become known.
final class ReducedPlanes {
    fileprivate let luma: ReducedPlane
    fileprivate let blue: ReducedPlane
    fileprivate let red: ReducedPlane
    private let factor: Int
    /// Rows of cells that were taken.
    private var takenCount = 0

    /// Planes of `size` cells, each 2, 4 or 8 pixels along an edge.
    init(_ size: PixelSize, factor: Int) throws(OutOfMemory) {
        // The colours of JFIF (ITU-T T.871, section 7).
        luma = try ReducedPlane(size, factor: factor, weights: [0.299, 0.587, 0.114, 0])
        blue = try ReducedPlane(size, factor: factor / 2, weights: [-0.168_736, -0.331_264, 0.5, 128])
        red = try ReducedPlane(size, factor: factor / 2, weights: [0.5, -0.418_688, -0.081_312, 128])
        self.factor = factor
    }

    /// Takes the first `count` rows of cells, no fewer than before, and returns the number of first rows of the picture that depend
    /// on no others.
    func take(ofFirst count: Int, of cells: borrowing PixelBuffer) -> Int {
        for y in takenCount..<count {
            luma.take(cells.row(y), as: y)
            blue.take(cells.row(y), as: y)
            red.take(cells.row(y), as: y)
        }
        takenCount = count
        // A row lies between the middles of two rows of cells; two of luma belong to one of chroma.
        return max(count * factor - max(factor / 2, 2), 0)
    }
}

/// Luma or a colour difference of a reduced picture.
private struct ReducedPlane: ~Copyable {
    let picture: ReducedPicture
    private let weights: SIMD4<Float>

    init(_ size: PixelSize, factor: Int, weights: SIMD4<Float>) throws(OutOfMemory) {
        picture = try ReducedPicture(factor: factor, columns: size.width + 2, rows: size.height + 2, channels: 1)
        self.weights = weights
    }

    /// Takes the RGB of a row of cells, and of what lies beside the picture there.
    func take(_ pixels: UnsafePointer<UInt8>, as y: Int) {
        let target = picture.rows[y + 1]
        for x in 0..<picture.columns {
            let pixel = pixels + min(max(x &- 1, 0), picture.columns &- 3) &* 3
            target[x] = (SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 1) * weights).sum()
        }
        if y == 0 { picture.rows[0].update(from: target, count: picture.columns) }
        if y + 3 == picture.rows.rows { picture.rows[y + 2].update(from: target, count: picture.columns) }
    }
}

/// The planes of a reduced picture at full size, for an encoder of 4:2:0, from top to bottom.
struct EnlargedPlanes: ~Copyable {
    private let planes: ReducedPlanes
    private var luma: EnlargedRow
    private var blue: EnlargedRow
    private var red: EnlargedRow
    private let strip: PlaneStrip

    /// Planes of which the first `width` pixels across count.
    init(_ planes: ReducedPlanes, width: Int) throws(OutOfMemory) {
        let units = (width + 15) / 16
        let luma = try EnlargedRow(of: planes.luma.picture, width: units * 16)
        let blue = try EnlargedRow(of: planes.blue.picture, width: units * 8)
        let red = try EnlargedRow(of: planes.red.picture, width: units * 8)
        let strip = try PlaneStrip(units: units)
        self.planes = planes
        self.luma = luma
        self.blue = blue
        self.red = red
        self.strip = strip
    }

    /// Writes the next rows, which depend on rows of cells that were taken: from a multiple of 16 up to one, or to the last row. Up
    /// to 15 rows after that are written, which do not count.
    mutating func write(_ rows: Range<Int>, to encoder: borrowing JPEGEncoder) throws(EncodingError) {
        for y in stride(from: rows.lowerBound, to: rows.upperBound, by: PlaneStrip.rowCount) {
            luma.write(y..<y + PlaneStrip.rowCount, of: planes.luma.picture, to: strip.luma)
            blue.write(y / 2..<(y + PlaneStrip.rowCount) / 2, of: planes.blue.picture, to: strip.blue)
            red.write(y / 2..<(y + PlaneStrip.rowCount) / 2, of: planes.red.picture, to: strip.red)
            try encoder.write(strip)
        }
    }
}

extension EnlargedRow {
    fileprivate mutating func write(
        _ rows: Range<Int>,
        of picture: borrowing ReducedPicture,
        to output: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    ) {
        for (index, y) in rows.enumerated() {
            move(to: y, of: picture)
            if let output = output[index] { write(0..<width, to: output) }
        }
    }
}

/// A row of minimum coded units of 4:2:0: 16 rows of luma, and half as many of each chroma, half as wide.
struct PlaneStrip: ~Copyable {
    let luma: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    let blue: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    let red: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    private let rows: WipedBuffer<UnsafeMutablePointer<UInt8>?>
    private let samples: WipedBuffer<UInt8>

    static let rowCount = 16

    init(units: Int) throws(OutOfMemory) {
        let samples = try WipedBuffer<UInt8>(count: Self.rowCount * units * 24)
        let rows = try WipedBuffer<UnsafeMutablePointer<UInt8>?>(count: Self.rowCount * 2)
        for y in 0..<Self.rowCount {
            rows.base[y] = samples.base + y * units * 16
            rows.base[Self.rowCount + y] = samples.base + (2 * Self.rowCount + y) * units * 8
        }
        luma = rows.base
        blue = rows.base + Self.rowCount
        red = rows.base + Self.rowCount * 3 / 2
        self.rows = rows
        self.samples = samples
    }
}
