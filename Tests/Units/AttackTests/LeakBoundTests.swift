import Foundation
import SeededRandom
import Testing

@testable import SnapveilAttack

@Suite("The bound on leaked bits is honest at both ends")
struct LeakBoundTests {
    private let codeCount = 1_000_000

    /// Errors of all codes: 0 for one, about `gap` for every other one.
    private func spectra(best: [Int], truths: [Int], gap: Double, seed: UInt64) -> [ErrorSpectrum] {
        var generator = SeededGenerator(seed: seed)
        return zip(best, truths).map { best, truth in
            var errors = (0..<1000).map { _ in gap + Double.random(in: 0...1, using: &generator) }
            errors = [Double](repeating: gap + 1, count: codeCount - 1000) + errors
            errors[best] = 0
            return ErrorSpectrum(errors, truth: Code(truth, length: 6))
        }
    }

    @Test("a channel that names the code leaks all of its bits")
    func perfect() {
        let bound = LeakBound(
            fitting: spectra(best: [5, 900_000], truths: [5, 900_000], gap: 40, seed: 1),
            codeCount: codeCount
        )
        let bits = bound.bits(spectra(best: [77], truths: [77], gap: 40, seed: 2))
        #expect(abs(bits - log2(1_000_000)) < 0.01)
    }

    @Test("a channel that carries nothing leaks about nothing, however sure it looks")
    func nothing() {
        let fitting = spectra(best: [1, 2, 3], truths: [400_000, 7, 800_000], gap: 40, seed: 3)
        let bound = LeakBound(fitting: fitting, codeCount: codeCount)
        #expect(bound.bits(spectra(best: [4, 5], truths: [123, 500_000], gap: 40, seed: 4)) < 0.1)
    }

    @Test("codes that were recovered leaked, whatever the ranking made of them")
    func recovered() {
        let targets = (0..<10).map { Code($0, length: 6) }
        func bits(right: Int, ranked: Double) -> Double {
            let guesses = targets.map { $0.value < right ? $0 : Code(999_999, length: 6) }
            return Recovery(targets: targets, guesses: guesses, rankedBits: ranked).leakedBits
        }
        #expect(abs(bits(right: 10, ranked: 0) - log2(1_000_000)) < 1e-9)
        #expect(abs(bits(right: 5, ranked: 0) - (log2(1_000_000) / 2 - 1)) < 1e-5)
        #expect(bits(right: 0, ranked: 0) < 1e-5)
        #expect(bits(right: 5, ranked: 12) == 12)
    }

    @Test("collisions of all pairs leave nothing, and none leave what the sample can prove")
    func collisions() {
        let blind = Collisions(sampleSize: 2000, collidingPairs: 1999 * 1000, codeCount: codeCount)
        #expect(blind.leakedBits < 0.01)
        #expect(blind.codeShare < 2e-6)
        let clear = Collisions(sampleSize: 8000, collidingPairs: 0, codeCount: codeCount)
        #expect((0.90...0.93).contains(clear.codeShare))
        #expect((19.7...19.9).contains(clear.leakedBits))
    }

    @Test("a dictionary counts the pairs of codes that a channel does not tell apart")
    func dictionary() throws {
        let attack = DictionaryAttack(codeLength: 2, sampleSize: 100, seed: 5)
        // Of the 100 codes ten share each first digit: 10 x 45 pairs.
        #expect(try attack.run { [UInt8($0.digits[0])] }.collidingPairs == 450)
        #expect(try attack.run { $0.digits.map(UInt8.init) }.collidingPairs == 0)
    }
}
