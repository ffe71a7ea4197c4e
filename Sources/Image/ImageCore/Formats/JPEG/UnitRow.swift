import SecureMemory

/// Some neighbouring minimum coded units of a row as samples: a plane of bytes for each component.
struct UnitRow: ~Copyable {
    private let layout: JPEGLayout
    let units: Range<Int>
    private let samples: WipedBuffer<UInt8>
    private let line: WipedBuffer<UInt8>
    private let sums: WipedBuffer<UInt16>

    init(_ units: Range<Int>, layout: JPEGLayout) throws(OutOfMemory) {
        let count = layout.components.reduce(0) { $0 + $1.across * $1.down * 64 } * units.count
        let samples = try WipedBuffer<UInt8>(count: count)
        let line = try WipedBuffer<UInt8>(count: 3 * units.count * layout.unitWidth)
        let sums = try WipedBuffer<UInt16>(count: 3 * units.count * layout.unitWidth)
        self.samples = samples
        self.line = line
        self.sums = sums
        self.layout = layout
        self.units = units
    }

    func stride(of component: Int) -> Int { units.count * layout.components[component].across * 8 }

    func plane(_ component: Int) -> UnsafeMutablePointer<UInt8> {
        let before = layout.components[..<component].reduce(0) { $0 + $1.across * $1.down * 64 }
        return samples.base + before * units.count
    }

    private var width: Int { units.count * layout.unitWidth }

    func writePixels(ofRow y: Int, count: Int, to output: UnsafeMutablePointer<UInt8>) {
        YCbCr.write(
            expandedRow(y, of: 0),
            blue: expandedRow(y, of: 1),
            red: expandedRow(y, of: 2),
            count: count,
            to: output
        )
    }

    private func expandedRow(_ y: Int, of index: Int) -> UnsafePointer<UInt8> {
        let component = layout.components[index]
        let source = plane(index) + y / component.rowsPerSample * stride(of: index)
        let target = line.base + index * width
        switch component.columnsPerSample {
        case 1: return UnsafePointer(source)
        case 2:
            for x in 0..<width / 2 {
                target[2 &* x] = source[x]
                target[2 &* x &+ 1] = source[x]
            }
        default:
            for x in 0..<width { target[x] = source[x / component.columnsPerSample] }
        }
        return UnsafePointer(target)
    }

    /// Takes the samples of the units from column `x` and row `y` of an RGB picture on. Beyond it, its last pixels are repeated.
    func readPixels(count: Int, of pixels: borrowing PixelBuffer, x: Int, y: Int) {
        let count = min(count, width)
        let planes = (line.base, line.base + width, line.base + 2 * width)
        for offset in 0..<layout.unitHeight {
            let row = pixels.row(min(y + offset, pixels.size.height - 1)) + x * 3
            YCbCr.read(row, luma: planes.0, blue: planes.1, red: planes.2, count: count)
            for index in layout.components.indices {
                let values = line.base + index * width
                (values + count).update(repeating: values[count - 1], count: width - count)
                take(values, y: offset, of: index)
            }
        }
    }

    /// Adds a row of pixels to its row of samples, and writes the latter once it is complete.
    private func take(_ values: UnsafePointer<UInt8>, y: Int, of index: Int) {
        let component = layout.components[index]
        let target = plane(index) + y / component.rowsPerSample * stride(of: index)
        let (across, down) = (component.columnsPerSample, component.rowsPerSample)
        guard across * down > 1 else { return target.update(from: values, count: width) }
        let sums = PixelSums(base: sums.base + index * width, count: width / across)
        if y % down == 0 { sums.start(with: UInt16(across * down / 2)) }
        sums.add(values, across: across)
        if y % down == down - 1 { sums.write(dividedBy: UInt16(across * down), to: target) }
    }
}

/// Sums of the pixels that share a sample, of a row of samples.
private struct PixelSums {
    let base: UnsafeMutablePointer<UInt16>
    let count: Int

    func start(with sum: UInt16) {
        base.update(repeating: sum, count: count)
    }

    /// Adds a row of pixels, of which `across` share a sample.
    func add(_ values: UnsafePointer<UInt8>, across: Int) {
        guard across == 2 else {
            for offset in 0..<across {
                for x in 0..<count { base[x] &+= UInt16(values[x &* across &+ offset]) }
            }
            return
        }
        let pairs = UnsafeRawPointer(values)
        for x in 0..<count {
            let pair = pairs.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self)
            base[x] &+= pair & 0xFF &+ pair >> 8
        }
    }

    func write(dividedBy divisor: UInt16, to target: UnsafeMutablePointer<UInt8>) {
        guard divisor.nonzeroBitCount == 1 else {
            for x in 0..<count { target[x] = UInt8(truncatingIfNeeded: base[x] / divisor) }
            return
        }
        let shift = UInt16(divisor.trailingZeroBitCount)
        for x in 0..<count { target[x] = UInt8(truncatingIfNeeded: base[x] &>> shift) }
    }
}

/// The colours of JFIF: luma and two colour differences, all 0 to 255, from RGB by ITU-T T.871, section 7.
enum YCbCr {
    static func write(
        _ luma: UnsafePointer<UInt8>,
        blue: UnsafePointer<UInt8>,
        red: UnsafePointer<UInt8>,
        count: Int,
        to output: UnsafeMutablePointer<UInt8>
    ) {
        for x in 0..<count {
            let y = Int32(luma[x]) << 16 &+ half
            let (b, r) = (Int32(blue[x]) &- 128, Int32(red[x]) &- 128)
            output[x &* 3] = clamped(y &+ 91_881 &* r)
            output[x &* 3 &+ 1] = clamped(y &- 22_554 &* b &- 46_802 &* r)
            output[x &* 3 &+ 2] = clamped(y &+ 116_130 &* b)
        }
    }

    static func read(
        _ pixels: UnsafePointer<UInt8>,
        luma: UnsafeMutablePointer<UInt8>,
        blue: UnsafeMutablePointer<UInt8>,
        red: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        for x in 0..<count {
            let (r, g, b) = (Int32(pixels[x &* 3]), Int32(pixels[x &* 3 &+ 1]), Int32(pixels[x &* 3 &+ 2]))
            // The weights of each row add up to 1 or 0 in units of 2^-16.
            luma[x] = UInt8(truncatingIfNeeded: (19_595 &* r &+ 38_470 &* g &+ 7_471 &* b &+ half) >> 16)
            blue[x] = UInt8(truncatingIfNeeded: (32_768 &* b &- 11_059 &* r &- 21_709 &* g &+ middle) >> 16)
            red[x] = UInt8(truncatingIfNeeded: (32_768 &* r &- 27_439 &* g &- 5_329 &* b &+ middle) >> 16)
        }
    }

    private static let half: Int32 = 1 << 15
    /// 128, and a little less than one half: the largest difference stays below 256.
    private static let middle: Int32 = 128 << 16 + half - 1

    private static func clamped(_ sample: Int32) -> UInt8 {
        UInt8(truncatingIfNeeded: min(max(sample >> 16, 0), 255))
    }
}

extension Color {
    var components: [UInt8] {
        let pixel = [red, green, blue]
        var (y, b, r) = (UInt8(0), UInt8(0), UInt8(0))
        YCbCr.read(pixel, luma: &y, blue: &b, red: &r, count: 1)
        return [y, b, r]
    }
}
