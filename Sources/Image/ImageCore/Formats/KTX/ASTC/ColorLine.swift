/// A line between two colours, of red, green, blue and alpha from 0 to 255.
struct ColorLine {
    var first: SIMD4<Float>
    var second: SIMD4<Float>

    /// Steps in which the axis is found.
    private static let iterations = 4

    /// The part of the principal axis of texels on which they all lie when projected to it.
    init(principalAxisOf texels: InlineArray<16, SIMD4<UInt8>>) {
        var mean = SIMD4<Float>.zero
        for index in 0..<16 { mean += SIMD4<Float>(texels[index]) }
        mean /= 16
        var rows: InlineArray<4, SIMD4<Float>> = .init(repeating: .zero)
        for index in 0..<16 {
            let offset = SIMD4<Float>(texels[index]) - mean
            for channel in 0..<4 { rows[channel] += offset * offset[channel] }
        }
        // The power method, from the row of the channel that differs most.
        var widest = 0
        for channel in 1..<4 where rows[channel][channel] > rows[widest][widest] { widest = channel }
        var axis = rows[widest]
        for _ in 0..<Self.iterations {
            axis /= max(axis.max(), -axis.min(), .leastNormalMagnitude)
            var next = SIMD4<Float>.zero
            for channel in 0..<4 { next += rows[channel] * axis[channel] }
            axis = next
        }
        let length = (axis * axis).sum()
        var (least, most) = (Float.infinity, -Float.infinity)
        for index in 0..<16 {
            let place = ((SIMD4<Float>(texels[index]) - mean) * axis).sum() / max(length, .leastNormalMagnitude)
            least = min(least, place)
            most = max(most, place)
        }
        first = mean + axis * least
        second = mean + axis * most
    }

    /// The line from which texels with given weights, 0 to 64, differ least by the sum of squares; nil if all weights are the
    /// same.
    init?(fitting texels: InlineArray<16, SIMD4<UInt8>>, weights: InlineArray<16, UInt8>) {
        var (near, both, far) = (Float(0), Float(0), Float(0))
        var (nearSum, farSum) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
        for index in 0..<16 {
            let share = Float(weights[index]) / 64
            let texel = SIMD4<Float>(texels[index])
            near += (1 - share) * (1 - share)
            both += (1 - share) * share
            far += share * share
            nearSum += texel * (1 - share)
            farSum += texel * share
        }
        let determinant = near * far - both * both
        guard determinant > 0.001 else { return nil }
        first = (nearSum * far - farSum * both) / determinant
        second = (farSum * near - nearSum * both) / determinant
    }
}
