import Foundation

extension Picture {
    /// The picture convolved with a sampled Gaussian in double precision, its edges extended: what each blur comes near to.
    ///
    /// - Parameter sigma: Standard deviation in pixels, above 0.
    func blurred(sigma: Double) -> Picture {
        let radius = Int((sigma * 6).rounded(.up))
        let raw = (-radius...radius).map { exp(-0.5 * pow(Double($0) / sigma, 2)) }
        let total = raw.reduce(0, +)
        let weights = raw.map { $0 / total }
        return blurredColumns(weights, radius: radius).blurredRows(weights, radius: radius)
    }

    private func blurredColumns(_ weights: [Double], radius: Int) -> Picture {
        let count = width * Self.channels
        let result = [Double](unsafeUninitializedCapacity: samples.count) { target, written in
            target.initialize(repeating: 0)
            for y in 0..<height {
                for (tap, weight) in weights.enumerated() {
                    let source = min(max(y + tap - radius, 0), height - 1)
                    Self.add(samples[(source * count)...], times: weight, to: target, at: y * count, count: count)
                }
            }
            written = samples.count
        }
        return Picture(width: width, height: height, samples: result)
    }

    private func blurredRows(_ weights: [Double], radius: Int) -> Picture {
        let count = width * Self.channels
        let result = [Double](unsafeUninitializedCapacity: samples.count) { target, written in
            target.initialize(repeating: 0)
            for y in 0..<height {
                let row = extendedRow(y, by: radius)
                for (tap, weight) in weights.enumerated() {
                    Self.add(row[(tap * Self.channels)...], times: weight, to: target, at: y * count, count: count)
                }
            }
            written = samples.count
        }
        return Picture(width: width, height: height, samples: result)
    }

    /// Row `y` with its first and last pixels repeated `radius` times.
    private func extendedRow(_ y: Int, by radius: Int) -> [Double] {
        let count = width * Self.channels
        let row = samples[(y * count)..<((y + 1) * count)]
        let first = Array(repeating: row.prefix(Self.channels), count: radius).joined()
        let last = Array(repeating: row.suffix(Self.channels), count: radius).joined()
        return Array(first) + row + Array(last)
    }

    /// Adds the first `count` of `source`, weighted, to `target` from `start` on.
    private static func add(
        _ source: ArraySlice<Double>,
        times weight: Double,
        to target: UnsafeMutableBufferPointer<Double>,
        at start: Int,
        count: Int
    ) {
        precondition(source.count >= count && start + count <= target.count, "beyond the picture")
        source.withUnsafeBufferPointer { source in
            for index in 0..<count { target[start + index] += source[index] * weight }
        }
    }
}
