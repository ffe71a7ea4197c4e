import CPixelKernels

/// How samples of luma and chroma stand for colours.
public struct VideoColors: Sendable, Hashable {
    /// The weights of red, green and blue in luma.
    public enum Matrix: String, Sendable, CaseIterable {
        /// ITU-R BT.601, of most recordings of browsers.
        case bt601
        /// ITU-R BT.709, of high definition.
        case bt709
        /// ITU-R BT.2020.
        case bt2020

        fileprivate var weights: (red: Double, green: Double, blue: Double) {
            switch self {
            case .bt601: (0.299, 0.587, 0.114)
            case .bt709: (0.2126, 0.7152, 0.0722)
            case .bt2020: (0.2627, 0.6780, 0.0593)
            }
        }
    }

    /// The weights of luma.
    public let matrix: Matrix
    /// Whether luma goes from 0 to 255, and not from 16 to 235.
    public let isFullRange: Bool

    /// Colours by the weights of `matrix`.
    public init(_ matrix: Matrix, isFullRange: Bool) {
        (self.matrix, self.isFullRange) = (matrix, isFullRange)
    }

    private var black: Int32 { isFullRange ? 0 : 16 }
    private var lumaSteps: Double { isFullRange ? 255 : 219 }
    private var chromaSteps: Double { isFullRange ? 255 : 224 }

    private static func fixed(_ value: Double) -> Int32 { Int32((value * 65_536).rounded()) }

    var reading: video_reading {
        let (red, green, blue) = matrix.weights
        let scale = 255 / chromaSteps
        return video_reading(
            black: black,
            luma: Self.fixed(255 / lumaSteps),
            red_by_red: Self.fixed(2 * (1 - red) * scale),
            green_by_blue: Self.fixed(2 * (1 - blue) * blue / green * scale),
            green_by_red: Self.fixed(2 * (1 - red) * red / green * scale),
            blue_by_blue: Self.fixed(2 * (1 - blue) * scale)
        )
    }

    var writing: video_writing {
        let (red, green, blue) = matrix.weights
        let (luma, chroma) = (lumaSteps / 255, chromaSteps / 255)
        func weights(_ one: Double, _ two: Double, _ three: Double, _ scale: Double) -> (Int32, Int32, Int32) {
            (Self.fixed(one * scale), Self.fixed(two * scale), Self.fixed(three * scale))
        }
        return video_writing(
            luma: weights(red, green, blue, luma),
            blue: weights(-red, -green, 1 - blue, chroma / (2 * (1 - blue))),
            red: weights(1 - red, -green, -blue, chroma / (2 * (1 - red))),
            black: black
        )
    }
}
