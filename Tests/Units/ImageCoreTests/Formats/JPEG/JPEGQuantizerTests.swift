import CImageCodecs
import Foundation
import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("Blocks are transformed as JPEG defines it")
struct JPEGQuantizerTests {
    /// The share of a frequency in sample `x` of eight (ITU-T T.81, section A.3.3).
    private static func cosine(_ frequency: Int, _ x: Int) -> Double {
        let scale = frequency == 0 ? 8.0.squareRoot() : 2
        return cos(Double((2 * x + 1) * frequency) * Double.pi / 16) / scale
    }

    /// The share of a coefficient in the sample at `x`, `y`.
    private static func basis(_ index: Int, _ x: Int, _ y: Int) -> Double {
        cosine(index % 8, x) * cosine(index / 8, y)
    }

    /// Finest for the lowest frequencies, as encoders choose them.
    private static let steps = [UInt16](3..<67)

    private static func quantizer() throws -> JPEGQuantizer {
        var component = jpeg_component()
        withUnsafeMutableBytes(of: &component.steps) { $0.copyBytes(from: steps.flatMap { [UInt8($0), 0] }) }
        return try #require(JPEGQuantizer(component))
    }

    @Test("samples are the nearest to the inverse transform of the coefficients")
    func decoding() throws {
        var generator = SeededGenerator(seed: 81)
        for range in [-1...1, -9...9, -60...60] {
            let block = (0..<64).map { index in Int16(generator.int(range) / (1 + index / 8)) }
            var samples = [UInt8](repeating: 77, count: 8 * 11)
            try Self.quantizer().decode(block, into: &samples, stride: 11)
            for y in 0..<8 {
                for x in 0..<8 {
                    var exact = 128.0
                    for index in 0..<64 {
                        let value = Double(block[index]) * Double(Self.steps[index])
                        exact += value * Self.basis(index, x, y)
                    }
                    #expect(abs(Double(samples[y * 11 + x]) - min(max(exact, 0), 255)) <= 0.501)
                }
                #expect(samples[y * 11 + 8..<y * 11 + 11].allSatisfy { $0 == 77 })
            }
        }
    }

    @Test("coefficients are the nearest to the transform of the samples")
    func encoding() throws {
        var generator = SeededGenerator(seed: 82)
        let noise = generator.bytes(8 * 11)
        let edge = (0..<8 * 11).map { UInt8($0 % 11 < 3 || $0 > 50 ? 0 : 255) }
        for samples in [noise, edge, [UInt8](repeating: 255, count: 88)] {
            var block = [Int16](repeating: 0, count: 64)
            try Self.quantizer().encode(samples, stride: 11, into: &block)
            for index in 0..<64 {
                var exact = 0.0
                for place in 0..<64 {
                    let (y, x) = (place / 8, place % 8)
                    let value = Double(samples[y * 11 + x]) - 128
                    exact += value * Self.basis(index, x, y)
                }
                #expect(abs(Double(block[index]) - exact / Double(Self.steps[index])) <= 0.501)
            }
        }
    }

    @Test("a flat block has the mean and nothing else")
    func flat() throws {
        let quantizer = try Self.quantizer()
        for sample in UInt8.min...UInt8.max {
            var (painted, made) = ([Int16](repeating: 1, count: 64), [Int16](repeating: 2, count: 64))
            quantizer.encode([UInt8](repeating: sample, count: 64), stride: 8, into: &painted)
            quantizer.encode(flat: sample, into: &made)
            #expect(painted == made)
        }
    }
}
