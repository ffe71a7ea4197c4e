/// Which samples of a line make each sample of a shorter or longer one, with what weights.
///
/// A sample that stands for several is their mean by area; one that stands between two is interpolated. Beyond the line its
/// ends repeat.
struct Taps {
    /// Samples that make one.
    let count: Int
    /// The first sample for each that is made.
    let starts: [Int]
    /// ``count`` weights for each sample that is made. They add up to 1.
    let weights: [Float]

    /// - Parameters:
    ///   - range: What is shown, in samples of the line.
    ///   - targetCount: How many samples are made of it.
    ///   - sourceCount: How many samples the line has.
    init(_ range: ClosedRange<Double>, to targetCount: Int, sourceCount: Int) {
        let step = (range.upperBound - range.lowerBound) / Double(targetCount)
        let reach = max(step, 1)
        let count = min(Int(reach.rounded(.up)) + 1, sourceCount)
        var starts: [Int] = []
        var weights = [Float](repeating: 0, count: targetCount * count)
        starts.reserveCapacity(targetCount)
        for target in 0..<targetCount {
            let center = range.lowerBound + (Double(target) + 0.5) * step
            let (lower, upper) = (center - reach / 2, center + reach / 2)
            let start = min(max(Int(lower.rounded(.down)), 0), sourceCount - count)
            starts.append(start)
            for sample in Int(lower.rounded(.down))..<Int(upper.rounded(.up)) {
                let share = min(upper, Double(sample) + 1) - max(lower, Double(sample))
                let index = min(max(sample, 0), sourceCount - 1)
                weights[target * count + min(max(index - start, 0), count - 1)] += Float(share / reach)
            }
        }
        (self.count, self.starts, self.weights) = (count, starts, weights)
    }
}
