import Foundation
import ImageCore
import SecureMemory
import Testing

@testable import SnapveilBenchmark

@Suite("Fidelity")
struct PictureTests {
    @Test("one step of difference in every sample is 48.13 dB")
    func oneStep() throws {
        let picture = Picture(width: 2, height: 1, samples: [10, 20, 30, 40, 50, 60])
        let brighter = Picture(width: 2, height: 1, samples: picture.samples.map { $0 + 1 })
        let ratio = try #require(brighter.peakSignalToNoise(against: picture))
        #expect(abs(ratio - 48.1308) < 0.0001)
    }

    @Test("the same picture is infinitely near, and one of another size not comparable")
    func extremes() {
        let picture = Picture(width: 2, height: 1, samples: [10, 20, 30, 40, 50, 60])
        #expect(picture.peakSignalToNoise(against: picture) == .infinity)
        let turned = Picture(width: 1, height: 2, samples: picture.samples)
        #expect(turned.peakSignalToNoise(against: picture) == nil)
    }

    @Test("a file is read as its colours")
    func decoding() throws {
        let color = try #require(Color(hex: "#102030"))
        let size = try #require(PixelSize(width: 2, height: 2))
        let file = try PixelBuffer(size, format: .rgb, filledWith: color).encoded(.png())
        let picture = try Picture(decoding: file)
        #expect(picture.samples == Array(repeating: [16, 32, 48], count: 4).flatMap { $0 })
        #expect(picture.width == 2 && picture.height == 2)
    }

    @Test("the blur is the sum of its neighbours, weighted, with those at the edges repeated")
    func blur() {
        let (width, height, sigma) = (7, 5, 1.3)
        let samples = (0..<width * height * 3).map { Double($0 * 37 % 256) }
        let blurred = Picture(width: width, height: height, samples: samples).blurred(sigma: sigma)
        let radius = 8
        func weight(_ distance: Int) -> Double {
            func value(_ distance: Int) -> Double { exp(-Double(distance * distance) / (2 * sigma * sigma)) }
            return value(distance) / (-radius...radius).reduce(0) { $0 + value($1) }
        }
        for (x, y, channel) in [(0, 0, 0), (3, 2, 1), (6, 4, 2), (0, 3, 2)] {
            var expected = 0.0
            for dy in -radius...radius {
                for dx in -radius...radius {
                    let column = min(max(x + dx, 0), width - 1)
                    let row = min(max(y + dy, 0), height - 1)
                    expected += samples[(row * width + column) * 3 + channel] * weight(dx) * weight(dy)
                }
            }
            #expect(abs(blurred.samples[(y * width + x) * 3 + channel] - expected) < 1e-9)
        }
    }
}
