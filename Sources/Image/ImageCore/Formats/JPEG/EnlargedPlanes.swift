import BoundedWork
import SecureMemory

/// Luma and chroma of a reduced picture at full size, made a strip at a time for an encoder of 4:2:0.
struct EnlargedPlanes: ~Copyable {
    private var luma: EnlargedPlane
    private var blue: EnlargedPlane
    private var red: EnlargedPlane
    /// Minimum coded units across.
    private let units: Int

    /// The planes of the `size` cells that count, each 2, 4 or 8 pixels along an edge; made in part once it is cancelled.
    init(
        _ cells: borrowing PixelBuffer,
        _ size: PixelSize,
        factor: Int,
        width: Int,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) {
        let units = (width + 15) / 16
        // The colours of JFIF (ITU-T T.871, section 7).
        let luma = try EnlargedPlane(
            cells,
            size,
            factor: factor,
            width: units * 16,
            weights: [0.299, 0.587, 0.114, 0],
            cancellation
        )
        let blue = try EnlargedPlane(
            cells,
            size,
            factor: factor / 2,
            width: units * 8,
            weights: [-0.168_736, -0.331_264, 0.5, 128],
            cancellation
        )
        let red = try EnlargedPlane(
            cells,
            size,
            factor: factor / 2,
            width: units * 8,
            weights: [0.5, -0.418_688, -0.081_312, 128],
            cancellation
        )
        self.luma = luma
        self.blue = blue
        self.red = red
        self.units = units
    }

    /// Writes all rows to an encoder of a picture of `height` rows.
    mutating func write(to encoder: borrowing JPEGEncoder, height: Int) throws(EncodingError) {
        let strip = try mapError(PlaneStrip(units: units), EncodingError.outOfMemory)
        for y in stride(from: 0, to: height, by: PlaneStrip.rowCount) {
            luma.write(y..<y + PlaneStrip.rowCount, to: strip.luma)
            blue.write(y / 2..<(y + PlaneStrip.rowCount) / 2, to: strip.blue)
            red.write(y / 2..<(y + PlaneStrip.rowCount) / 2, to: strip.red)
            try encoder.write(strip)
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

/// Luma or a colour difference of a reduced picture, at full size.
private struct EnlargedPlane: ~Copyable {
    private let picture: ReducedPicture
    private var row: EnlargedRow
    private let width: Int

    init(
        _ cells: borrowing PixelBuffer,
        _ size: PixelSize,
        factor: Int,
        width: Int,
        weights: SIMD4<Float>,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) {
        let picture = try ReducedPicture(factor: factor, columns: size.width + 2, rows: size.height + 2, channels: 1)
        for y in 0..<picture.rows.rows where !cancellation.isCancelled {
            let source = cells.row(min(max(y - 1, 0), size.height - 1))
            let target = picture.rows[y]
            for x in 0..<picture.columns {
                let pixel = source + min(max(x &- 1, 0), size.width &- 1) &* 3
                target[x] = (SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 1) * weights).sum()
            }
        }
        self.row = try EnlargedRow(of: picture, width: width)
        self.picture = picture
        self.width = width
    }

    mutating func write(_ rows: Range<Int>, to output: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) {
        for (index, y) in rows.enumerated() {
            row.move(to: y, of: picture)
            if let output = output[index] { row.write(0..<width, to: output) }
        }
    }
}
