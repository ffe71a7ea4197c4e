import BoundedWork
import ImageCore
import SecureMemory

/// Scaling of upright parts of a picture for a network.
struct PictureScaler: ~Copyable {
    private let size: PixelSize
    private let format: PixelFormat
    private let backdrop: Backdrop
    private let cancellation: Cancellation
    private let opaque: WipedBuffer<Float>
    private let sums: WipedBuffer<Float>

    init(
        for pixels: borrowing PixelBuffer,
        before backdrop: Backdrop = .white,
        _ cancellation: Cancellation
    ) throws(OutOfMemory) {
        let opaque = try WipedBuffer<Float>(count: pixels.size.width * 3)
        // One more, because the three of a pixel are loaded as four.
        let sums = try WipedBuffer<Float>(count: pixels.size.width * 3 + 1)
        self.opaque = opaque
        self.sums = sums
        size = pixels.size
        format = pixels.format
        self.backdrop = backdrop
        self.cancellation = cancellation
    }

    /// Fills `planes` with the part within `columns` and `rows`, in pixels. Beyond the picture, its edge repeats. Stops early
    /// once it is cancelled.
    func show(
        _ pixels: borrowing PixelBuffer,
        columns: ClosedRange<Double>,
        rows: ClosedRange<Double>,
        as normalization: Normalization,
        in planes: borrowing Planes
    ) {
        let across = Taps(columns, to: planes.width, sourceCount: size.width)
        let down = Taps(rows, to: planes.height, sourceCount: size.height)
        let first = across.starts.first ?? 0
        let last = min((across.starts.last ?? 0) + across.count, size.width)
        for y in (0..<planes.height).whileWanted(cancellation) {
            sum(pixels, down, y, columns: first..<last)
            spread(across, normalization, planes, y)
        }
    }

    /// Adds the weighted rows for row `y` to ``sums``.
    private func sum(_ pixels: borrowing PixelBuffer, _ taps: borrowing Taps, _ y: Int, columns: Range<Int>) {
        let (start, count) = (columns.lowerBound * 3, columns.count * 3)
        let sums = sums.base + start
        sums.update(repeating: 0, count: count)
        for tap in 0..<taps.count {
            let weight = taps.weights[y * taps.count + tap]
            guard weight != 0 else { continue }
            pixels.withRow(taps.starts[y] + tap) { row in
                guard let row = row.baseAddress else { return }
                if format == .rgb {
                    Self.add(row + start, weight, to: sums, count)
                } else {
                    Self.compose(row + columns.lowerBound * 4, over: backdrop.grey, opaque.base + start, columns.count)
                    Self.add(opaque.base + start, weight, to: sums, count)
                }
            }
        }
    }

    private static func add(
        _ samples: UnsafePointer<UInt8>,
        _ weight: Float,
        to sums: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        for index in 0..<count { sums[index] += weight * Float(samples[index]) }
    }

    private static func add(
        _ samples: UnsafeMutablePointer<Float>,
        _ weight: Float,
        to sums: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        for index in 0..<count { sums[index] += weight * samples[index] }
    }

    private static func compose(
        _ pixels: UnsafePointer<UInt8>,
        over grey: Float,
        _ opaque: UnsafeMutablePointer<Float>,
        _ count: Int
    ) {
        for x in 0..<count {
            let pixel = pixels + x &* 4
            let alpha = Float(pixel[3]) / 255
            for channel in 0..<3 {
                opaque[x &* 3 &+ channel] = Float(pixel[channel]) * alpha + grey * (1 - alpha)
            }
        }
    }

    /// Writes row `y` of the planes from ``sums``.
    private func spread(
        _ taps: borrowing Taps,
        _ normalization: Normalization,
        _ planes: borrowing Planes,
        _ y: Int
    ) {
        let sums = UnsafeRawPointer(sums.base)
        let count = taps.count
        let stride = 3 * MemoryLayout<Float>.stride
        let (first, second, third) = (planes.row(y, plane: 0), planes.row(y, plane: 1), planes.row(y, plane: 2))
        let (channels, scale, offset) = (normalization.channels, normalization.scale, normalization.offset)
        taps.weights.withUnsafeBufferPointer { weights in
            taps.starts.withUnsafeBufferPointer { starts in
                for x in 0..<planes.width {
                    var sum = SIMD4<Float>.zero
                    let samples = sums + starts[x] &* stride
                    for tap in 0..<count {
                        let sample = samples.loadUnaligned(fromByteOffset: tap &* stride, as: SIMD4<Float>.self)
                        sum += sample * weights[x &* count &+ tap]
                    }
                    first[x] = sum[channels[0]] * scale[0] + offset[0]
                    second[x] = sum[channels[1]] * scale[1] + offset[1]
                    third[x] = sum[channels[2]] * scale[2] + offset[2]
                }
            }
        }
    }
}

/// Weights of the samples of a line for each sample of a shorter or longer one.
///
/// A sample that stands for several is their mean by area; one that stands between two is interpolated. Beyond the line its ends
/// repeat.
struct Taps {
    let count: Int
    let starts: [Int]
    /// ``count`` weights for each sample of the result. They add up to 1.
    let weights: [Float]

    /// - Parameter range: The shown part, in samples of the line.
    init(_ range: ClosedRange<Double>, to targetCount: Int, sourceCount: Int) {
        let step = (range.upperBound - range.lowerBound) / Double(targetCount)
        let reach = max(step, 1)
        let count = min(Int(reach.rounded(.up)) + 1, sourceCount)
        var starts: [Int] = []
        var weights = [Float](repeating: 0, count: targetCount * count)
        starts.reserveCapacity(targetCount)
        for target in 0..<targetCount {
            let center = range.lowerBound + (Double(target) + 0.5) * step
            let (lower, upper) = (center - reach / 2, center + reach / 2)
            let start = min(max(Int(lower.rounded(.down)), 0), sourceCount - count)
            starts.append(start)
            for sample in Int(lower.rounded(.down))..<Int(upper.rounded(.up)) {
                let share = min(upper, Double(sample) + 1) - max(lower, Double(sample))
                let index = min(max(sample, 0), sourceCount - 1)
                weights[target * count + min(max(index - start, 0), count - 1)] += Float(share / reach)
            }
        }
        (self.count, self.starts, self.weights) = (count, starts, weights)
    }
}
