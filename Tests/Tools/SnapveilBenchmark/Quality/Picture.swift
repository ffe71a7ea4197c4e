import Foundation
import ImageCore
import SecureMemory

/// A picture in double precision: what results are compared with.
///
/// Colours are multiplied by alpha, so that what shows through nothing does not count.
struct Picture: Equatable {
    /// Pixels of a row.
    let width: Int
    /// Rows of the picture.
    let height: Int
    /// Red, green and blue of each pixel, row by row, 0 to 255.
    var samples: [Double]

    /// Samples of a pixel.
    static let channels = 3

    /// - Parameter samples: `width * height * 3`.
    init(width: Int, height: Int, samples: [Double]) {
        precondition(samples.count == width * height * Self.channels, "the samples are not those of the size")
        self.width = width
        self.height = height
        self.samples = samples
    }

    /// The picture in a file.
    init(decoding file: SecureBytes) throws(DecodingError) {
        let image = try DecodedImage(decoding: file)
        width = image.pixels.size.width
        height = image.pixels.size.height
        samples = []
        samples.reserveCapacity(width * height * Self.channels)
        for y in 0..<height {
            for x in 0..<width {
                let pixel = image.pixels.samples(x: x, y: y)
                let alpha = pixel.count > Self.channels ? Double(pixel[Self.channels]) / 255 : 1
                samples.append(Double(pixel[0]) * alpha)
                samples.append(Double(pixel[1]) * alpha)
                samples.append(Double(pixel[2]) * alpha)
            }
        }
    }

    /// The peak signal-to-noise ratio in dB: 10 log10 of 255 squared over the mean squared difference. Infinite for the
    /// same picture, nil for one of another size.
    func peakSignalToNoise(against reference: Picture) -> Double? {
        guard width == reference.width, height == reference.height else { return nil }
        var sum = 0.0
        for index in samples.indices {
            let difference = samples[index] - reference.samples[index]
            sum += difference * difference
        }
        return 10 * log10(255 * 255 * Double(samples.count) / sum)
    }
}
