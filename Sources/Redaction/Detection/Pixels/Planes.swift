import BoundedWork
import ImageCore
import SecureMemory

/// A picture in the form for networks: a plane of numbers for each of three colours, rows without padding.
struct Planes: ~Copyable {
    static let count = 3

    let width: Int
    let height: Int
    let values: WipedBuffer<Float>

    init(width: Int, height: Int) throws(OutOfMemory) {
        self.width = width
        self.height = height
        values = try WipedBuffer<Float>(count: Self.count * width * height)
    }

    static func blank(width: Int, height: Int) throws(OutOfMemory) -> Planes {
        let planes = try Planes(width: width, height: height)
        planes.values.base.update(repeating: 0, count: planes.values.count)
        return planes
    }

    func row(_ y: Int, plane: Int) -> UnsafeMutablePointer<Float> { values.base + (plane * height + y) * width }
}

/// Conversion of samples of 0 to 255 for a network: each is multiplied, then added to.
struct Normalization: Sendable {
    /// The channel of each plane: 0 for red, 1 for green, 2 for blue.
    let channels: [Int]
    let scale: [Float]
    let offset: [Float]

    /// Blue, green and red from 0 to 1, less the mean and divided by the deviation of pictures of ImageNet: red's for blue,
    /// because the network was trained so.
    static let textDetector = Normalization(mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225])

    /// Blue, green and red from -1 to 1.
    static let textRecognizer = Normalization(mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5])

    /// Red, green and blue as they are.
    static let plain = Normalization(channels: [0, 1, 2], scale: [1, 1, 1], offset: [0, 0, 0])

    private init(channels: [Int], scale: [Float], offset: [Float]) {
        self.channels = channels
        self.scale = scale
        self.offset = offset
    }

    private init(mean: [Float], deviation: [Float]) {
        self.init(
            channels: [2, 1, 0],
            scale: deviation.map { 1 / (255 * $0) },
            offset: zip(mean, deviation).map { -$0 / $1 }
        )
    }
}

/// Colour behind a translucent picture. Text that is seen before one may vanish before another.
struct Backdrop: Equatable {
    /// Red, green and blue, 0 to 255.
    let grey: Float

    static let white = Backdrop(grey: 255)
    static let black = Backdrop(grey: 0)

    /// The backdrops for a picture: white, and black, too, if anything is translucent. Meaningless once it is cancelled.
    static func all(for pixels: borrowing PixelBuffer, _ area: PixelRect, _ cancellation: Cancellation) -> [Backdrop] {
        guard pixels.format == .rgba else { return [.white] }
        for y in area.rows.whileWanted(cancellation) {
            let isOpaque = pixels.withRow(y) { row in
                var conjunction: UInt8 = 255
                for x in area.columns { conjunction &= row[x &* 4 &+ 3] }
                return conjunction == 255
            }
            if !isOpaque { return [.white, .black] }
        }
        return [.white]
    }
}
