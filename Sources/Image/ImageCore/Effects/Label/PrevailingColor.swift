import SecureMemory

extension PixelBuffer {
    /// The colour that most pixels of `rects` have or come near to; nil if none of them is in the picture, outside `hidden` and
    /// visible. A mean would be a colour that is nowhere, where a line or a text crosses a plain background.
    func prevailingColor(in rects: [PixelRect], avoiding hidden: PixelSet?) throws(OutOfMemory) -> Color? {
        let counts = try ColorCounts()
        for rect in rects.compactMap({ $0.intersection(PixelRect(size)) }) {
            for y in rect.rows {
                guard let hidden else {
                    counts.add(row(y), rect.columns, format)
                    continue
                }
                hidden.forEachRunOutside(in: rect.columns, ofRow: y) { counts.add(row(y), $0, format) }
            }
        }
        return counts.prevailing
    }
}

/// Sums of the colours of pixels, weighted by alpha, for each of 512 cubes of similar colours.
private struct ColorCounts: ~Copyable {
    /// Red, green, blue and the weight.
    private let sums: WipedBuffer<SIMD4<UInt64>>

    init() throws(OutOfMemory) {
        sums = try WipedBuffer(count: 512)
        sums.all.update(repeating: .zero)
    }

    func add(_ row: UnsafePointer<UInt8>, _ columns: Range<Int>, _ format: PixelFormat) {
        for x in columns {
            let pixel = row + x &* format.channels
            let (red, green, blue) = (UInt64(pixel[0]), UInt64(pixel[1]), UInt64(pixel[2]))
            let alpha = format == .rgba ? UInt64(pixel[3]) : 255
            let cube = Int(red >> 5) << 6 | Int(green >> 5) << 3 | Int(blue >> 5)
            sums.base[cube] &+= SIMD4(red, green, blue, 1) &* alpha
        }
    }

    /// The mean of the heaviest cube, the first of equal ones; nil if no pixel was visible.
    var prevailing: Color? {
        var heaviest = SIMD4<UInt64>.zero
        for sum in sums.all where sum.w > heaviest.w { heaviest = sum }
        guard heaviest.w > 0 else { return nil }
        let mean = (heaviest &+ heaviest.w / 2) / heaviest.w
        return Color(
            red: UInt8(truncatingIfNeeded: mean.x),
            green: UInt8(truncatingIfNeeded: mean.y),
            blue: UInt8(truncatingIfNeeded: mean.z)
        )
    }
}
