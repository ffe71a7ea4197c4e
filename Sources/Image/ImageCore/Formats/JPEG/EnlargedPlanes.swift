import BoundedWork
import CImageCodecs
import SecureMemory

/// Luma and chroma of a reduced picture at full size, made a strip of 16 rows at a time for an encoder of 4:2:0.
struct EnlargedPlanes: ~Copyable {
    private var luma: EnlargedPlane
    private var blue: EnlargedPlane
    private var red: EnlargedPlane
    private let cancellation: Cancellation

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
        self.cancellation = cancellation
    }

    mutating func encoded(
        _ size: PixelSize,
        quality: Int,
        colorSpace: ColorSpace
    ) throws(EncodingError) -> SecureBytes {
        try size.check(longestEdge: JPEGWriter.longestEdge)
        var output = codec_output()
        let cancellation = cancellation
        let written = withUnsafeMutablePointer(to: &self) { planes in
            var strips = jpeg_strips()
            strips.width = UInt32(size.width)
            strips.height = UInt32(size.height)
            strips.quality = Int32(clamping: quality)
            strips.context = UnsafeMutableRawPointer(planes)
            strips.fill = { context, y, luma, blue, red in
                guard let context, let luma, let blue, let red else { return }
                let planes = context.assumingMemoryBound(to: EnlargedPlanes.self)
                planes.pointee.luma.write(Int(y)..<Int(y) + 16, to: luma)
                planes.pointee.blue.write(Int(y) / 2..<Int(y) / 2 + 8, to: blue)
                planes.pointee.red.write(Int(y) / 2..<Int(y) / 2 + 8, to: red)
            }
            return colorSpace.profile.withUnsafeBufferPointer { profile in
                strips.profile = profile.isEmpty ? nil : profile.baseAddress
                strips.profile_size = profile.count
                return jpeg_write_strips(&strips, codec_cancellation(cancellation), &output)
            }
        }
        return try SecureBytes(output, written: written, cancellation)
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
