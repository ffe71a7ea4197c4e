import BoundedWork
import ImageCore
import Samples
import SecureMemory
import Testing

/// A picture that a test paints.
struct Canvas {
    let width: Int
    let height: Int
    /// Red, green and blue of all pixels.
    var samples: [UInt8]

    init(width: Int, height: Int, _ color: Color = .white) {
        self.width = width
        self.height = height
        samples = (0..<width * height).flatMap { _ in [color.red, color.green, color.blue] }
    }

    init(_ pixels: borrowing PixelBuffer) {
        width = pixels.size.width
        height = pixels.size.height
        let channels = pixels.format.channels
        let all = pixels.samples(in: PixelRect(pixels.size))
        samples = []
        samples.reserveCapacity(width * height * 3)
        for pixel in 0..<width * height { samples += all[pixel * channels..<pixel * channels + 3] }
    }

    init(_ sample: Sample) throws {
        self.init(try ImageFormat.open(sample.picture("png")).decoded().pixels)
    }

    func pixels() throws -> PixelBuffer {
        try PixelBuffer(size, format: .rgb, samples: samples)
    }

    /// The same picture with a channel more, which is opaque.
    func opaquePixels() throws -> PixelBuffer {
        let pixels = (0..<width * height).flatMap { samples[$0 * 3..<$0 * 3 + 3] + [255] }
        return try PixelBuffer(size, format: .rgba, samples: pixels)
    }

    private var size: PixelSize {
        get throws { try #require(PixelSize(width: width, height: height)) }
    }

    subscript(x: Int, y: Int) -> SIMD3<Float> {
        get {
            let index = (y * width + x) * 3
            return SIMD3(Float(samples[index]), Float(samples[index + 1]), Float(samples[index + 2]))
        }
        set {
            let index = (y * width + x) * 3
            for channel in 0..<3 { samples[index + channel] = UInt8(min(max(newValue[channel], 0), 255)) }
        }
    }

    /// The picture turned by a quarter clockwise.
    var turned: Canvas {
        var turned = Canvas(width: height, height: width)
        for y in 0..<height { for x in 0..<width { turned[height - 1 - y, x] = self[x, y] } }
        return turned
    }

    /// The picture with light for dark.
    var inverted: Canvas {
        var inverted = self
        for index in samples.indices { inverted.samples[index] = 255 - samples[index] }
        return inverted
    }

    /// The picture several times, one below the other.
    func repeated(_ count: Int) -> Canvas {
        Canvas(width: width, height: height * count, samples: (0..<count).flatMap { _ in samples })
    }

    private init(width: Int, height: Int, samples: [UInt8]) {
        (self.width, self.height, self.samples) = (width, height, samples)
    }

    mutating func fill(_ rect: PixelRect, _ color: SIMD3<Float>) {
        for y in rect.rows { for x in rect.columns { self[x, y] = color } }
    }
}
