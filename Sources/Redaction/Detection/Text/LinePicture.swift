import BoundedWork
import ImageCore
import SecureMemory

/// Lines of text for readers: upright, and all of the same height.
struct LinePicture: Sendable {
    private static let (minimumWidth, maximumWidth) = (16, 3_200)

    private let backdrop: Backdrop
    private let cancellation: Cancellation

    init(before backdrop: Backdrop, _ cancellation: Cancellation) {
        self.backdrop = backdrop
        self.cancellation = cancellation
    }

    static func width(of line: Quadrilateral, height: Int) -> Int {
        let width = line.width / max(line.height, 1) * Double(height)
        return min(max(Int(width.rounded(.up)), minimumWidth), maximumWidth)
    }

    func show(
        _ line: Quadrilateral,
        of pixels: borrowing PixelBuffer,
        height: Int,
        as normalization: Normalization
    ) throws(OutOfMemory) -> Planes {
        let planes = try Planes(width: Self.width(of: line, height: height), height: height)
        if line.isUpright, line.topLeft.x < line.topRight.x, line.topLeft.y < line.bottomLeft.y {
            let scaler = try PictureScaler(for: pixels, before: backdrop, cancellation)
            scaler.show(pixels, columns: line.columns, rows: line.rows, as: normalization, in: planes)
        } else {
            turn(line, of: pixels, as: normalization, into: planes)
        }
        return planes
    }

    /// Fills `planes` with a line at an angle: each pixel is the mean of as many places as it stands for pixels.
    private func turn(
        _ line: Quadrilateral,
        of pixels: borrowing PixelBuffer,
        as normalization: Normalization,
        into planes: borrowing Planes
    ) {
        let columnStep = (line.topRight - line.topLeft) * (1 / Double(planes.width))
        let rowStep = (line.bottomLeft - line.topLeft) * (1 / Double(planes.height))
        let places = min(max(Int(max(columnStep.length, rowStep.length).rounded(.up)), 1), 4)
        for y in (0..<planes.height).whileWanted(cancellation) {
            for x in 0..<planes.width {
                var sum = SIMD3<Float>.zero
                for place in 0..<places * places {
                    let across = Double(x) + (Double(place % places) + 0.5) / Double(places)
                    let down = Double(y) + (Double(place / places) + 0.5) / Double(places)
                    sum += color(at: line.topLeft + columnStep * across + rowStep * down, in: pixels)
                }
                sum /= Float(places * places)
                for plane in 0..<Planes.count {
                    planes.row(y, plane: plane)[x] =
                        sum[normalization.channels[plane]] * normalization.scale[plane] + normalization.offset[plane]
                }
            }
        }
    }

    /// Red, green and blue at a place between the middles of four pixels.
    private func color(at place: Point, in pixels: borrowing PixelBuffer) -> SIMD3<Float> {
        let (x, y) = (place.x - 0.5, place.y - 0.5)
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (fromLeft, fromTop) = (Float(x - left), Float(y - top))
        return color(left, top, pixels) * ((1 - fromLeft) * (1 - fromTop))
            + color(left + 1, top, pixels) * (fromLeft * (1 - fromTop))
            + color(left, top + 1, pixels) * ((1 - fromLeft) * fromTop)
            + color(left + 1, top + 1, pixels) * (fromLeft * fromTop)
    }

    /// The colour of a pixel before the backdrop; beyond the picture, of the nearest one.
    private func color(_ x: Double, _ y: Double, _ pixels: borrowing PixelBuffer) -> SIMD3<Float> {
        let column = Int(min(max(x, 0), Double(pixels.size.width - 1)))
        let row = Int(min(max(y, 0), Double(pixels.size.height - 1)))
        let format = pixels.format
        return pixels.withRow(row) { samples in
            let index = column * format.channels
            let color = SIMD3(Float(samples[index]), Float(samples[index + 1]), Float(samples[index + 2]))
            guard format == .rgba else { return color }
            let alpha = Float(samples[index + 3]) / 255
            return color * alpha + SIMD3(repeating: backdrop.grey * (1 - alpha))
        }
    }
}
