public import SecureMemory

/// Covers with another picture, scaled by a Lanczos filter and composed over an opaque background. Nothing of the covered
/// pixels is left, whatever the alpha of the picture.
public struct ImageOverlay: Effect, ~Copyable {
    /// The picture that covers; translucent pixels show the background.
    public let content: PixelBuffer
    /// How the picture is placed in the target.
    public let contentMode: ContentMode
    /// What shows where the picture does not.
    public let background: Color

    /// Covers with `content`.
    public init(content: consuming PixelBuffer, contentMode: ContentMode = .aspectFill, background: Color = .black) {
        self.content = content
        self.contentMode = contentMode
        self.background = background
    }

    /// Nothing.
    public func source(of area: PaintArea) -> [PixelRect] { [] }

    /// Paints every part of `area` with the picture, placed in its target.
    public func apply(to pixels: inout PixelBuffer, in area: PaintArea) throws(OutOfMemory) {
        let placement = contentMode.placement(of: content.size, in: area.target.size)
        try Fill(color: background).apply(to: &pixels, in: area)
        let scaler = try RowScaler(
            columns: LanczosFilter(placement.columns, sourceCount: content.size.width),
            rows: LanczosFilter(placement.rows, sourceCount: content.size.height)
        )
        let left = area.target.x + placement.columns.target.lowerBound
        let columns = left..<left + placement.columns.target.count
        for (index, row) in placement.rows.target.enumerated() {
            let y = area.target.y + row
            let parts = area.parts.filter { $0.rows.contains(y) }
            guard !parts.isEmpty else { continue }
            let scaled = scaler.row(index, of: content, over: background)
            for part in parts {
                let span = part.columns.clamped(to: columns)
                Self.write(scaled + (span.lowerBound - left), count: span.count, to: &pixels, x: span.lowerBound, y: y)
            }
        }
    }

    private static func write(
        _ scaled: UnsafePointer<SIMD4<Float>>,
        count: Int,
        to pixels: inout PixelBuffer,
        x: Int,
        y: Int
    ) {
        let channels = pixels.format.channels
        let output = pixels.mutableRow(y) + x * channels
        for index in 0..<count {
            // Lanczos overshoots at edges.
            let sample = scaled[index].clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
            for channel in 0..<channels { output[index &* channels &+ channel] = sample[channel].roundedSample }
        }
    }
}

/// Scales a picture row by row: first down the columns, then along the row that came out. So no more than one row of each
/// size is in memory, however tall the picture is.
private struct RowScaler: ~Copyable {
    private let columns: LanczosFilter
    private let rows: LanczosFilter
    /// One row of the source, then one of the output.
    private let scratch: Samples<SIMD4<Float>>
    private let sourceWidth: Int

    private var source: UnsafeMutablePointer<SIMD4<Float>> { scratch.base }
    private var output: UnsafeMutablePointer<SIMD4<Float>> { scratch.base + sourceWidth }

    init(columns: LanczosFilter, rows: LanczosFilter) throws(OutOfMemory) {
        sourceWidth = columns.sums.map { $0.first + $0.weights.count }.max() ?? 1
        scratch = try Samples(count: sourceWidth + columns.sums.count)
        self.columns = columns
        self.rows = rows
    }

    /// The samples of a scaled row, opaque, valid until the next call.
    func row(
        _ index: Int,
        of content: borrowing PixelBuffer,
        over background: Color
    ) -> UnsafePointer<SIMD4<Float>> {
        let (source, output) = (source, output)
        let sum = rows.sums[index]
        source.update(repeating: .zero, count: sourceWidth)
        for (offset, weight) in sum.weights.enumerated() {
            content.add(row: sum.first + offset, over: background, weight: weight, to: source, count: sourceWidth)
        }
        for (x, sum) in columns.sums.enumerated() {
            var pixel = SIMD4<Float>.zero
            for (offset, weight) in sum.weights.enumerated() { pixel += source[sum.first + offset] * weight }
            output[x] = pixel
        }
        return UnsafePointer(output)
    }
}

extension PixelBuffer {
    /// Adds the first `count` pixels of row `y`, composed over an opaque colour and weighted, to samples whose fourth is
    /// alpha.
    fileprivate func add(
        row y: Int,
        over background: Color,
        weight: Float,
        to sums: UnsafeMutablePointer<SIMD4<Float>>,
        count: Int
    ) {
        let beneath = SIMD4(Float(background.red), Float(background.green), Float(background.blue), 255)
        let pixels = row(y)
        for x in 0..<count {
            let pixel = pixels + x &* format.channels
            var color = SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 255)
            if format == .rgba, pixel[3] != 255 {
                color = beneath + (color - beneath) * (Float(pixel[3]) / 255)
            }
            sums[x] += color * weight
        }
    }
}
