/// A way to write a block: one pair of endpoints, and a weight for each texel.
struct ASTCEncoding {
    /// The colour endpoint mode.
    let endpointMode: EndpointMode
    /// The lowest 17 bits of such a block.
    private let head: Int
    private let colorWriter: ASTCIntegerWriter
    private let weightWriter: ASTCIntegerWriter
    private let weightCount = 16
    /// The integer of the colours' range that stands for the nearest sample, for each sample.
    private let colorIntegers: [UInt8]
    /// The sample that this integer stands for.
    let colors: [UInt8]
    /// The integer of the weights' range that stands for the nearest weight, for each weight from 0 to 64.
    private let weightIntegers: [UInt8]
    /// The weight that this integer stands for.
    let weights: [UInt8]

    /// The modes that are written, with their numbers.
    enum EndpointMode: Int {
        /// Grey, without alpha.
        case grey = 0
        /// Red, green and blue.
        case color = 8
        /// Red, green, blue and alpha.
        case colorAlpha = 12
    }

    /// For grey: weights of 32 levels, endpoints of 256.
    static let grey = ASTCEncoding(.grey, weights: 11)
    /// For colours in shades: weights of 16 levels, endpoints of 192.
    static let shades = ASTCEncoding(.color, weights: 8)
    /// For two colours, which are kept as they are: weights of 12 levels, endpoints of 256.
    static let colors = ASTCEncoding(.color, weights: 7)
    /// For colours with alpha: weights of 8 levels, endpoints of 192.
    static let alpha = ASTCEncoding(.colorAlpha, weights: 5)

    /// - Parameters:
    ///   - endpointMode: The colour endpoint mode.
    ///   - weightRange: The range of weights, an index of `ASTCRange.all`. Colours have the largest that there is room for.
    private init(_ endpointMode: EndpointMode, weights weightRange: Int) {
        let weightRangeOfMode = ASTCRange.all[weightRange]
        let colorCount = (endpointMode.rawValue / 4 + 1) * 2
        let room = 128 - 17 - weightRangeOfMode.bitCount(weightCount)
        guard let colorRange = ASTCRange.largest(forColors: colorCount, bits: room),
            let mode = (0..<2048).first(where: { Self.fits(ASTCBlockMode($0), weightRange) })
        else { preconditionFailure("a way to write blocks has no room for its colours") }
        self.endpointMode = endpointMode
        head = mode | endpointMode.rawValue << 13
        colorWriter = ASTCIntegerWriter(ASTCRange.all[colorRange])
        weightWriter = ASTCIntegerWriter(weightRangeOfMode)
        let (colorMeanings, weightMeanings) = (ASTCRange.all[colorRange].colors, weightRangeOfMode.weights)
        colorIntegers = (0...255).map { Self.nearest($0, colorMeanings) }
        colors = colorIntegers.map { colorMeanings[Int($0)] }
        weightIntegers = (0...64).map { Self.nearest($0, weightMeanings) }
        weights = weightIntegers.map { weightMeanings[Int($0)] }
    }

    private static func fits(_ mode: ASTCBlockMode?, _ weightRange: Int) -> Bool {
        guard let mode else { return false }
        return mode.width == 4 && mode.height == 4 && !mode.isDual && Int(mode.range) == weightRange
    }

    private static func nearest(_ value: Int, _ meanings: [UInt8]) -> UInt8 {
        let best = meanings.indices.min { abs(Int(meanings[$0]) - value) < abs(Int(meanings[$1]) - value) }
        return UInt8(best ?? 0)
    }

    /// The block of a pair of endpoints, of which the darker is the first, and weights.
    ///
    /// - Parameters:
    ///   - samples: Of the endpoints: red of both, then green and so on.
    ///   - weights: Of the 16 texels, 0 to 64.
    func block(samples: InlineArray<8, UInt8>, weights: InlineArray<16, UInt8>) -> ASTCBits {
        var integers: InlineArray<16, UInt8> = .init(repeating: 0)
        let colorCount = (endpointMode.rawValue / 4 + 1) * 2
        for index in 0..<colorCount { integers[index] = colorIntegers[Int(samples[index])] }
        var block = ASTCBits(low: UInt64(head), high: 0)
        block.insert(Self.bits(integers, colorCount, colorWriter), at: 17)
        for index in 0..<weightCount { integers[index] = weightIntegers[Int(weights[index])] }
        let reversed = Self.bits(integers, weightCount, weightWriter).reversed
        block.low |= reversed.low
        block.high |= reversed.high
        return block
    }

    private static func bits(_ integers: InlineArray<16, UInt8>, _ count: Int, _ writer: ASTCIntegerWriter) -> ASTCBits
    {
        integers.span.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { writer.bits($0, count: count) } ?? .none
        }
    }
}
