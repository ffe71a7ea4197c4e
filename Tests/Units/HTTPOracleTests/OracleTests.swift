import SeededRandom
import Testing

@Suite("swift-nio's decoder, and ours")
struct OracleTests {
    @Test("the hand-written table: both take it, and understand the same", arguments: OracleCase.taken)
    func taken(_ row: OracleCase) throws {
        #expect(try compare(row.input) == .bothTake)
    }

    @Test("the hand-written table: both refuse it", arguments: OracleCase.refused)
    func refused(_ row: OracleCase) throws {
        #expect(try compare(row.input) == .bothRefuse)
    }

    @Test("each difference is one still", arguments: Difference.all)
    func difference(_ difference: Difference) throws {
        #expect(try compare(difference.example) == .onlyOursRefuses(difference.error, in: difference.place))
    }

    @Test("generated requests, valid and broken, whole and in pieces", arguments: 1...8)
    func generated(_ seed: UInt64) throws {
        var generator = MessageGenerator(random: SeededGenerator(seed: seed))
        var mutator = Mutator(random: SeededGenerator(seed: seed << 32))
        var takenCount = 0
        var refusedCount = 0
        for _ in 0..<2_500 {
            var bytes = generator.pipeline()
            for _ in 0..<Int.random(in: 0...2, using: &mutator.random) { mutator.mutate(&bytes) }
            bytes += MessageGenerator.tail
            switch try compare(bytes, &mutator.random) {
            case .bothTake: takenCount += 1
            case .bothRefuse: refusedCount += 1
            case .onlyOursRefuses(let error, let place):
                #expect(Difference.explains(error, in: place), "only ours refuses, \(error), \(quoted(bytes))")
            case .contradiction(let sentence):
                Issue.record("\(sentence), \(quoted(bytes))")
            }
        }
        #expect(takenCount > 1_000 && refusedCount > 700, "the corpus shows too little of one side")
    }

    /// Compares what the two make of the whole, and of the same pieces, which has to be the same.
    private func compare(_ bytes: [UInt8], _ random: inout SeededGenerator) throws -> Comparison {
        let whole = Pieces(whole: bytes)
        let pieces = Pieces(of: bytes, longest: 60, using: &random)
        let ours = Reading(ours: whole)
        #expect(Reading(ours: pieces) == ours, "split otherwise, \(quoted(bytes))")
        let comparison = Comparison(ours, try Reading(nio: whole))
        let piecewise = Comparison(ours, try Reading(nio: pieces))
        if case .contradiction = comparison { return comparison }
        return piecewise
    }

    private func compare(_ text: String) throws -> Comparison {
        var random = SeededGenerator(seed: 0)
        return try compare(Array(text.utf8), &random)
    }

    private func quoted(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).debugDescription
    }
}
