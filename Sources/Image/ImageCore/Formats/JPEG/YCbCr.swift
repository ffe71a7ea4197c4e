/// The colours of JFIF: luma and two colour differences, all 0 to 255, from RGB by ITU-T T.871, section 7.
enum YCbCr {
    /// Converts `count` pixels to RGB, rounded and clamped.
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

    /// Converts `count` pixels from RGB, rounded.
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
    /// 128, and a little less than one half, so that the largest difference stays below 256.
    private static let middle: Int32 = 128 << 16 + half - 1

    private static func clamped(_ sample: Int32) -> UInt8 {
        UInt8(truncatingIfNeeded: min(max(sample >> 16, 0), 255))
    }
}

extension Color {
    /// Luma and the differences of blue and red.
    var components: [UInt8] {
        let pixel = [red, green, blue]
        var (y, b, r) = (UInt8(0), UInt8(0), UInt8(0))
        YCbCr.read(pixel, luma: &y, blue: &b, red: &r, count: 1)
        return [y, b, r]
    }
}
