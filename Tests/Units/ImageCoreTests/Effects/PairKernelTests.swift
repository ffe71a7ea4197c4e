import SeededRandom
import Testing

@testable import ImageCore
@testable import ImageFixtures

@Suite("A narrow blur counts in whole numbers")
struct PairKernelTests {
    @Test("vector instructions come to the same as sums one by one", arguments: [0.1, 0.5, 1, 2.3, 3.9])
    func plainSums(sigma: Double) {
        let kernel = PairKernel(GaussianKernel(sigma: sigma))
        var generator = SeededGenerator(seed: 136)
        for count in [1, 31, 32, 33, 75, 128] {
            let samples = generator.bytes(count * (2 * kernel.radius + 1)).map { UInt16($0) << 7 }
            let expected = (0..<count).map { index in
                let products = kernel.weights.enumerated().map { distance, weight in
                    let before = UInt32(samples[(kernel.radius - distance) * count + index])
                    let after = UInt32(samples[(kernel.radius + distance) * count + index])
                    return (before + after) * UInt32(weight) / 65_536
                }
                return UInt16(products.reduce(UInt32(products.count) / 2, +))
            }
            var sums = [UInt16](repeating: 0, count: count)
            samples.withUnsafeBufferPointer { samples in
                kernel.sum(samples.rows(of: count), count: count, into: &sums)
            }
            #expect(sums == expected, "\(count) samples")
        }
    }

    @Test("the weights add up to one half", arguments: GaussianBlurTests.sigmas)
    func weights(sigma: Double) {
        let kernel = PairKernel(GaussianKernel(sigma: sigma))
        #expect(kernel.weights.reduce(0) { $0 + Int($1) } == 32_768)
    }
}

extension UnsafeBufferPointer<UInt16> {
    fileprivate func rows(of count: Int) -> [UnsafePointer<UInt16>?] {
        stride(from: 0, to: self.count, by: count).map { start in baseAddress.map { $0 + start } }
    }
}
