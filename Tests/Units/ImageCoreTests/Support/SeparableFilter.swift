import Foundation

@testable import ImageFixtures

/// A linear filter of one axis in double precision: for each output sample, a weight for every input sample.
///
/// The references that effects are measured against; written from the definitions, and slow.
struct AxisFilter {
    let inputs: Int
    let outputs: Int
    private var weights: [Double]

    private init(inputs: Int, outputs: Int) {
        self.inputs = inputs
        self.outputs = outputs
        weights = Array(repeating: 0, count: inputs * outputs)
    }

    /// A Gaussian sampled at whole distances up to six standard deviations, normalised, with the ends extended.
    static func gaussian(sigma: Double, count: Int) -> AxisFilter {
        var filter = AxisFilter(inputs: count, outputs: count)
        let radius = Int((6 * sigma).rounded(.up))
        let kernel = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let total = kernel.reduce(0, +)
        for output in 0..<count {
            for (index, weight) in kernel.enumerated() {
                let input = min(max(output + index - radius, 0), count - 1)
                filter.weights[output * count + input] += weight / total
            }
        }
        return filter
    }

    /// Lanczos with three lobes from `length` input samples at `start` to `outputs`, widened where it makes smaller.
    static func lanczos(inputs: Int, start: Double = 0, length: Double? = nil, outputs: Int) -> AxisFilter {
        var filter = AxisFilter(inputs: inputs, outputs: outputs)
        let scale = (length ?? Double(inputs)) / Double(outputs)
        for output in 0..<outputs {
            let center = start + (Double(output) + 0.5) * scale
            let raw = (0..<inputs).map { lanczos((Double($0) + 0.5 - center) / max(scale, 1)) }
            let total = raw.reduce(0, +)
            for input in 0..<inputs { filter.weights[output * inputs + input] = raw[input] / total }
        }
        return filter
    }

    private static func lanczos(_ x: Double) -> Double {
        if x == 0 { return 1 }
        return abs(x) < 3 ? sin(.pi * x) / (.pi * x) * sin(.pi * x / 3) / (.pi * x / 3) : 0
    }

    /// Filters a line of ``inputs`` samples to ``outputs``, both `step` apart.
    fileprivate func apply(
        to source: UnsafePointer<Double>,
        into target: UnsafeMutablePointer<Double>,
        step: Int
    ) {
        weights.withUnsafeBufferPointer { weights in
            var output = 0
            while output < outputs {
                var sum = 0.0
                var input = 0
                while input < inputs {
                    let weight = weights[output &* inputs &+ input]
                    if weight != 0 { sum += weight * source[input &* step] }
                    input &+= 1
                }
                target[output &* step] = sum
                output &+= 1
            }
        }
    }
}

extension Picture {
    /// The samples after both filters, neither rounded nor clamped.
    func filtered(columns: AxisFilter, rows: AxisFilter) -> [Double] {
        precondition(columns.inputs == width && rows.inputs == height)
        var source = samples.map(Double.init)
        let rowCount = columns.outputs * channels
        var wide = [Double](repeating: 0, count: rowCount * height)
        var output = [Double](repeating: 0, count: rowCount * rows.outputs)
        source.withUnsafeMutableBufferPointer { source in
            wide.withUnsafeMutableBufferPointer { wide in
                output.withUnsafeMutableBufferPointer { output in
                    guard let source = source.baseAddress, let wide = wide.baseAddress, let output = output.baseAddress
                    else { return }
                    for line in 0..<height * channels {
                        let (y, channel) = line.quotientAndRemainder(dividingBy: channels)
                        columns.apply(
                            to: source + y * width * channels + channel,
                            into: wide + y * rowCount + channel,
                            step: channels
                        )
                    }
                    for line in 0..<rowCount { rows.apply(to: wide + line, into: output + line, step: rowCount) }
                }
            }
        }
        return output
    }
}
