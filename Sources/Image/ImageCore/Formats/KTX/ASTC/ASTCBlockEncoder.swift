/// Writes blocks of 4x4 pixels: one colour alone as such, which is exact; else one line between two colours.
///
/// The line is the principal axis of the block's colours, fitted again by least squares once its weights are known.
struct ASTCBlockEncoder {
    private let profile: ASTCProfile

    /// - Parameter profile: How endpoints will be expanded.
    init(_ profile: ASTCProfile) {
        self.profile = profile
    }

    /// The block of 16 texels.
    ///
    /// - Parameter texels: Red, green, blue and alpha, row by row.
    func block(_ texels: InlineArray<16, SIMD4<UInt8>>) -> ASTCBits {
        let first = texels[0]
        var (isFlat, isGrey, isOpaque) = (true, true, true)
        for index in 0..<16 {
            let texel = texels[index]
            isFlat = isFlat && texel == first
            isGrey = isGrey && texel.x == texel.y && texel.y == texel.z
            isOpaque = isOpaque && texel.w == 255
        }
        if isFlat { return Self.constant(first) }
        if !isOpaque { return fit(texels, .alpha).block }
        if isGrey { return fit(texels, .grey).block }
        let (shades, colors) = (fit(texels, .shades), fit(texels, .colors))
        return colors.error < shades.error ? colors.block : shades.block
    }

    /// The block of a single colour.
    private static func constant(_ color: SIMD4<UInt8>) -> ASTCBits {
        let samples = SIMD4<UInt64>(truncatingIfNeeded: color) &* 257
        let high = samples.x | samples.y << 16 | samples.z << 32 | samples.w << 48
        return ASTCBits(low: 0xFFFF_FFFF_FFFF_FDFC, high: high)
    }

    /// A block, and the sum of the squares of its errors.
    private struct Fit {
        var block: ASTCBits
        var error: Int
    }

    /// Times that endpoints are fitted anew.
    private static let refinements = 2

    /// The best block of an encoding.
    private func fit(_ texels: InlineArray<16, SIMD4<UInt8>>, _ encoding: ASTCEncoding) -> Fit {
        var line = ColorLine(principalAxisOf: texels)
        var best = quantized(line, texels, encoding)
        for _ in 0..<Self.refinements {
            guard let next = ColorLine(fitting: texels, weights: best.weights) else { break }
            line = next
            let other = quantized(line, texels, encoding)
            guard other.fit.error < best.fit.error else { break }
            best = other
        }
        return best.fit
    }

    /// The block of a line, with the nearest weight for each texel.
    private func quantized(
        _ line: ColorLine,
        _ texels: InlineArray<16, SIMD4<UInt8>>,
        _ encoding: ASTCEncoding
    ) -> (fit: Fit, weights: InlineArray<16, UInt8>) {
        var (first, second) = (Self.nearest(line.first, encoding), Self.nearest(line.second, encoding))
        // The darker one comes first; otherwise a decoder takes the pair for something else.
        if first.wrappedRGBSum > second.wrappedRGBSum { swap(&first, &second) }
        let direction = second &- first
        let length = Float((direction &* direction).wrappedSum())
        let start = profile == .linear ? first &* 257 : first &* 256 &+ 128
        let step = direction &* (profile == .linear ? 257 : 256)
        var weights = InlineArray<16, UInt8>(repeating: 0)
        var error = 0
        for index in 0..<16 {
            let texel = SIMD4<Int32>(truncatingIfNeeded: texels[index])
            let place = length > 0 ? Float(((texel &- first) &* direction).wrappedSum()) / length * 64 : 0
            let weight = encoding.weights[Int(min(max(place, 0), 64).rounded())]
            weights[index] = weight
            let shown = (start &* 64 &+ 32 &+ step &* Int32(weight)) &>> 14
            let difference = shown &- texel
            error += Int((difference &* difference).wrappedSum())
        }
        var samples = InlineArray<8, UInt8>(repeating: 0)
        let channels = encoding.endpointMode == .grey ? 1 : 4
        for channel in 0..<channels {
            samples[2 * channel] = UInt8(truncatingIfNeeded: first[channel])
            samples[2 * channel + 1] = UInt8(truncatingIfNeeded: second[channel])
        }
        return (Fit(block: encoding.block(samples: samples, weights: weights), error: error), weights)
    }

    /// The nearest colour that an endpoint can be.
    private static func nearest(_ color: SIMD4<Float>, _ encoding: ASTCEncoding) -> SIMD4<Int32> {
        let clamped = color.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
            .rounded(.toNearestOrEven)
        var result = SIMD4<Int32>(repeating: 255)
        let channels = encoding.endpointMode == .colorAlpha ? 4 : 3
        for channel in 0..<channels { result[channel] = Int32(encoding.colors[Int(clamped[channel])]) }
        return result
    }
}

extension SIMD4<Int32> {
    /// Red, green and blue together.
    fileprivate var wrappedRGBSum: Int32 { x &+ y &+ z }
}
