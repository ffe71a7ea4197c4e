/// Conversion of luma and chroma to red, green and blue (ITU-T H.273, section 8.3).
struct HEVCMatrix {
    /// Levels of black and of the middle of chroma, as shares of the largest sample.
    private let black: Float
    private let middle: Float
    private let lumaScale: Float
    /// Contribution of chroma to red, to green (blue and red chroma) and to blue.
    private let red: Float
    private let green: (blue: Float, red: Float)
    private let blue: Float
    private let isRGB: Bool

    init(_ color: CodePoints, _ parameters: SequenceParameters) throws(DecodingError) {
        let (luma, chroma) = (Levels(parameters.lumaDepth), Levels(parameters.chromaDepth))
        black = color.isFullRange ? 0 : luma.share(of: 16)
        middle = chroma.share(of: 128)
        lumaScale = color.isFullRange ? 1 : 1 / luma.share(of: 219)
        let chromaScale = color.isFullRange ? 1 : 1 / Double(chroma.share(of: 224))
        guard let shares = try color.lumaShares() else {
            isRGB = true
            (red, green, blue) = (0, (0, 0), 0)
            return
        }
        isRGB = false
        let share = 1 - shares.red - shares.blue
        red = Float(2 * (1 - shares.red) * chromaScale)
        blue = Float(2 * (1 - shares.blue) * chromaScale)
        green = (
            Float(-2 * shares.blue * (1 - shares.blue) / share * chromaScale),
            Float(-2 * shares.red * (1 - shares.red) / share * chromaScale)
        )
    }

    private struct Levels {
        private let depth: Int

        init(_ depth: Int) {
            self.depth = depth
        }

        /// A level that is stated for 8 bits, as a share of the largest sample.
        func share(of level: Int) -> Float { Float(level << (depth - 8)) / Float((1 << depth) - 1) }
    }

    /// Converts `count` pixels in place: three rows of samples, `distance` apart, as shares of the largest.
    func convert(_ rows: UnsafeMutablePointer<Float>, distance: Int, count: Int, isGrey: Bool) {
        let (second, third) = (rows + distance, rows + 2 * distance)
        if isGrey {
            for x in 0..<count {
                let luma = (rows[x] - black) * lumaScale
                (rows[x], second[x], third[x]) = (luma, luma, luma)
            }
        } else if isRGB {
            for x in 0..<count {
                let color = (SIMD3(third[x], rows[x], second[x]) - black) * lumaScale
                (rows[x], second[x], third[x]) = (color.x, color.y, color.z)
            }
        } else {
            for x in 0..<count {
                let luma = (rows[x] - black) * lumaScale
                let (blueChroma, redChroma) = (second[x] - middle, third[x] - middle)
                rows[x] = luma + red * redChroma
                second[x] = luma + green.blue * blueChroma + green.red * redChroma
                third[x] = luma + blue * blueChroma
            }
        }
    }
}

extension CodePoints {
    /// The shares of red and blue in luma (H.273, table 4); nil for RGB itself. An unspecified matrix counts as BT.601, by common
    /// practice.
    fileprivate func lumaShares() throws(DecodingError) -> (red: Double, blue: Double)? {
        switch matrix {
        case 0: nil
        case 1: (0.2126, 0.0722)
        case 4: (0.30, 0.11)
        case 2, 5, 6: (0.299, 0.114)
        case 7: (0.212, 0.087)
        case 9: (0.2627, 0.0593)
        default: throw .unsupported("\(format) with the matrix coefficients \(matrix) of H.273")
        }
    }
}
