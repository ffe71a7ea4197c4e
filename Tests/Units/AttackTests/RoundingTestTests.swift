import SeededRandom
import Testing

@testable import SnapveilAttack

@Suite("The rounding of samples tells codes apart")
struct RoundingTestTests {
    @Test("the code whose prediction rounds to every sample comes first")
    func exact() {
        let channel = SyntheticChannel(codeLength: 3, samples: 300, gain: 1, noise: 0)
        var generator = SeededGenerator(seed: 9)
        let codes = generator.codes(700, length: 3)
        let model = AdditiveModel(codes: codes, observations: codes.map(channel.observation))
        let candidates = (0..<1000).map { Code($0, length: 3) }
        for value in [31, 470, 999] {
            let observation = channel.observation(of: candidates[value])
            let best = RoundingTest(model).best(3, of: candidates, given: observation)
            #expect(best.count == 3)
            #expect(best.first == candidates[value])
        }
    }
}
