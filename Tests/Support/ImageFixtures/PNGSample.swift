import SeededRandom

/// A PNG of any colour type and depth, with samples as they are stored, and the pixels that it stands for.
struct PNGSample: CustomStringConvertible {
    enum ColorType: UInt8, CaseIterable {
        case grey = 0
        case rgb = 2
        case palette = 3
        case greyAlpha = 4
        case rgba = 6

        var channels: Int {
            switch self {
            case .grey, .palette: 1
            case .greyAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }

        var depths: [Int] {
            switch self {
            case .grey: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            case .rgb, .greyAlpha, .rgba: [8, 16]
            }
        }

        var hasAlpha: Bool { self == .greyAlpha || self == .rgba }
    }

    /// What a file may look like apart from its size.
    struct Kind: CustomStringConvertible {
        let colorType: ColorType
        let depth: Int
        let interlaced: Bool
        /// Whether there is a tRNS chunk.
        let transparent: Bool

        var description: String {
            "\(colorType) \(depth) bit\(interlaced ? " Adam7" : "")\(transparent ? " tRNS" : "")"
        }

        static let all: [Kind] = ColorType.allCases.flatMap { type in
            type.depths.flatMap { depth in
                [false, true].flatMap { interlaced in
                    (type.hasAlpha ? [false] : [false, true]).map {
                        Kind(colorType: type, depth: depth, interlaced: interlaced, transparent: $0)
                    }
                }
            }
        }
    }

    let kind: Kind
    let width: Int
    let height: Int
    /// Samples as stored, `kind.colorType.channels` to a pixel.
    private(set) var samples: [UInt16]
    /// Red, green and blue of each entry.
    let palette: [[UInt8]]
    /// Alpha of the first entries of the palette, or the samples of the transparent colour.
    let transparency: [UInt16]

    var description: String { "\(width)x\(height) \(kind)" }

    /// A sample of noise.
    init(_ kind: Kind, width: Int, height: Int, using generator: inout SeededGenerator) {
        let channels = kind.colorType.channels
        let maximum = 1 << kind.depth - 1
        let entries = kind.colorType == .palette ? generator.int(1...maximum + 1) : 0
        let bound = kind.colorType == .palette ? entries - 1 : maximum
        // Few different values, so that the transparent colour occurs more than once.
        let choices = (0..<6).map { _ in UInt16(generator.int(0...bound)) }
        samples = (0..<width * height * channels).map { _ in
            generator.int(0...3) == 0 ? UInt16(generator.int(0...bound)) : choices[generator.int(0...5)]
        }
        palette = (0..<entries).map { _ in generator.bytes(3) }
        if !kind.transparent {
            transparency = []
        } else if kind.colorType == .palette {
            transparency = (0..<generator.int(1...entries)).map { _ in UInt16(generator.int(0...4) * 255 / 4) }
        } else {
            let pixel = generator.int(0...width * height - 1)
            transparency = Array(samples[pixel * channels..<(pixel + 1) * channels])
        }
        self.kind = kind
        self.width = width
        self.height = height
    }

    /// The sample with noise wherever `isReplaced` says so.
    func replacing(
        where isReplaced: (_ x: Int, _ y: Int) -> Bool,
        using generator: inout SeededGenerator
    ) -> PNGSample {
        let (channels, bound) = (kind.colorType.channels, palette.isEmpty ? 1 << kind.depth - 1 : palette.count - 1)
        var result = self
        for index in samples.indices where isReplaced(index / channels % width, index / channels / width) {
            result.samples[index] = UInt16(generator.int(0...bound))
        }
        return result
    }

    /// The pixels that a decoder must give: 8 bits, RGB unless anything may be transparent, no colour beneath alpha 0.
    var expected: Picture {
        let hasAlpha = kind.colorType.hasAlpha || kind.transparent
        var output: [UInt8] = []
        for pixel in 0..<width * height {
            var (color, alpha) = colorAndAlpha(of: pixel)
            if alpha == 0 { color = [0, 0, 0] }
            output += hasAlpha ? color + [alpha] : color
        }
        return Picture(width: width, height: height, channels: hasAlpha ? 4 : 3, samples: output)
    }

    private func colorAndAlpha(of pixel: Int) -> ([UInt8], UInt8) {
        let channels = kind.colorType.channels
        let stored = Array(samples[pixel * channels..<(pixel + 1) * channels])
        let isTransparent = kind.transparent && stored == transparency
        switch kind.colorType {
        case .grey: return (Array(repeating: eightBit(stored[0]), count: 3), isTransparent ? 0 : 255)
        case .rgb: return (stored.map(eightBit), isTransparent ? 0 : 255)
        case .palette:
            let index = Int(stored[0])
            return (palette[index], index < transparency.count ? UInt8(transparency[index]) : 255)
        case .greyAlpha: return (Array(repeating: eightBit(stored[0]), count: 3), eightBit(stored[1]))
        case .rgba: return (stored[..<3].map(eightBit), eightBit(stored[3]))
        }
    }

    private func eightBit(_ sample: UInt16) -> UInt8 {
        switch kind.depth {
        case 1: sample == 0 ? 0 : 255
        case 2: UInt8(sample) * 85
        case 4: UInt8(sample) * 17
        case 8: UInt8(sample)
        default: UInt8(sample >> 8)
        }
    }
}
