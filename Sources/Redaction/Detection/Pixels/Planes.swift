import ImageCore
import SecureMemory

/// A picture as networks take it: a plane of numbers for each of three colours, rows without padding.
struct Planes: ~Copyable {
    /// How many planes there are.
    static let count = 3

    let width: Int
    let height: Int
    let values: WipedBuffer<Float>

    /// - Throws: `OutOfMemory`.
    init(width: Int, height: Int) throws(OutOfMemory) {
        self.width = width
        self.height = height
        values = try WipedBuffer<Float>(count: Self.count * width * height)
    }

    /// A picture that is all zeros.
    ///
    /// - Throws: `OutOfMemory`.
    static func blank(width: Int, height: Int) throws(OutOfMemory) -> Planes {
        let planes = try Planes(width: width, height: height)
        planes.values.base.update(repeating: 0, count: planes.values.count)
        return planes
    }

    /// The first number of a row of a plane.
    func row(_ y: Int, plane: Int) -> UnsafeMutablePointer<Float> { values.base + (plane * height + y) * width }
}

/// What a network wants of the samples, which are 0 to 255: each is multiplied, then added to.
struct Normalization: Sendable {
    /// The channel of each plane: 0 for red, 1 for green, 2 for blue.
    let channels: [Int]
    /// Factors of the planes, in their order.
    let scale: [Float]
    /// What is added to the planes, in their order.
    let offset: [Float]

    /// Blue, green and red from 0 to 1, less the mean and divided by the deviation that pictures of ImageNet have: those of red
    /// for blue, as the network was trained so.
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
