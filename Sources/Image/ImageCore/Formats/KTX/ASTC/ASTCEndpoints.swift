/// The two colours of a partition, between which its texels lie: samples of red, green, blue and alpha, 0 to 255.
struct ASTCEndpoints: BitwiseCopyable {
    var first: SIMD4<Int32>
    var second: SIMD4<Int32>

    /// The endpoints of a mode of 0 to 15 by its samples of 0 to 255, twice one more than `mode / 4` (Khronos Data Format
    /// Specification, section "LDR Endpoint Decoding"); nil for a mode of high dynamic range.
    @inline(__always)
    init?(mode: Int, _ values: UnsafePointer<UInt8>) {
        @inline(__always) func value(_ index: Int) -> Int32 { Int32(values[index]) }
        switch mode {
        case 0: self.init(grey: value(0), value(1))
        case 1:
            let low = value(0) >> 2 | value(1) & 0xC0
            self.init(grey: low, min(low + value(1) & 0x3F, 255))
        case 4: self.init(grey: value(0), value(1), alpha: value(2), value(3))
        case 5:
            let (grey, alpha) = (Offset(value(0), value(1)), Offset(value(2), value(3)))
            self.init(grey: grey.base, grey.sum, alpha: alpha.base, alpha.sum)
            clamp()
        case 6: self.init(scaled: values, alpha: 255, 255)
        case 8: self.init(direct: values, alpha: 255, 255)
        case 9: self.init(offset: values, alpha: Offset(base: 255, difference: 0))
        case 10: self.init(scaled: values, alpha: value(4), value(5))
        case 12: self.init(direct: values, alpha: value(6), value(7))
        case 13: self.init(offset: values, alpha: Offset(value(6), value(7)))
        default: return nil
        }
    }

    private init(grey first: Int32, _ second: Int32, alpha firstAlpha: Int32 = 255, _ secondAlpha: Int32 = 255) {
        self.first = [first, first, first, firstAlpha]
        self.second = [second, second, second, secondAlpha]
    }

    /// A colour, and the same darkened by the fourth value.
    private init(scaled values: UnsafePointer<UInt8>, alpha firstAlpha: Int32, _ secondAlpha: Int32) {
        second = [Int32(values[0]), Int32(values[1]), Int32(values[2]), secondAlpha]
        first = (second &* Int32(values[3])) &>> 8
        first.w = firstAlpha
    }

    /// Two colours, the darker first, or else contracted.
    @inline(__always)
    private init(direct values: UnsafePointer<UInt8>, alpha firstAlpha: Int32, _ secondAlpha: Int32) {
        let low: SIMD4<Int32> = [Int32(values[0]), Int32(values[2]), Int32(values[4]), firstAlpha]
        let high: SIMD4<Int32> = [Int32(values[1]), Int32(values[3]), Int32(values[5]), secondAlpha]
        self.init(low, high, isPlain: high.x &+ high.y &+ high.z >= low.x &+ low.y &+ low.z)
    }

    private init(offset values: UnsafePointer<UInt8>, alpha: Offset) {
        let red = Offset(Int32(values[0]), Int32(values[1]))
        let green = Offset(Int32(values[2]), Int32(values[3]))
        let blue = Offset(Int32(values[4]), Int32(values[5]))
        self.init(
            [red.base, green.base, blue.base, alpha.base],
            [red.sum, green.sum, blue.sum, alpha.sum],
            isPlain: red.difference &+ green.difference &+ blue.difference >= 0
        )
        clamp()
    }

    @inline(__always)
    private init(_ low: SIMD4<Int32>, _ high: SIMD4<Int32>, isPlain: Bool) {
        first = isPlain ? low : Self.contracted(high)
        second = isPlain ? high : Self.contracted(low)
    }

    private static func contracted(_ color: SIMD4<Int32>) -> SIMD4<Int32> {
        [(color.x &+ color.z) &>> 1, (color.y &+ color.z) &>> 1, color.z, color.w]
    }

    private mutating func clamp() {
        first.clamp(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
        second.clamp(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
    }

    /// A sample and its distance, -32 to 31, to another, which gives its highest bit to the sample.
    private struct Offset {
        let base: Int32
        let difference: Int32

        init(base: Int32, difference: Int32) {
            self.base = base
            self.difference = difference
        }

        init(_ value: Int32, _ distance: Int32) {
            base = value >> 1 | distance & 0x80
            let low = distance >> 1 & 0x3F
            difference = low & 0x20 == 0 ? low : low - 0x40
        }

        var sum: Int32 { base &+ difference }
    }
}

/// The expansion of endpoints before they are interpolated (Khronos Data Format Specification, section "Weight Application"):
/// samples differ by a bit.
enum ASTCProfile: String, CaseIterable {
    /// Linear, low dynamic range: named by iOS in its snapshots, though their samples are sRGB.
    case linear
    case sRGB
}
