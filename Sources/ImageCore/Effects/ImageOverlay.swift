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

    /// Paints every part of `area` with the picture, placed in its target.
    public func apply(to pixels: inout PixelBuffer, in area: PaintArea) throws(OutOfMemory) {
        let placement = contentMode.placement(of: content.size, in: area.target.size)
        try Fill(color: background).apply(to: &pixels, in: area)
        var scaler = try RowScaler(
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

/// Scales a picture row by row. Rows that were scaled horizontally are kept as long as a sum of rows needs them.
private struct RowScaler: ~Copyable {
    private let columns: LanczosFilter
    private let rows: LanczosFilter
    /// Rows that were scaled horizontally, then one row of the source, then one of the output.
    private let scratch: Samples<SIMD4<Float>>
    /// Which row of the source stands at each place of the ring; -1 for none.
    private var ringContent: [Int]
    private let sourceWidth: Int

    private var outputWidth: Int { columns.sums.count }
    private var source: UnsafeMutablePointer<SIMD4<Float>> { scratch.base + ringContent.count * outputWidth }
    private var output: UnsafeMutablePointer<SIMD4<Float>> { source + sourceWidth }

    init(columns: LanczosFilter, rows: LanczosFilter) throws(OutOfMemory) {
        let width = columns.sums.count
        let ringRows = rows.sums.map(\.weights.count).max() ?? 1
        let sourceWidth = columns.sums.map { $0.first + $0.weights.count }.max() ?? 1
        let (ringCount, overflow) = ringRows.multipliedReportingOverflow(by: width)
        guard !overflow else { throw OutOfMemory(byteCount: .max) }
        scratch = try Samples(count: ringCount + sourceWidth + width)
        ringContent = Array(repeating: -1, count: ringRows)
        self.sourceWidth = sourceWidth
        self.columns = columns
        self.rows = rows
    }

    /// The samples of a scaled row, opaque, valid until the next call.
    mutating func row(
        _ index: Int,
        of content: borrowing PixelBuffer,
        over background: Color
    ) -> UnsafePointer<SIMD4<Float>> {
        let sum = rows.sums[index]
        let (output, width) = (output, outputWidth)
        output.update(repeating: .zero, count: width)
        for (offset, weight) in sum.weights.enumerated() {
            let scaled = horizontallyScaled(sum.first + offset, of: content, over: background)
            for x in 0..<width { output[x] += scaled[x] * weight }
        }
        return UnsafePointer(output)
    }

    private mutating func horizontallyScaled(
        _ y: Int,
        of content: borrowing PixelBuffer,
        over background: Color
    ) -> UnsafePointer<SIMD4<Float>> {
        let slot = y % ringContent.count
        let scaled = scratch.base + slot * outputWidth
        guard ringContent[slot] != y else { return UnsafePointer(scaled) }
        ringContent[slot] = y
        content.compose(row: y, over: background, into: source, count: sourceWidth)
        let source = source
        for (x, sum) in columns.sums.enumerated() {
            var pixel = SIMD4<Float>.zero
            for (offset, weight) in sum.weights.enumerated() { pixel += source[sum.first + offset] * weight }
            scaled[x] = pixel
        }
        return UnsafePointer(scaled)
    }
}

extension PixelBuffer {
    /// Writes the first `count` pixels of row `y`, composed over an opaque colour, as floating-point samples with alpha 255.
    fileprivate func compose(
        row y: Int,
        over background: Color,
        into output: UnsafeMutablePointer<SIMD4<Float>>,
        count: Int
    ) {
        let beneath = SIMD4(Float(background.red), Float(background.green), Float(background.blue), 255)
        let pixels = row(y)
        for x in 0..<count {
            let pixel = pixels + x &* format.channels
            let color = SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 255)
            guard format == .rgba, pixel[3] != 255 else {
                output[x] = color
                continue
            }
            output[x] = beneath + (color - beneath) * (Float(pixel[3]) / 255)
        }
    }
}
