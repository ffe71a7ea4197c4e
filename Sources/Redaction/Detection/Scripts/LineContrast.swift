/// Levels of dark and light in a line of text: readers of scripts need dark characters on a light ground, whatever the colours
/// are.
struct LineContrast {
    /// Factor of samples, and addend: -1 is dark, 1 is light.
    private let scale: Float
    private let offset: Float

    private static let shares: [Float] = [0.299, 0.587, 0.114]

    /// Measures a line whose samples are red, green and blue, 0 to 255.
    ///
    /// The ground is the most frequent level. Dark and light are the levels of strokes, and of the gaps between them, in the
    /// middle of the line.
    init(of line: borrowing Planes) {
        var greys = [Int](repeating: 0, count: 256)
        for y in 0..<line.height {
            for x in 0..<line.width { greys[Int(min(max(Self.grey(line, x, y), 0), 255))] += 1 }
        }
        let (darkest, median, lightest) = (
            Self.quantile(0.05, of: greys), Self.quantile(0.5, of: greys), Self.quantile(0.95, of: greys)
        )
        let isInverted = 2 * median < darkest + lightest
        let middle = (0..<line.width).map { x in
            let grey = Self.grey(line, x, line.height / 2)
            return isInverted ? 255 - grey : grey
        }
        var (low, high): ([Float], [Float]) = ([], [])
        for x in middle.indices.dropFirst().dropLast() {
            let (before, here, after) = (middle[x - 1], middle[x], middle[x + 1])
            if here < before && here <= after || here <= before && here < after { low.append(here) }
            if here > before && here >= after || here >= before && here > after { high.append(here) }
        }
        let dark = Self.quantile(0.25, of: low) ?? 0
        let light = Self.quantile(0.75, of: high) ?? 255
        let half = light > dark ? (light - dark) / 2 : 1
        // In terms of the original sample: an inverted line is 255 less it.
        scale = isInverted ? -1 / half : 1 / half
        offset = (isInverted ? 255 - dark : -dark) / half - 1
    }

    /// Makes dark -1 and light 1.
    func apply(to line: borrowing Planes) {
        let samples = line.row(0, plane: 0)
        for index in 0..<Planes.count * line.width * line.height { samples[index] = samples[index] * scale + offset }
    }

    private static func grey(_ line: borrowing Planes, _ x: Int, _ y: Int) -> Float {
        line.row(y, plane: 0)[x] * shares[0] + line.row(y, plane: 1)[x] * shares[1] + line.row(y, plane: 2)[x]
            * shares[2]
    }

    private static func quantile(_ share: Double, of greys: [Int]) -> Int {
        var rest = Int(Double(greys.reduce(0, +)) * share)
        for (grey, count) in greys.enumerated() {
            rest -= count
            if rest < 0 { return grey }
        }
        return greys.count - 1
    }

    private static func quantile(_ share: Double, of greys: [Float]) -> Float? {
        greys.isEmpty ? nil : greys.sorted()[min(Int(Double(greys.count) * share), greys.count - 1)]
    }
}
