import BoundedWork
import CLibDE265
import CPixelKernels
import SecureMemory

/// Conversion of the planes of pictures to pixels, one at a time. Chroma is replicated, so that a sample shows in its own pixels alone.
final class HEVCPixels {
    private let matrix: HEVCMatrix
    private let toneMap: ToneMap?
    private let rows: WipedBuffer<Float>
    private let width: Int

    init(_ parameters: SequenceParameters, _ color: CodePoints, _ toneMap: ToneMap?) throws(DecodingError) {
        matrix = try HEVCMatrix(color, parameters)
        self.toneMap = toneMap
        width = parameters.width
        rows = try mapError(WipedBuffer<Float>(count: 3 * width), DecodingError.outOfMemory)
    }

    /// Writes the colours within `target`, whose first pixel is `origin` of it; not all once it is cancelled. Alpha stays.
    func write(
        _ picture: HEVCPicture,
        at origin: (x: Int, y: Int),
        to target: SharedRows,
        _ cancellation: Cancellation
    ) {
        let shown = Shown(picture, origin, target.size)
        let channels = target.format.channels
        for y in shown.rows.whileWanted(cancellation) {
            for channel in picture.planes.indices { picture.read(y, of: channel, to: rows.base + channel * width) }
            let output = target.row(y + origin.y) + (shown.columns.lowerBound + origin.x) * channels
            let start = rows.base + shown.columns.lowerBound
            matrix.convert(start, distance: width, count: shown.columns.count, isGrey: picture.planes.count == 1)
            if let toneMap {
                map(start, by: toneMap, count: shown.columns.count, to: output, channels: channels)
            } else {
                pixels_store_row(start, width, shown.columns.count, output, channels)
            }
        }
    }

    func writeAlpha(
        _ picture: HEVCPicture,
        at origin: (x: Int, y: Int),
        to target: SharedRows,
        _ cancellation: Cancellation
    ) {
        let shown = Shown(picture, origin, target.size)
        for y in shown.rows.whileWanted(cancellation) {
            picture.read(y, of: 0, to: rows.base)
            let output = target.row(y + origin.y) + (shown.columns.lowerBound + origin.x) * 4
            for x in 0..<shown.columns.count {
                output[x &* 4 &+ 3] = Self.sample(rows.base[shown.columns.lowerBound &+ x])
            }
        }
    }

    private struct Shown {
        let columns: Range<Int>
        let rows: Range<Int>

        init(_ picture: HEVCPicture, _ origin: (x: Int, y: Int), _ size: PixelSize) {
            columns = (0..<picture.parameters.width).clamped(to: -origin.x..<max(size.width - origin.x, -origin.x))
            rows = (0..<picture.parameters.height).clamped(to: -origin.y..<max(size.height - origin.y, -origin.y))
        }
    }

    private func map(
        _ source: UnsafePointer<Float>,
        by toneMap: ToneMap,
        count: Int,
        to output: UnsafeMutablePointer<UInt8>,
        channels: Int
    ) {
        for x in 0..<count {
            let color = SIMD3(source[x], source[width &+ x], source[2 &* width &+ x])
            let clamped = color.clamped(lowerBound: .zero, upperBound: .one) * 65_535 + 0.5
            let pixel = toneMap.map(SIMD3<UInt16>(truncatingIfNeeded: SIMD3<Int32>(clamped)))
            output[x &* channels] = pixel.x
            output[x &* channels &+ 1] = pixel.y
            output[x &* channels &+ 2] = pixel.z
        }
    }

    private static func sample(_ value: Float) -> UInt8 {
        UInt8(truncatingIfNeeded: Int32(min(max(value, 0), 1) * 255 + 0.5))
    }
}

extension HEVCPicture {
    /// Writes row `y` of a plane, a sample for each pixel, as shares of the largest.
    fileprivate func read(_ y: Int, of channel: Int, to output: UnsafeMutablePointer<Float>) {
        let (across, down) = channel == 0 ? (1, 1) : (parameters.columnsPerSample, parameters.rowsPerSample)
        let depth = channel == 0 ? parameters.lumaDepth : parameters.chromaDepth
        let row = planes[channel].base + y / down * planes[channel].stride
        let scale = 1 / Float((1 << depth) - 1)
        if depth > 8 {
            Self.read(row.assumingMemoryBound(to: UInt16.self), across, parameters.width, scale, to: output)
        } else {
            Self.read(row.assumingMemoryBound(to: UInt8.self), across, parameters.width, scale, to: output)
        }
    }

    @inline(__always)
    private static func read(
        _ row: UnsafePointer<some FixedWidthInteger & UnsignedInteger>,
        _ across: Int,
        _ count: Int,
        _ scale: Float,
        to output: UnsafeMutablePointer<Float>
    ) {
        if across == 1 {
            for x in 0..<count { output[x] = Float(row[x]) * scale }
        } else {
            for x in 0..<count { output[x] = Float(row[x &>> 1]) * scale }
        }
    }
}

/// A decoded picture: planes of luma and chroma, valid as long as its decoder.
struct HEVCPicture {
    let parameters: SequenceParameters
    /// The first sample of each plane within the window, and bytes from a row to the next; one plane or three.
    private(set) var planes: [(base: UnsafeRawPointer, stride: Int)] = []
    let color: CodePoints

    init(_ image: OpaquePointer, _ parameters: SequenceParameters) throws(DecodingError) {
        self.parameters = parameters
        color = CodePoints(
            primaries: Int(de265_get_image_colour_primaries(image)),
            transfer: Int(de265_get_image_transfer_characteristics(image)),
            matrix: Int(de265_get_image_matrix_coefficients(image)),
            isFullRange: de265_get_image_full_range_flag(image) != 0,
            format: "a HEIC"
        )
        let isExpected =
            Int(de265_get_image_width(image, 0)) == parameters.width
            && Int(de265_get_image_height(image, 0)) == parameters.height
            && Int(de265_get_chroma_format(image).rawValue) == parameters.chromaFormat
        guard isExpected else { throw .corrupt("a picture differs from its stated size") }
        // libde265 finds the window in bytes, which is wrong where samples have two.
        let isAtOrigin = parameters.window.left == 0 && parameters.window.top == 0
        guard isAtOrigin || max(parameters.lumaDepth, parameters.chromaDepth) == 8 else {
            throw .unsupported("a HEIC of more than 8 bits that begins within its blocks")
        }
        for channel in 0..<Int32(parameters.chromaFormat == 0 ? 1 : 3) {
            let depth = channel == 0 ? parameters.lumaDepth : parameters.chromaDepth
            var stride: Int32 = 0
            let plane = de265_get_image_plane(image, channel, &stride)
            guard let plane, Int(de265_get_bits_per_pixel(image, channel)) == depth else {
                throw .corrupt("a plane differs from its description")
            }
            planes.append((UnsafeRawPointer(plane), Int(stride)))
        }
    }
}
