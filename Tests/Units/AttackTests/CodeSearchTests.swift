import SeededRandom
import Testing

@testable import SnapveilAttack

@Suite("An exhaustive search over an additive model")
struct CodeSearchTests {
    @Test("finds planted codes in a linear channel with noise")
    func plantedCodes() throws {
        let channel = SyntheticChannel(codeLength: 4, samples: 60, gain: 12, noise: 1.5)
        let attack = LinearAttack(codeLength: 4, training: 200, calibration: 5, targets: 5, trials: 1, seed: 3)
        let recovery = try attack.run(through: channel.observation)
        #expect(recovery.attacked == 5)
        #expect(recovery.codeShare == 1)
        #expect(recovery.digitShare == 1)
    }

    @Test("gives every code the squared distance between its prediction and the observation")
    func errors() {
        let channel = SyntheticChannel(codeLength: 3, samples: 25, gain: 9, noise: 0.5)
        var generator = SeededGenerator(seed: 8)
        let codes = generator.codes(150, length: 3)
        let model = AdditiveModel(codes: codes, observations: codes.map(channel.observation))
        let observation = channel.observation(of: Code(470, length: 3))
        let errors = CodeSearch(model).squaredErrors(of: observation)
        #expect(errors.count == 1000)
        for value in [0, 7, 60, 470, 505, 999] {
            let direct = zip(observation, model.prediction(for: Code(value, length: 3)))
                .reduce(0.0) { $0 + (Double($1.0) - $1.1) * (Double($1.0) - $1.1) }
            #expect(abs(errors[value] - direct) < 1e-6 * max(1, direct))
        }
    }

    @Test("the least errors come first, and no more than asked for")
    func least() {
        #expect([5.0, 1, 4, 1.5, 9, 0.5].indicesOfLeast(3) == [5, 1, 3])
        #expect([2.0, 1].indicesOfLeast(5) == [1, 0])
    }
}

extension AdditiveModel {
    fileprivate func prediction(for code: Code) -> [Double] {
        code.digits.enumerated().filter { $0.element != 0 }.reduce(base) { sum, digit in
            let row = Self.templateIndex(place: digit.offset, digit: digit.element)
            return zip(sum, templates[row * sampleCount..<(row + 1) * sampleCount]).map(+)
        }
    }
}
