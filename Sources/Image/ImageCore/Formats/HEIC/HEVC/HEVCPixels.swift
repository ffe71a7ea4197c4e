import BoundedWork
import SecureMemory

/// Makes pixels of the planes of a picture. Chroma is replicated, so that a sample shows where it was taken and nowhere else.
final class HEVCPixels {
    /// How samples become red, green and blue.
    private let matrix: HEVCMatrix
    /// What is done with light beyond white; nil where there is none.
    private let toneMap: ToneMap?
    /// A row of each component, one sample for each pixel.
    private let rows: WipedBuffer<Float>
    private let width: Int

    /// - Parameters:
    ///   - parameters: Of the pictures to come.
    ///   - color: What their samples are.
    ///   - toneMap: What is done with light beyond white; nil where there is none.
    init(_ parameters: SequenceParameters, _ color: CodePoints, _ toneMap: ToneMap?) throws(DecodingError) {
        matrix = try HEVCMatrix(color, parameters)
        self.toneMap = toneMap
        width = parameters.width
        rows = try mapError(WipedBuffer<Float>(count: 3 * width), DecodingError.outOfMemory)
    }

    /// Writes what `target` shows of the colours of a picture.
    ///
    /// - Parameters:
    ///   - picture: A picture of the parameters that were said.
    ///   - origin: Where its first pixel is, from that of `target`.
    ///   - target: RGB or RGBA, of which alpha is left as it is.
    ///   - cancellation: Not all is written once it is cancelled.
    func write(
        _ picture: HEVCPicture,
        at origin: (x: Int, y: Int),
        to target: inout PixelBuffer,
        _ cancellation: Cancellation
    ) {
        let shown = Shown(picture, origin, target.size)
        let channels = target.format.channels
        for y in shown.rows.whileWanted(cancellation) {
            for channel in picture.planes.indices { picture.read(y, of: channel, to: rows.base + channel * width) }
            let output = target.mutableRow(y + origin.y) + (shown.columns.lowerBound + origin.x) * channels
            let start = rows.base + shown.columns.lowerBound
            matrix.convert(start, distance: width, count: shown.columns.count, isGrey: picture.planes.count == 1)
            if let toneMap {
                map(start, by: toneMap, count: shown.columns.count, to: output, channels: channels)
            } else {
                store(start, count: shown.columns.count, to: output, channels: channels)
            }
        }
    }

    /// Writes the luma of a picture as the alpha of `target`.
    func writeAlpha(
        _ picture: HEVCPicture,
        at origin: (x: Int, y: Int),
        to target: inout PixelBuffer,
        _ cancellation: Cancellation
    ) {
        let shown = Shown(picture, origin, target.size)
        for y in shown.rows.whileWanted(cancellation) {
            picture.read(y, of: 0, to: rows.base)
            let output = target.mutableRow(y + origin.y) + (shown.columns.lowerBound + origin.x) * 4
            for x in 0..<shown.columns.count {
                output[x &* 4 &+ 3] = Self.sample(rows.base[shown.columns.lowerBound &+ x])
            }
        }
    }

    /// The part of a picture that lies within a target.
    private struct Shown {
        let columns: Range<Int>
        let rows: Range<Int>

        init(_ picture: HEVCPicture, _ origin: (x: Int, y: Int), _ size: PixelSize) {
            columns = (0..<picture.parameters.width).clamped(to: -origin.x..<max(size.width - origin.x, -origin.x))
            rows = (0..<picture.parameters.height).clamped(to: -origin.y..<max(size.height - origin.y, -origin.y))
        }
    }

    private func store(
        _ source: UnsafePointer<Float>,
        count: Int,
        to output: UnsafeMutablePointer<UInt8>,
        channels: Int
    ) {
        for x in 0..<count {
            output[x &* channels] = Self.sample(source[x])
            output[x &* channels &+ 1] = Self.sample(source[width &+ x])
            output[x &* channels &+ 2] = Self.sample(source[2 &* width &+ x])
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

    /// - Parameter value: 0 to 1, to which others are clamped.
    private static func sample(_ value: Float) -> UInt8 {
        UInt8(truncatingIfNeeded: Int32(min(max(value, 0), 1) * 255 + 0.5))
    }
}

extension HEVCPicture {
    /// Writes row `y` of a plane, one sample for each pixel, as a share of the largest sample.
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
