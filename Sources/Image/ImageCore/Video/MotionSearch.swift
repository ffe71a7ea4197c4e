import CPixelKernels

/// Looks for the way that the content of a part of a frame has gone since the frame before, straight along its columns or rows.
struct MotionSearch {
    /// The samples of the part in both frames.
    let one: UnsafePointer<UInt8>
    let other: UnsafePointer<UInt8>
    let rowBytes: Int
    /// Bytes from a sample to the next one, 1 or 4.
    let step: Int
    let size: PixelSize

    /// Strips in which the samples of a row or a column are averaged.
    private static let strips = 16
    /// Parts of the area with lines of their own that are compared, and the lines of each.
    private static let (bands, linesOfBand) = (8, 12)
    /// The lines that have to be compared at least.
    private static let leastProbes = 12
    /// Difference of a mean beyond which it does not matter, in sixteenths of a level.
    private static let most: UInt16 = 24 * 16
    /// The cost of standing still, in units of 2^-8 levels, below which nothing has moved.
    private static let leastCost: UInt32 = 32

    /// Pixels of an edge from which on a part is worth a search.
    static let leastEdge = 16

    /// The most likely way; nil for none.
    var vector: MotionVector? {
        guard min(size.width, size.height) >= Self.leastEdge else { return nil }
        let down = shift(of: size.height, meansOfRows)
        let right = shift(of: size.width, meansOfColumns)
        guard let down else { return right.map { MotionVector(x: $0.way, y: 0) } }
        guard let right, right.cost < down.cost else { return MotionVector(x: 0, y: down.way) }
        return MotionVector(x: right.way, y: 0)
    }

    /// The cheapest way along some lines that is less than half as dear as standing still.
    private func shift(
        of lines: Int,
        _ means: (UnsafePointer<UInt8>) -> [UInt16]
    ) -> (way: Int, cost: UInt32)? {
        let (before, now) = (means(one), means(other))
        let probes = probes(in: now, lines)
        guard !probes.isEmpty else { return nil }
        var costs = [UInt32](repeating: .max, count: 2 * lines - 1)
        let least = min(Self.leastProbes, probes.count)
        video_shift_costs(before, now, lines, Self.strips, probes, probes.count, least, Self.most, &costs)
        let still = costs[lines - 1]
        guard still != .max, still >= Self.leastCost else { return nil }
        let best = costs.indices.min { (costs[$0], abs($0 - lines + 1)) < (costs[$1], abs($1 - lines + 1)) }
        guard let best, costs[best] < still / 2 else { return nil }
        return (best - lines + 1, costs[best])
    }

    /// The lines that differ most from the ones before them, some of each part.
    private func probes(in means: [UInt16], _ lines: Int) -> [Int] {
        func contrast(_ line: Int) -> Int {
            (0..<Self.strips).reduce(0) { sum, strip in
                let index = line * Self.strips + strip
                return sum + abs(Int(means[index]) - Int(means[index - Self.strips]))
            }
        }
        return (0..<Self.bands).flatMap { band in
            let range = max(band * lines / Self.bands, 1)..<max((band + 1) * lines / Self.bands, 1)
            let contrasts = range.map { (line: $0, contrast: contrast($0)) }.filter { $0.contrast > 0 }
            return contrasts.sorted { ($1.contrast, $0.line) < ($0.contrast, $1.line) }.prefix(Self.linesOfBand).map(
                \.line
            )
        }
    }

    private func meansOfRows(_ samples: UnsafePointer<UInt8>) -> [UInt16] {
        var means = [UInt16](repeating: 0, count: size.height * Self.strips)
        video_row_means(samples, rowBytes, step, size.width, size.height, Self.strips, &means)
        return means
    }

    private func meansOfColumns(_ samples: UnsafePointer<UInt8>) -> [UInt16] {
        var means = [UInt16](repeating: 0, count: size.width * Self.strips)
        var sums = [UInt32](repeating: 0, count: size.width)
        video_column_means(samples, rowBytes, step, size.width, size.height, Self.strips, &sums, &means)
        return means
    }
}
