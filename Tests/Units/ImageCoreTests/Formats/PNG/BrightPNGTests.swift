import Foundation
import Testing

@testable import ImageCore
@testable import ImageFixtures

/// ITU-R BT.2100 and BT.2390 written down anew, in `Double`, for greys.
private enum Reference {
    static func pq(_ light: Double) -> Double {
        let y = pow(light / 10_000, 0.1593017578125)
        return pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375)
    }

    static func light(ofPQ sample: Double) -> Double {
        let power = pow(sample, 1 / 78.84375)
        return 10_000 * pow(max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
    }

    /// Of a grey, on a display of 1000 candela per square metre.
    static func light(ofHLG sample: Double) -> Double {
        let scene = sample <= 0.5 ? sample * sample / 3 : (exp((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12
        return 1000 * pow(scene, 1.2)
    }

    /// The sample of sRGB that shows `light`.
    static func shown(_ light: Double) -> Double {
        let (top, white) = (pq(1000), pq(203) / pq(1000))
        let source = pq(min(light, 1000)) / top
        let knee = 1.5 * white - 0.5
        var target = source
        if source >= knee {
            let t = (source - knee) / (1 - knee)
            target =
                (2 * pow(t, 3) - 3 * pow(t, 2) + 1) * knee + (pow(t, 3) - 2 * pow(t, 2) + t) * (1 - knee)
                + (-2 * pow(t, 3) + 3 * pow(t, 2)) * white
        }
        let share = min(self.light(ofPQ: target * top) / 203, 1)
        return 255 * (share <= 0.0031308 ? 12.92 * share : 1.055 * pow(share, 1 / 2.4) - 0.055)
    }
}

@Suite("A PNG that is brighter than white is taken down")
struct BrightPNGTests {
    static let (pq, hlg): ([UInt8], [UInt8]) = ([9, 16, 0, 1], [9, 18, 0, 1])

    /// A row of pixels.
    private static func file(
        _ codePoints: [UInt8],
        depth: UInt8,
        alpha: Bool = false,
        _ pixels: [[Int]]
    ) -> [UInt8] {
        var bytes: [UInt8] = [0]
        for sample in pixels.joined() {
            if depth == 16 { bytes.append(UInt8(sample >> 8)) }
            bytes.append(UInt8(sample & 255))
        }
        let file = ChunkedPNG(chunks: [
            ChunkedPNG.header(
                width: UInt32(pixels.count),
                height: 1,
                depth: depth,
                colorType: alpha ? 6 : 2,
                interlaced: false
            ),
            .init(type: "cICP", data: codePoints),
            .init(type: "IDAT", data: zlibStored(bytes)),
            .init(type: "IEND", data: []),
        ])
        return file.bytes
    }

    @Test("a ramp of 16 bits is that of the curve", arguments: [pq, hlg])
    func ramp(codePoints: [UInt8]) throws {
        let levels = Array(stride(from: 0, through: 65_535, by: 17))
        let picture = try Decoded(Self.file(codePoints, depth: 16, levels.map { [$0, $0, $0] })).picture
        var differing = 0
        for (index, level) in levels.enumerated() {
            let sample = Double(level) / 65_535
            let light = codePoints == Self.pq ? Reference.light(ofPQ: sample) : Reference.light(ofHLG: sample)
            let expected = Reference.shown(light)
            for channel in 0..<3 {
                let found = Double(picture.samples[index * 3 + channel])
                #expect(abs(found - expected) < 0.6, "\(level)")
                if found != expected.rounded() { differing += 1 }
            }
        }
        #expect(differing < levels.count * 3 / 50)
        #expect(picture.samples.first == 0 && picture.samples.last == 255)
    }

    @Test("8 bits are those of 16 that stand for the same", arguments: [pq, hlg])
    func eightBits(codePoints: [UInt8]) throws {
        let levels = Array(0...255)
        let colors = levels.map { [$0, 255 - $0, $0 / 2] }
        let few = try Decoded(Self.file(codePoints, depth: 8, colors))
        let many = try Decoded(Self.file(codePoints, depth: 16, colors.map { $0.map { $0 * 257 } }))
        #expect(few == many)
        #expect(few.colorSpace == .sRGB)
    }

    @Test("the lower 8 of 16 bits count")
    func precision() throws {
        let levels = (0..<256).map { 0x9000 + $0 }
        let picture = try Decoded(Self.file(Self.pq, depth: 16, levels.map { [$0, $0, $0] })).picture
        #expect(Set(picture.samples).count > 1)
    }

    @Test("alpha is that of any PNG, and what is invisible has no colour")
    func alpha() throws {
        let picture = try Decoded(
            Self.file(
                Self.pq,
                depth: 16,
                alpha: true,
                [[30_000, 0, 0, 65_535], [30_000, 9, 9, 0x80FF], [65_535, 9, 9, 0xFF]]
            )
        ).picture
        #expect(picture.channels == 4)
        #expect([3, 7, 11].map { picture.samples[$0] } == [255, 0x80, 0])
        #expect(picture.samples[8..<11].allSatisfy { $0 == 0 })
    }

    @Test("primaries of Display P3 stay, and colours that sRGB lacks are clipped")
    func primaries() throws {
        let red = [[36_000, 0, 0]]
        let wide = try Decoded(Self.file([12, 16, 0, 1], depth: 16, red))
        #expect(wide.colorSpace == .displayP3)
        #expect(wide.picture.samples[1...] == [0, 0])
        let clipped = try Decoded(Self.file(Self.pq, depth: 16, red))
        #expect(clipped.colorSpace == .sRGB)
        #expect(clipped.picture.samples[1...] == [0, 0])
        #expect(clipped.picture.samples[0] > wide.picture.samples[0])
    }

    @Test("hues stay where light is taken down")
    func hue() throws {
        // In linear light of P3: twice as much red as green, at 900 candela per square metre.
        let (red, green) = (Reference.pq(900), Reference.pq(450))
        let pixel = [Int(red * 65_535), Int(green * 65_535), 0]
        let samples = try Decoded(Self.file([12, 16, 0, 1], depth: 16, [pixel])).picture.samples
        func light(_ sample: UInt8) -> Double { pow((Double(sample) / 255 + 0.055) / 1.055, 2.4) }
        #expect(abs(light(samples[0]) / light(samples[1]) - 2) < 0.03)
    }
}
